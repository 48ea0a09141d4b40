import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { Returnable } from './buyer-wallet.rules.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.pay_in'];
export type StoredPayIn = Selectable<Table>;

export function findPayIn(db: Db, payInId: string): Promise<StoredPayIn | undefined> {
  return db.selectFrom('api.pay_in').selectAll().where('pay_in_id', '=', payInId).executeTakeFirst();
}

/** Nobody else changes it until the transaction ends. */
export function lockPayIn(transaction: Db, payInId: string): Promise<StoredPayIn | undefined> {
  return transaction
    .selectFrom('api.pay_in')
    .selectAll()
    .where('pay_in_id', '=', payInId)
    .forUpdate()
    .executeTakeFirst();
}

export function findPayInByKey(db: Db, accountId: string, requestKey: string): Promise<StoredPayIn | undefined> {
  return db
    .selectFrom('api.pay_in')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

export function insertPayIn(db: Db, payIn: Insertable<Table>): Promise<StoredPayIn> {
  return db.insertInto('api.pay_in').values(payIn).returningAll().executeTakeFirstOrThrow();
}

export async function updatePayIn(db: Db, payInId: string, change: Updateable<Table>): Promise<void> {
  await db.updateTable('api.pay_in').set(change).where('pay_in_id', '=', payInId).execute();
}

/** Notes its session, as long as it is open. */
export async function recordPayInSession(
  db: Db,
  payInId: string,
  session: { session_id: string; checkout_url: string | null },
): Promise<void> {
  await db
    .updateTable('api.pay_in')
    .set(session)
    .where('pay_in_id', '=', payInId)
    .where('state', '=', 'open')
    .execute();
}

/** Those that somebody should have looked at by now. Nobody else is given them until `claimedUntil`. */
export function claimDuePayIns(
  db: Db,
  given: { now: Date; claimedUntil: Date; limit: number },
): Promise<StoredPayIn[]> {
  return db
    .updateTable('api.pay_in')
    .set({ next_check_at: given.claimedUntil })
    .where('pay_in_id', 'in', (eb) =>
      eb
        .selectFrom('api.pay_in')
        .select('pay_in_id')
        .where('next_check_at', '<=', given.now)
        .orderBy('next_check_at')
        .limit(given.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** Pay-ins that have not gone back, newest first. */
export async function listReturnable(db: Db, accountId: string): Promise<Returnable[]> {
  const { rows } = await sql<{ pay_in_id: string; left_cents: string }>`
    select * from (
      select pay_in_id, paid_at, amount_cents - coalesce((select sum(gone.amount_cents) from api.pay_in_refund as gone
          where gone.pay_in_id = pay_in.pay_in_id and gone.state <> 'failed'), 0) as left_cents
        from api.pay_in where account_id = ${accountId} and state = 'paid') as paid
      where left_cents > 0 order by paid_at desc, pay_in_id`.execute(db);
  return rows.map(({ pay_in_id, left_cents }) => ({ pay_in_id, left_cents: Number(left_cents) }));
}
