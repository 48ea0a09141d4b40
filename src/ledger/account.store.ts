// Accounts as they stand, found by their ids.
import { type Kysely, sql } from 'kysely';
import type { LedgerTables } from './schema.ts';

type Db = Kysely<LedgerTables>;

export type StoredAccount = { account_id: string; kind: string; balance: number; last_at: Date | null };

export async function findAccount(db: Db, accountId: string): Promise<StoredAccount | null> {
  const row = await db
    .selectFrom('ledger.account')
    .select(['account_id', 'kind', 'balance', 'last_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** At most `limit` accounts whose ids begin with one of these texts. Each text is a range of the key: all others are never looked at. */
export async function findAccountsBeginning(
  db: Db,
  beginnings: readonly string[],
  limit: number,
): Promise<StoredAccount[]> {
  // The greatest character there is ends the range.
  const { rows } = await sql<StoredAccount>`
    select distinct found.account_id, found.kind, found.balance, found.last_at
      from unnest(${beginnings}::text[]) as wanted (beginning)
      cross join lateral (
        select account_id, kind, balance, last_at from ledger.account
          where account_id >= beginning collate "C" and account_id < (beginning || chr(1114111)) collate "C"
          order by account_id limit ${limit}
      ) as found
      order by found.account_id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, balance: Number(row.balance) }));
}
