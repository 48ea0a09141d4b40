import type { Insertable, Updateable } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type { Db, Filter, Payout, PayoutTable, TimeRange } from '../schema.ts';

export async function addPayout(db: Db, payout: Insertable<PayoutTable>): Promise<Payout> {
  return db.insertInto('payments.payout').values(payout).returningAll().executeTakeFirstOrThrow();
}

/** Payout of the platform (null) or of a connected account: nobody sees those of another. */
export async function findPayout(db: Db, id: string, account: string | null): Promise<Payout | null> {
  const payout = await ofAccount(db, account).selectAll().where('id', '=', id).executeTakeFirst();
  return payout ?? null;
}

/** Whosever it is. */
export async function findAnyPayout(db: Db, id: string): Promise<Payout | null> {
  const payout = await db.selectFrom('payments.payout').selectAll().where('id', '=', id).executeTakeFirst();
  return payout ?? null;
}

/** Nobody else changes it until the transaction ends. */
export async function lockPayout(transaction: Db, id: string): Promise<Payout | null> {
  const payout = await transaction
    .selectFrom('payments.payout')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return payout ?? null;
}

export async function updatePayout(transaction: Db, id: string, changes: Updateable<PayoutTable>): Promise<Payout> {
  return transaction
    .updateTable('payments.payout')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listPayouts(
  db: Db,
  account: string | null,
  {
    created,
    arrival_date: arrival,
    ...filter
  }: Filter<Payout, 'status'> & { created?: TimeRange | undefined; arrival_date?: TimeRange | undefined },
  page: NumberedPage,
): Promise<Payout[]> {
  const payouts = ofAccount(db, account)
    .selectAll()
    .where((row) => row.and(filter))
    .$if(created?.from !== undefined, (query) => query.where('created_at', '>=', created?.from ?? new Date(0)))
    .$if(created?.before !== undefined, (query) => query.where('created_at', '<', created?.before ?? new Date(0)))
    .$if(arrival?.from !== undefined, (query) => query.where('arrives_at', '>=', arrival?.from ?? new Date(0)))
    .$if(arrival?.before !== undefined, (query) => query.where('arrives_at', '<', arrival?.before ?? new Date(0)));
  return newestFirst(payouts, page).execute();
}

/** Payouts of all accounts, newest first. */
export async function listAllPayouts(db: Db, page: NumberedPage): Promise<Payout[]> {
  return newestFirst(db.selectFrom('payments.payout').selectAll(), page).execute();
}

/** Payouts whose next step has come, `most` of them. */
export async function listDuePayouts(db: Db, now: Date, most: number): Promise<string[]> {
  const due = await db
    .selectFrom('payments.payout')
    .select('id')
    .where('settles_at', '<=', now)
    .orderBy('settles_at')
    .limit(most)
    .execute();
  return due.map(({ id }) => id);
}

function ofAccount(db: Db, account: string | null) {
  return db.selectFrom('payments.payout').where('account', account === null ? 'is' : '=', account);
}
