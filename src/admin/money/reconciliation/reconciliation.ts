import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
// Transactions of the payment provider beside the ledger, and how the staff explain them.
import type { Reconciliation, ReportedMissing, ReportedTransaction } from '#contract/money/reconciliation.schema.ts';
import type { ReconciliationFilter } from '#contract/money/reconciliation.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

/** A row of one of the two lists. */
export type ReconciliationRow = { list: 'transaction' | 'missing'; id: string };
type TransactionsAsked = { state: ReconciliationFilter; type: string };

export function useReconciliation(): Loaded<Reconciliation> {
  return useApi('/admin/reconciliation');
}

export function useTransactions(asked: TransactionsAsked): Pages<ReportedTransaction> {
  return useApiPages('/admin/reconciliation/transaction', {
    params: { query: { state: asked.state, type: asked.type || undefined } },
  });
}

export function useMissing(state: 'open' | 'closed'): Pages<ReportedMissing> {
  return useApiPages('/admin/reconciliation/missing', {
    params: { query: { state } },
  });
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
