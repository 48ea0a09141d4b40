import { Wallet } from 'lucide-react';
import { formatCents } from '#contract/money.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { balanceCents } from '../../profile/wallet.ts';

/** Of somebody without a shop: nothing can be paid into a wallet of theirs. */
export function BuyerWallet() {
  return (
    <>
      <h1 className="page-title">My Wallet</h1>
      <dl className="my-6">
        <dt className="text-sm text-ink-3">Balance</dt>
        <dd className="num text-3xl font-[540] tracking-[-.03em]">{formatCents(balanceCents)}</dd>
      </dl>
      <EmptyState
        icon={Wallet}
        title="Nothing was paid in or out yet."
        action={{ href: '/profile/order', label: 'See my orders' }}
      >
        What you buy is paid at the checkout, and a refund goes back to where it was paid from: both stand with your
        orders. Who sells here finds what they have earned on this page.
      </EmptyState>
    </>
  );
}
