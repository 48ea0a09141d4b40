// Transactions of the payment provider beside the ledger, and how the staff explain them.
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { Reconciliation, ToldMissing, ToldTransaction } from '#contract/money/reconciliation.schema.ts';
import type { ReconciliationFilter } from '#contract/money/reconciliation.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';
import { type Pages, usePages } from '../../frame/use-pages.ts';

/** A row of one of the two lists. */
export type ReconciliationRow = { list: 'transaction' | 'missing'; id: string };
type TransactionsAsked = { state: ReconciliationFilter; type: string };

export function useReconciliation(): Loaded<Reconciliation> {
  return useLoaded(() => createBrowserApi().get('/admin/reconciliation', { asUser: true }));
}

/** `round` changes when the list is to be asked for again. */
export function useTransactions(asked: TransactionsAsked, round: number): Pages<ToldTransaction> {
  const key = `${asked.state} ${asked.type} ${round}`;
  return usePages(
    (next) =>
      createBrowserApi().list('/admin/reconciliation/transaction', {
        params: { query: { state: asked.state, type: asked.type || undefined } },
        asUser: true,
        page: next,
      }),
    key,
  );
}

export function useMissing(state: 'open' | 'closed', round: number): Pages<ToldMissing> {
  return usePages(
    (next) =>
      createBrowserApi().list('/admin/reconciliation/missing', {
        params: { query: { state } },
        asUser: true,
        page: next,
      }),
    `${state} ${round}`,
  );
}

/** Each resolves with what went wrong, or with nothing. */
export const reconciling = {
  fetch: () => attempt((api) => api.post('/admin/reconciliation/fetch')),
  close: (row: ReconciliationRow, reason: string) =>
    attempt((api) =>
      row.list === 'transaction'
        ? api.post('/admin/reconciliation/transaction/{transactionId}/close', { ...transaction(row), body: { reason } })
        : api.post('/admin/reconciliation/missing/{transferId}/close', { ...missing(row), body: { reason } }),
    ),
  reopen: (row: ReconciliationRow) =>
    attempt((api) =>
      row.list === 'transaction'
        ? api.post('/admin/reconciliation/transaction/{transactionId}/reopen', transaction(row))
        : api.post('/admin/reconciliation/missing/{transferId}/reopen', missing(row)),
    ),
};

const transaction = ({ id }: ReconciliationRow) => ({ params: { path: { transactionId: id } } });
const missing = ({ id }: ReconciliationRow) => ({ params: { path: { transferId: id } } });
