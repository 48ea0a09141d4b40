import { type ReactNode, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { quantityInUnits } from '#contract/catalogue/product/price-unit.ts';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { formatCents, formatUnitPrice, lineCents } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { QuantityStepper } from '../../../catalogue/product/quantity-stepper.tsx';
import { redirectFailure } from '../../../ordering/cart/proceed/start-payment.ts';
import { AcceptedTerms } from '../../../ordering/checkout/accepted-terms.tsx';
import { useLeaving } from '../../../ordering/checkout/use-leaving.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';
import { NotExtended } from './not-extended.tsx';
import { createOrderTime, type ExtensionOffer, readOffer, spendableCents } from './order-time.ts';

type ExtendDialogProps = { entry: LibraryEntry; onClose: () => void };

/** More time for a machine: how much, what it costs today, and how it is paid. */
export function ExtendDialog({ entry, onClose }: ExtendDialogProps) {
  const [busy, setBusy] = useState(false);
  const offer = useLoaded(() => readOffer(entry));
  return (
    <Dialog title={t('Extend {name}', { name: entry.product.name })} busy={busy} onClose={onClose}>
      <ShowLoaded from={offer} skeleton={<RowsSkeleton rows={1} />} fault={t('The price could not be loaded.')}>
        {(found) =>
          'refused' in found ? (
            <NotExtended entry={entry} why={found.refused} />
          ) : (
            <Extend
              {...{ entry, busy, onClose }}
              offer={found}
              onBusy={setBusy}
              onRefused={() => void offer.reload()}
            />
          )
        }
      </ShowLoaded>
    </Dialog>
  );
}

type ExtendProps = ExtendDialogProps & {
  offer: ExtensionOffer;
  busy: boolean;
  onBusy: (busy: boolean) => void;
  /** The offer may be another one by now. */
  onRefused: () => void;
};

function Extend({ entry, offer: { line, wallet }, busy, onBusy, onRefused, onClose }: ExtendProps): ReactNode {
  const [chosen, setQuantity] = useState(1);
  const [orderTime] = useState(createOrderTime);
  const [fault, setFault] = useState('');
  const departed = useLeaving((why) => {
    onBusy(false);
    if (why === 'no answer') setFault(t(redirectFailure));
  });
  const { unit_price, price_unit = '', license = '', most_quantity: most = null } = line;
  if (most !== null && most < 1) return <p>{t('You have rented it for as long as one can.')}</p>;
  const quantity = most === null ? chosen : Math.min(chosen, most);
  const cents = lineCents(unit_price, quantity);
  const time = quantityInUnits(quantity, price_unit) ?? String(quantity);
  const isInWallet = cents > 0 && spendableCents(wallet) >= cents;

  async function order(byWallet: boolean) {
    setFault('');
    onBusy(true);
    const done = await orderTime({ line, entitlementId: entry.entitlement_id, quantity, byWallet });
    // The card page leads back here.
    if (done.is === 'leaving') return departed();
    onBusy(false);
    if (done.is === 'failed') {
      setFault(done.fault);
      if (done.isRefused) onRefused();
      return;
    }
    showAlert({ type: 'success', message: t('{name} has {time} more.', { name: entry.product.name, time }) });
    onClose();
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <QuantityStepper value={quantity} onChange={setQuantity} maximum={most} label={t('Time')} />
        <p role="status" className="num">
          {time} · {formatCents(cents)}
        </p>
      </div>
      <p className="num text-sm text-ink-3">
        {formatUnitPrice(unit_price)}
        {price_unit && t(' per {price_unit}', { price_unit })}
        {t(', the price of today.')}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div className="flex flex-wrap gap-3">
        {isInWallet && (
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void order(true)}>
            {t('Pay {cents} from my wallet', { cents: formatCents(cents) })}
          </button>
        )}
        <button
          type="button"
          className={`btn ${isInWallet ? 'btn-line' : 'btn-primary'}`}
          disabled={busy}
          onClick={() => void order(false)}
        >
          {cents === 0 ? t('Extend') : t('Pay {cents} by card', { cents: formatCents(cents) })}
        </button>
      </div>
      <AcceptedTerms lines={[{ license }]} />
    </div>
  );
}
