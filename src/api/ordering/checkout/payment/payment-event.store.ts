// Which messages of the payment provider were acted upon, so that each counts once.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/**
 * Remembers an event, and locks the order that it is about until the transaction ends: in one question, because every payment
 * asks it. Answers whether the event is new; what the order is then must be read after this, as after any lock.
 */
export async function recordEvent(
  transaction: Db,
  { eventId, orderId, now }: { eventId: string; orderId: string | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ event_id: string | null }>`
    with noted as (
      insert into api.payment_event (event_id, received_at) values (${eventId}, ${now}) on conflict do nothing returning event_id)
    select (select event_id from noted), (select order_id from api."order" where order_id = ${orderId} for update)`.execute(
    transaction,
  );
  return (rows[0]?.event_id ?? null) !== null;
}

/** Nobody else works on the same event until the transaction ends. */
export async function lockEvent(transaction: Db, eventId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`event ${eventId}`}, 0))`.execute(transaction);
}

export async function forgetEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('api.payment_event').where('received_at', '<', before).execute();
}
