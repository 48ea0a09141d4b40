import type { Kysely } from 'kysely';
import { findBalances } from '#ledger/entry.store.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { ledgerOf } from './ledger.store.ts';
import { sellerAvailable, sellerInTransit, sellerReserve } from './posting/accounts.rules.ts';
import { sumOfShares } from './posting/share.rules.ts';
import { countWaiting } from './sold-line.store.ts';

/** In cents: what is a shop's and has not reached its bank, also what still waits for its time. Nothing that it owes is set against it. */
export async function unpaidCents(db: Kysely<ApiTables>, sellerId: string): Promise<number> {
  const accounts = [sellerAvailable, sellerReserve, sellerInTransit].map((of) => of(sellerId).account_id);
  const balances = await findBalances(ledgerOf(db), accounts);
  const kept = accounts.reduce((sum, account) => sum + (balances.get(account) ?? 0), 0);
  return kept + sumOfShares(await countWaiting(db, sellerId));
}
