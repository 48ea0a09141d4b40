import type { Insertable } from 'kysely';
import type { Db, Refund, RefundTable } from '../schema.ts';

export async function addRefund(db: Db, refund: Insertable<RefundTable>): Promise<Refund> {
  return db.insertInto('payments.refund').values(refund).returningAll().executeTakeFirstOrThrow();
}

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  const refund = await db.selectFrom('payments.refund').selectAll().where('id', '=', id).executeTakeFirst();
  return refund ?? null;
}

/** Newest first. */
export async function listRefunds(
  db: Db,
  filter: { paymentIntent: string | null; charge: string | null; before: number | null; limit: number },
): Promise<Refund[]> {
  return db
    .selectFrom('payments.refund')
    .selectAll()
    .$if(filter.paymentIntent !== null, (query) => query.where('payment_intent', '=', filter.paymentIntent ?? ''))
    .$if(filter.charge !== null, (query) => query.where('charge', '=', filter.charge ?? ''))
    .$if(filter.before !== null, (query) => query.where('number', '<', filter.before ?? 0))
    .orderBy('number', 'desc')
    .limit(filter.limit)
    .execute();
}
