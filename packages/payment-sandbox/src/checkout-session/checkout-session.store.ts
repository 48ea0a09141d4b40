import type { Insertable, Updateable } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type { CheckoutSession, CheckoutSessionTable, Db, Filter, Plan } from '../schema.ts';

export async function addSession(db: Db, session: Insertable<CheckoutSessionTable>): Promise<CheckoutSession> {
  return db.insertInto('payments.checkout_session').values(session).returningAll().executeTakeFirstOrThrow();
}

export async function findSession(db: Db, id: string): Promise<CheckoutSession | null> {
  const session = await db.selectFrom('payments.checkout_session').selectAll().where('id', '=', id).executeTakeFirst();
  return session ?? null;
}

/** Newest first. */
export async function listSessions(
  db: Db,
  filter: Filter<CheckoutSession, 'payment_intent' | 'status'>,
  page: NumberedPage,
): Promise<CheckoutSession[]> {
  const sessions = db
    .selectFrom('payments.checkout_session')
    .selectAll()
    .where((row) => row.and(filter));
  return newestFirst(sessions, page).execute();
}

/** Nobody else pays, expires or changes it until the transaction ends. Taken before the lock of its payment. */
export async function lockSession(transaction: Db, id: string): Promise<CheckoutSession | null> {
  const session = await transaction
    .selectFrom('payments.checkout_session')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return session ?? null;
}

/** An open session whose time is over and that nobody is working on. */
export async function lockOverdueSession(transaction: Db, now: Date): Promise<CheckoutSession | null> {
  const session = await transaction
    .selectFrom('payments.checkout_session')
    .selectAll()
    .where('status', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return session ?? null;
}

export async function updateSession(
  transaction: Db,
  id: string,
  changes: Updateable<CheckoutSessionTable>,
): Promise<CheckoutSession> {
  return transaction
    .updateTable('payments.checkout_session')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Complete sessions whose money comes, or does not come, by now, `most` of them. */
export async function listDueSessions(db: Db, now: Date, most: number): Promise<{ id: string; plan: Plan }[]> {
  return db
    .selectFrom('payments.checkout_session as session')
    .innerJoin('payments.payment_intent as intent', 'intent.id', 'session.payment_intent')
    .select(['session.id', 'intent.plan'])
    .where('intent.settles_at', '<=', now)
    .orderBy('intent.settles_at')
    .limit(most)
    .execute();
}
