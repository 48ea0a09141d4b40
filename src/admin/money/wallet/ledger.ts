// The ledger as the staff read it.
import type { ListPage } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { useApi } from '#client/query/use-api.ts';
import { type Pages, usePages } from '#client/query/use-api-pages.ts';
import type { LedgerAccount, LedgerEntry, LedgerTransfer } from '#contract/money/ledger.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export function useAccounts(q: string): Pages<LedgerAccount> {
  return usePages(['/admin/ledger/account', q], async () => ({
    items: await createBrowserApi().get('/admin/ledger/account', { params: { query: { q } }, asUser: true }),
    next: null,
  }));
}

/** Transfers of an order or a payout, or with this key. */
export function useTransfers(q: string): Pages<LedgerTransfer> {
  return usePages(['/admin/ledger/transfer', q], (next) => findTransfers(q, next));
}

async function findTransfers(q: string, next?: string): Promise<ListPage<LedgerTransfer>> {
  const api = createBrowserApi();
  if (next !== undefined)
    return api.list('/admin/ledger/transfer', { params: { query: { about: q } }, asUser: true, page: next });
  const [about, keyed] = await Promise.all([
    api.list('/admin/ledger/transfer', { params: { query: { about: q } }, asUser: true }),
    api.get('/admin/ledger/transfer', { params: { query: { key: q } }, asUser: true }),
  ]);
  return { items: [...keyed, ...about.items], next: about.next };
}

/** The account itself is null until its first entries have arrived. */
export function useAccount(accountId: string): { account: LedgerAccount | null; entries: Pages<LedgerEntry> } {
  const entries = usePages(['/admin/ledger/account/{accountId}', accountId], async (next) => {
    const { entries: items, ...account } = await createBrowserApi().get('/admin/ledger/account/{accountId}', {
      params: { path: { accountId }, query: { after: next } },
      asUser: true,
    });
    return { ...account, items };
  });
  return { account: entries.first.value, entries };
}

export function useTransfer(transferId: string): Loaded<LedgerTransfer> {
  return useApi('/admin/ledger/transfer/{transferId}', { params: { path: { transferId } } });
}
