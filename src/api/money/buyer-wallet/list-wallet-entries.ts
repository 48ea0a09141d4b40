import type { Kysely } from 'kysely';
import { listEntries, type StoredEntry } from '#ledger/entry.store.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { ledgerOf } from '../wallet/ledger.store.ts';
import { buyerWallet } from '../wallet/posting/accounts.rules.ts';

/** Newest first, from before the number `before` on. */
export function listWalletEntries(
  db: Kysely<ApiTables>,
  accountId: string,
  part: { before: number | null; limit: number },
): Promise<StoredEntry[]> {
  return listEntries(ledgerOf(db), buyerWallet(accountId).account_id, part);
}
