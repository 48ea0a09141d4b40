// The ledger as the staff read it.
import { useState } from 'react';
import type { ListPage } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import {
  findLedgerAccounts,
  findTransfersByKey,
  getLedgerAccount,
  getTransfer,
  listTransfersAbout,
} from '#client/money/staff-ledger.ts';
import type { LedgerAccount, LedgerEntry, LedgerTransfer } from '#contract/money/ledger.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '../../frame/use-pages.ts';

export function useAccounts(q: string): Pages<LedgerAccount> {
  return usePages(async () => ({ items: await findLedgerAccounts(createBrowserApi(), q), next: null }), q);
}

/** What was written about an order or a payout, or has this key. */
export function useTransfers(q: string): Pages<LedgerTransfer> {
  return usePages((next) => findTransfers(q, next), q);
}

async function findTransfers(q: string, next?: string): Promise<ListPage<LedgerTransfer>> {
  const api = createBrowserApi();
  if (next !== undefined) return listTransfersAbout(api, q, next);
  const [about, keyed] = await Promise.all([listTransfersAbout(api, q), findTransfersByKey(api, q)]);
  return { items: [...keyed, ...about.items], next: about.next };
}

/** The account itself is null until its first entries have arrived. */
export function useAccount(accountId: string): { account: LedgerAccount | null; entries: Pages<LedgerEntry> } {
  const [account, setAccount] = useState<LedgerAccount | null>(null);
  const entries = usePages(async (next) => {
    const page = await getLedgerAccount(createBrowserApi(), accountId, next);
    setAccount(page);
    return { items: page.entries, next: page.next };
  }, accountId);
  return { account, entries };
}

export function useTransfer(transferId: string): Loaded<LedgerTransfer> {
  return useLoaded(() => getTransfer(createBrowserApi(), transferId));
}
