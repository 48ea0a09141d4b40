import type { Insertable, Updateable } from 'kysely';
import type { Db, PaymentIntent, PaymentIntentTable } from '../schema.ts';

export async function addPaymentIntent(db: Db, intent: Insertable<PaymentIntentTable>): Promise<PaymentIntent> {
  return db.insertInto('payments.payment_intent').values(intent).returningAll().executeTakeFirstOrThrow();
}

export async function findPaymentIntent(db: Db, id: string): Promise<PaymentIntent | null> {
  const intent = await db.selectFrom('payments.payment_intent').selectAll().where('id', '=', id).executeTakeFirst();
  return intent ?? null;
}

/** Newest first. */
export async function listPaymentIntents(
  db: Db,
  filter: { customer: string | null; before: number | null; limit: number },
): Promise<PaymentIntent[]> {
  return db
    .selectFrom('payments.payment_intent')
    .selectAll()
    .$if(filter.customer !== null, (query) => query.where('customer', '=', filter.customer))
    .$if(filter.before !== null, (query) => query.where('number', '<', filter.before ?? 0))
    .orderBy('number', 'desc')
    .limit(filter.limit)
    .execute();
}

/** Nobody else changes it until the transaction ends. */
export async function lockPaymentIntent(
  transaction: Db,
  named: { id: string } | { charge: string },
): Promise<PaymentIntent | null> {
  const [column, value] = 'id' in named ? (['id', named.id] as const) : (['charge', named.charge] as const);
  const intent = await transaction
    .selectFrom('payments.payment_intent')
    .selectAll()
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst();
  return intent ?? null;
}

export async function updatePaymentIntent(
  transaction: Db,
  id: string,
  changes: Updateable<PaymentIntentTable>,
): Promise<PaymentIntent> {
  return transaction
    .updateTable('payments.payment_intent')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
