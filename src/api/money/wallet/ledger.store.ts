import type { Kysely } from 'kysely';
import type { LedgerTables } from '#ledger/schema.ts';
import type { ApiTables } from '../../schema/schema.ts';

/** The ledger lies in the same database, and has tables of its own. */
export function ledgerOf(db: Kysely<ApiTables>): Kysely<LedgerTables> {
  return db as unknown as Kysely<LedgerTables>;
}
