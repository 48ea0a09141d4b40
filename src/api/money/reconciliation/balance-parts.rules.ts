// Why the provider's balance is not ours: every cent of the difference by its reason.
import type { BalancePart } from '#contract/money/reconciliation.ts';
import type { ProviderBalance } from './provider-transaction.rules.ts';

/** In cents, of the ledger's currency. */
export type SummedTransactions = {
  state: 'matched' | 'different' | 'unmatched' | 'closed';
  explanation: 'posting' | 'held' | 'under_way' | 'offset' | 'within' | null;
  amount: number;
  posted: number;
  difference: number;
};

type BalanceParts = { difference: number; parts: Array<{ part: BalancePart; cents: number }> };

/**
 * `missing`, `recent` and `closedPostings` are postings without a transaction. Fees are posted when a transaction is stored, so that they never are a part. What is
 * not explained by what was fetched was not fetched yet.
 */
export function balanceParts(given: {
  provider: ProviderBalance;
  ours: number;
  sums: readonly SummedTransactions[];
  missing: number;
  recent: number;
  closedPostings: number;
}): BalanceParts {
  const { provider, ours, sums, missing, recent, closedPostings } = given;
  const theirs = provider.available + provider.pending + provider.reserved;
  const cents = new Map<BalancePart, number>();
  const add = (part: BalancePart, more: number) => cents.set(part, (cents.get(part) ?? 0) + more);
  for (const { state, explanation, amount, posted, difference } of sums) {
    add(state === 'closed' ? 'closed' : 'open', difference);
    // Transactions that differ are explained but for the difference; one without an explanation leaves nothing.
    if (explanation !== null && explanation !== 'posting') add(explanation, amount - posted - difference);
  }
  add('closed', -closedPostings);
  add('missing', -missing);
  add('recent', -recent);
  const difference = theirs - ours;
  const explained = [...cents.values()].reduce((sum, part) => sum + part, 0);
  add('not_fetched', difference - explained);
  return {
    difference,
    parts: [...cents].filter(([, part]) => part !== 0).map(([part, one]) => ({ part, cents: one })),
  };
}
