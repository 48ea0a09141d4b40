import type { Insertable, Updateable } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type { Db, Filter, PaymentIntent, PaymentIntentTable } from '../schema.ts';

export async function addPaymentIntent(db: Db, intent: Insertable<PaymentIntentTable>): Promise<PaymentIntent> {
  return db.insertInto('payments.payment_intent').values(intent).returningAll().executeTakeFirstOrThrow();
}

export async function findPaymentIntent(db: Db, id: string): Promise<PaymentIntent | null> {
  const intent = await db.selectFrom('payments.payment_intent').selectAll().where('id', '=', id).executeTakeFirst();
  return intent ?? null;
}

/** The payment whose last charge it is. */
export async function findByCharge(db: Db, charge: string): Promise<PaymentIntent | null> {
  const intent = await db
    .selectFrom('payments.payment_intent')
    .selectAll()
    .where('charge', '=', charge)
    .executeTakeFirst();
  return intent ?? null;
}

/** Newest first; `charged`: only those that have reached a bank. */
export async function listPaymentIntents(
  db: Db,
  filter: Filter<PaymentIntent, 'id' | 'customer' | 'transfer_group'>,
  page: NumberedPage,
  { charged = false } = {},
): Promise<PaymentIntent[]> {
  const intents = db
    .selectFrom('payments.payment_intent')
    .selectAll()
    .where((row) => row.and(filter))
    .$if(charged, (query) => query.where('charge', 'is not', null));
  return newestFirst(intents, page).execute();
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
