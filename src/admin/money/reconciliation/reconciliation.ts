// What the payment provider has moved beside the ledger, and what the staff say about it.
import { createBrowserApi } from '#client/api/browser-api.ts';
import {
  closeRow,
  fetchFromProvider,
  getReconciliation,
  listMissingPostings,
  listProviderTransactions,
  type ReconciliationRow,
  reopenRow,
} from '#client/money/reconciliation.ts';
import type { Reconciliation, ToldMissing, ToldTransaction } from '#contract/money/reconciliation.schema.ts';
import type { ReconciliationFilter } from '#contract/money/reconciliation.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';
import { type Pages, usePages } from '../../frame/use-pages.ts';

export type { ReconciliationRow };
export type TransactionsAsked = { state: ReconciliationFilter; type: string };

export function useReconciliation(): Loaded<Reconciliation> {
  return useLoaded(() => getReconciliation(createBrowserApi()));
}

/** `round` changes when the list is to be asked for again. */
export function useTransactions(asked: TransactionsAsked, round: number): Pages<ToldTransaction> {
  const key = `${asked.state} ${asked.type} ${round}`;
  return usePages((next) => listProviderTransactions(createBrowserApi(), asked, next), key);
}

export function useMissing(state: 'open' | 'closed', round: number): Pages<ToldMissing> {
  return usePages((next) => listMissingPostings(createBrowserApi(), state, next), `${state} ${round}`);
}

/** Each resolves with what went wrong, or with nothing. */
export const reconciling = {
  fetch: () => attempt(fetchFromProvider),
  close: (row: ReconciliationRow, reason: string) => attempt((api) => closeRow(api, row, reason)),
  reopen: (row: ReconciliationRow) => attempt((api) => reopenRow(api, row)),
};
