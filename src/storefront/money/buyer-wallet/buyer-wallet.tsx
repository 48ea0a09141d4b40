import { useState } from 'react';
import { useAskAnew } from '#client/query/use-api.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { BuyerWallet as Wallet } from '#contract/money/buyer-wallet.ts';
import { t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { AmountDialog } from './amount-dialog.tsx';
import { MovementList } from './movement-list.tsx';
import { PayInOutcome } from './pay-in-outcome.tsx';
import { useBuyerWallet } from './use-buyer-wallet.ts';
import { WalletRules } from './wallet-rules.tsx';

/** A buyer's own money with the shop: what is in it, how it came and went, and by which rules. */
export function BuyerWallet() {
  const wallet = useBuyerWallet();
  const askAnew = useAskAnew();
  return (
    <>
      <PayInOutcome onSettled={askAnew} />
      <ShowLoaded from={wallet} skeleton={<RowSkeleton rows={3} />} fault={t('Your balance could not be loaded.')}>
        {(value) => (
          <>
            <Balance wallet={value} onMoved={wallet.reload} />
            <MovementList />
            <WalletRules
              key={JSON.stringify([value.monthly_limit, value.refunds_to])}
              wallet={value}
              onSaved={wallet.reload}
            />
          </>
        )}
      </ShowLoaded>
    </>
  );
}

function Balance({ wallet, onMoved }: { wallet: Wallet; onMoved: () => Promise<void> }) {
  const [asked, setAsked] = useState<'pay in' | 'take back' | null>(null);
  const isFull = wallet.room === 0;
  return (
    <>
      <dl className="my-6">
        <dt className="text-sm text-ink-3">{t('Balance')}</dt>
        <dd className="num text-3xl font-[540] tracking-[-.03em]">{formatAmount(wallet.balance)}</dd>
      </dl>
      <div className="mb-8 flex flex-wrap items-center gap-3 print:hidden">
        {wallet.is_open && !isFull && (
          <button type="button" className="btn btn-accent" onClick={() => setAsked('pay in')}>
            {t('Pay In')}
          </button>
        )}
        {wallet.can_withdraw > 0 && (
          <button type="button" className="btn btn-line" onClick={() => setAsked('take back')}>
            {t('Take Back to My Card')}
          </button>
        )}
        <p className="text-sm text-ink-3 empty:hidden">{walletHint(wallet, isFull)}</p>
      </div>
      {asked && <AmountDialog way={asked} wallet={wallet} onMoved={onMoved} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Why there is no button, or what is good to know beside it. */
function walletHint({ is_open: isOpen, most, balance, can_withdraw: withdrawable }: Wallet, isFull: boolean): string {
  if (!isOpen) return t('The shop takes no money for wallets at present.');
  if (isFull)
    return t('It is full: a wallet holds up to {most}, with what is being paid in.', { most: formatAmount(most) });
  if (balance > withdrawable && withdrawable > 0)
    return t('{withdrawable} of it came from your cards and can go back there.', {
      withdrawable: formatAmount(withdrawable),
    });
  return '';
}
