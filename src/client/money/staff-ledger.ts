import type { LedgerAccount, LedgerAccountPage, LedgerTransfer } from '#contract/money/ledger.schema.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const mine = { asUser: true };
const base = '/admin/ledger';

export function findLedgerAccounts(api: ApiClient, q: string): Promise<LedgerAccount[]> {
  return api.get(`${base}/account?${new URLSearchParams({ q })}`, mine);
}

/** The newest entries, or those after the mark `next` of a page before. */
export function getLedgerAccount(api: ApiClient, accountId: string, next?: string): Promise<LedgerAccountPage> {
  const after = next === undefined ? '' : `?${new URLSearchParams({ after: next })}`;
  return api.get(`${base}/account/${encodeURIComponent(accountId)}${after}`, mine);
}

/** The first page, or that which `next` of a page before leads to. */
export function listTransfersAbout(api: ApiClient, about: string, next?: string): Promise<ListPage<LedgerTransfer>> {
  return api.list(next ?? `${base}/transfer?${new URLSearchParams({ about })}`, mine);
}

export function findTransfersByKey(api: ApiClient, key: string): Promise<LedgerTransfer[]> {
  return api.get(`${base}/transfer?${new URLSearchParams({ key })}`, mine);
}

export function getTransfer(api: ApiClient, transferId: string): Promise<LedgerTransfer> {
  return api.get(`${base}/transfer/${encodeURIComponent(transferId)}`, mine);
}
