// Accounts that were deleted. Deleting one, placing an order for it and paying in to it are one queue: each holds the lock of the buyer.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

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
 * True if the account has ended since this sign-in (`since`: when its token was issued), or is suspended. The buyer must be locked by a
 * statement before, as this one sees what was committed when it begins.
 */
export async function hasEnded(transaction: Db, accountId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`select api.has_ended(${accountId}, ${since}) as ended`.execute(
    transaction,
  );
  return rows[0]?.ended === true;
}

/** Money has come into the wallet of this account: where it has ended, nobody else would look there. */
export async function recordMoneyOfEnded(transaction: Db, accountId: string): Promise<void> {
  await sql`update api.ended_account set money_since = coalesce(money_since, now()) where account_id = ${accountId}`.execute(
    transaction,
  );
}

/** The wallet is empty again, or its owner is back. */
export async function forgetMoneyOfEnded(db: Db, accountId: string): Promise<void> {
  await db.updateTable('api.ended_account').set({ money_since: null }).where('account_id', '=', accountId).execute();
}

const walletOf = sql`'buyer:' || ended.account_id || ':wallet'`;
const isBack = sql<boolean>`exists (select from api."user" as person where person.account_id = ended.account_id)`;

/**
 * Ended accounts with something to do: money that can go back to the cards that it was paid in from, once, or none any more. What failed to go back, and what
 * was never paid in by card, waits for the staff.
 */
export async function listMoneyOfEnded(
  db: Db,
  limit: number,
): Promise<Array<{ account_id: string; is_over: boolean }>> {
  const { rows } = await sql<{ account_id: string; is_over: boolean }>`
    select account_id, is_over from (
      select ended.account_id, money_since, coalesce(wallet.balance, 0) <= 0 or ${isBack} as is_over,
        not exists (select from api.pay_in_refund as gone
          where gone.account_id = ended.account_id and gone.origin = 'withdrawal' and gone.state = 'failed' and gone.created_at >= ended.ended_at) and exists (
          select from api.pay_in as paid where paid.account_id = ended.account_id and paid.state = 'paid'
            and paid.amount_cents > coalesce((select sum(gone.amount_cents) from api.pay_in_refund as gone
              where gone.pay_in_id = paid.pay_in_id and gone.state <> 'failed'), 0)) as can_go_back
      from api.ended_account as ended left join ledger.account as wallet on wallet.account_id = ${walletOf}
      where money_since is not null) as known
    where is_over or can_go_back order by money_since limit ${limit}`.execute(db);
  return rows;
}

/** The wallets of ended accounts that hold something, the largest first. */
export async function listWalletsOfEnded(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select wallet.account_id from api.ended_account as ended join ledger.account as wallet on wallet.account_id = ${walletOf}
    where ended.money_since is not null and wallet.balance > 0 and not ${isBack}
    order by wallet.balance desc, wallet.account_id limit ${limit}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
