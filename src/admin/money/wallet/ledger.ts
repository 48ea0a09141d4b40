// The ledger as the staff read it.
import { useState } from 'react';
import type { ListPage } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { LedgerAccount, LedgerEntry, LedgerTransfer } from '#contract/money/ledger.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '../../frame/use-pages.ts';

export function useAccounts(q: string): Pages<LedgerAccount> {
  return usePages(
    async () => ({
      items: await createBrowserApi().get('/admin/ledger/account', { params: { query: { q } }, asUser: true }),
      next: null,
    }),
    q,
  );
}

/** What was written about an order or a payout, or has this key. */
export function useTransfers(q: string): Pages<LedgerTransfer> {
  return usePages((next) => findTransfers(q, next), q);
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
  const [account, setAccount] = useState<LedgerAccount | null>(null);
  const entries = usePages(async (next) => {
    const page = await createBrowserApi().get('/admin/ledger/account/{accountId}', {
      params: { path: { accountId }, query: { after: next } },
      asUser: true,
    });
    setAccount(page);
    return { items: page.entries, next: page.next };
  }, accountId);
  return { account, entries };
}

export function useTransfer(transferId: string): Loaded<LedgerTransfer> {
  return useLoaded(() =>
    createBrowserApi().get('/admin/ledger/transfer/{transferId}', { params: { path: { transferId } }, asUser: true }),
  );
}
