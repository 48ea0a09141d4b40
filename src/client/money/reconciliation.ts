// The reconciliation with the payment provider, as the staff see it: no page of a visitor loads it.
import type { Reconciliation, ToldMissing, ToldTransaction } from '#contract/money/reconciliation.schema.ts';
import type { ReconciliationFilter } from '#contract/money/reconciliation.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const mine = { asUser: true };
const path = '/admin/reconciliation';

export function getReconciliation(api: ApiClient): Promise<Reconciliation> {
  return api.get(path, mine);
}

export function fetchFromProvider(api: ApiClient): Promise<Reconciliation> {
  return api.post(`${path}/fetch`, {});
}

export function listProviderTransactions(
  api: ApiClient,
  { state, type }: { state: ReconciliationFilter; type: string },
  next?: string,
): Promise<ListPage<ToldTransaction>> {
  const query = new URLSearchParams({ state, ...(type && { type }) });
  return api.list(next ?? `${path}/transaction?${query}`, mine);
}

export function listMissingPostings(
  api: ApiClient,
  state: 'open' | 'closed',
  next?: string,
): Promise<ListPage<ToldMissing>> {
  return api.list(next ?? `${path}/missing?${new URLSearchParams({ state })}`, mine);
}

/** A row of one of the two lists. */
export type ReconciliationRow = { list: 'transaction' | 'missing'; id: string };

export function closeRow(api: ApiClient, { list, id }: ReconciliationRow, reason: string): Promise<Reconciliation> {
  return api.post(`${path}/${list}/${encodeURIComponent(id)}/close`, { reason });
}

export function reopenRow(api: ApiClient, { list, id }: ReconciliationRow): Promise<Reconciliation> {
  return api.post(`${path}/${list}/${encodeURIComponent(id)}/reopen`, {});
}
