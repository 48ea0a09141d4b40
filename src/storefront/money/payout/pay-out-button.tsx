import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { PayoutSettings } from '#contract/money/payout.schema.ts';
import { destinationText } from '#contract/money/payout.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { createRequestKeys, payOut, payoutSettingsPath, usePayoutSettings } from './payouts.ts';

/** `children`: further ways, at the end of the line. */
type PayOutProps = { seller: SellerHere; children?: ReactNode };

/** Pays out everything that is available, after asking. Where it cannot be, why and what to do. */
export function PayOutButton({ seller, children }: PayOutProps) {
  const settings = usePayoutSettings(seller.sellerId);
  if (!settings.value) return children;
  return (
    <PayOut seller={seller} settings={settings.value} onDone={settings.reload}>
      {children}
    </PayOut>
  );
}

function PayOut({
  seller,
  settings,
  onDone,
  children,
}: PayOutProps & { settings: PayoutSettings; onDone: () => Promise<void> }) {
  const [open, setOpen] = useState(false);
  const { available, hindrance, method, bank_account: bank } = settings;
  const amount = formatAmount(available);
  return (
    <div className="flex max-w-2xl flex-wrap items-center gap-x-5 gap-y-2">
      {hindrance === null ? (
        <button type="button" className="btn btn-primary" onClick={() => setOpen(true)}>
          {t('Pay out {amount}', { amount })}
        </button>
      ) : (
        <p className="basis-full text-sm text-ink-3">{hindrance}</p>
      )}
      <Link to={payoutSettingsPath(seller.address)} className="text-link text-sm">
        {t('Payout settings')}
      </Link>
      {children}
      {open && method && (
        <PayOutDialog seller={seller} amount={available} onDone={onDone} onClose={() => setOpen(false)}>
          {t('{amount} goes to {value}. It takes a few days to arrive.', {
            amount,
            value: destinationText({ method, last4: bank?.last4 ?? null }),
          })}
        </PayOutDialog>
      )}
    </div>
  );
}

type DialogProps = {
  seller: SellerHere;
  amount: number;
  onDone: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

function PayOutDialog({ seller, amount, onDone, onClose, children }: DialogProps) {
  const [keys] = useState(createRequestKeys);

  async function confirm() {
    const fault = await payOut(seller.sellerId, amount, keys);
    if (!fault) await onDone();
    return fault;
  }

  const label = t('Pay out {amount}', { amount: formatAmount(amount) });
  return (
    <ConfirmDialog tone="main" title={`${label}?`} confirmLabel={label} onConfirm={confirm} onClose={onClose}>
      <p>{children}</p>
    </ConfirmDialog>
  );
}
