import type { Insertable, Updateable } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type { Db, Dispute, DisputeTable, Filter } from '../schema.ts';

export async function addDispute(db: Db, dispute: Insertable<DisputeTable>): Promise<Dispute> {
  return db.insertInto('payments.dispute').values(dispute).returningAll().executeTakeFirstOrThrow();
}

export async function findDispute(db: Db, id: string): Promise<Dispute | null> {
  const dispute = await db.selectFrom('payments.dispute').selectAll().where('id', '=', id).executeTakeFirst();
  return dispute ?? null;
}

/** Newest first. */
export async function listDisputes(
  db: Db,
  filter: Filter<Dispute, 'payment_intent' | 'charge'>,
  page: NumberedPage,
): Promise<Dispute[]> {
  const disputes = db
    .selectFrom('payments.dispute')
    .selectAll()
    .where((row) => row.and(filter));
  return newestFirst(disputes, page).execute();
}

/** True if the bank has taken the money back, or holds it until it has decided. */
export async function isChargedBack(db: Db, paymentIntent: string): Promise<boolean> {
  const dispute = await db
    .selectFrom('payments.dispute')
    .select('id')
    .where('payment_intent', '=', paymentIntent)
    .where('status', 'in', ['needs_response', 'under_review', 'lost'])
    .executeTakeFirst();
  return dispute !== undefined;
}

/** Nobody else changes it until the transaction ends. */
export async function lockDispute(transaction: Db, id: string): Promise<Dispute | null> {
  const dispute = await transaction
    .selectFrom('payments.dispute')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return dispute ?? null;
}

export async function updateDispute(transaction: Db, id: string, changes: Updateable<DisputeTable>): Promise<Dispute> {
  return transaction
    .updateTable('payments.dispute')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
