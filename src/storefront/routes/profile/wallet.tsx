import { Wallet } from 'lucide-react';
import { formatCents } from '#contract/money.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHead } from '../../components/page/page-head.tsx';
import { balanceCents } from '../../profile/wallet.ts';

export function Component() {
  return (
    <>
      <PageHead title="My Wallet" description="Your balance, and what was paid in and out." noIndex />
      <h1 className="page-title">My Wallet</h1>
      <dl className="my-6">
        <dt className="text-sm text-ink-3">Balance</dt>
        <dd className="num text-3xl font-[540] tracking-[-.03em]">{formatCents(balanceCents)}</dd>
      </dl>
      <EmptyState icon={Wallet} title="Nothing was paid in or out yet.">
        Each payment into your wallet and out of it is listed here.
      </EmptyState>
    </>
  );
}
