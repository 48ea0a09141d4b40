// Accounts that were deleted. Deleting one, placing an order for it and paying in to it are one queue: each holds the lock of the buyer.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;

/** From now on nothing that was asked for with a sign-in of before is placed. What was placed before can be read once this has returned. */
export async function endAccount(transaction: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`buyer ${accountId}`}, 0))`.execute(transaction);
  const row = { account_id: accountId, ended_at: new Date() };
  await transaction
    .insertInto('api.ended_account')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ended_at: row.ended_at }))
    .execute();
}

/**
 * Whether the account has ended since this sign-in (`since`: when its token was issued), or is suspended. The buyer must be locked by a statement
 * before, as this one sees what was committed when it begins.
 */
export async function hasEnded(transaction: Db, accountId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`select
    exists (select from api.ended_account where account_id = ${accountId} and ended_at >= ${since})
      or exists (select from api.suspended_customer where account_id = ${accountId}) as ended`.execute(transaction);
  return rows[0]?.ended === true;
}
