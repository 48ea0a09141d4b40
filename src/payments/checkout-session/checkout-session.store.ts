import type { Insertable, Updateable } from 'kysely';
import type { CheckoutSession, CheckoutSessionTable, Db, Plan } from '../schema.ts';

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
  filter: {
    paymentIntent: string | null;
    status: CheckoutSession['status'] | null;
    before: number | null;
    limit: number;
  },
): Promise<CheckoutSession[]> {
  const { paymentIntent, status, before } = filter;
  return db
    .selectFrom('payments.checkout_session')
    .selectAll()
    .$if(paymentIntent !== null, (query) => query.where('payment_intent', '=', paymentIntent))
    .$if(status !== null, (query) => query.where('status', '=', status ?? 'open'))
    .$if(before !== null, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(filter.limit)
    .execute();
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

/** Complete sessions whose money comes, or does not come, by now; a hundred at most. */
export async function listDueSessions(db: Db, now: Date): Promise<{ id: string; plan: Plan }[]> {
  return db
    .selectFrom('payments.checkout_session as session')
    .innerJoin('payments.payment_intent as intent', 'intent.id', 'session.payment_intent')
    .select(['session.id', 'intent.plan'])
    .where('intent.settles_at', '<=', now)
    .orderBy('intent.settles_at')
    .limit(100)
    .execute();
}
