// When machines that were rented by time come back into stock.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** Notes how long the machines of these lines are reserved once they are delivered. */
export async function recordRentals(
  db: Db,
  orderId: string,
  rentals: ReadonlyArray<{ line: number; seconds: number }>,
): Promise<void> {
  if (rentals.length === 0) return;
  await sql`update api.order_line as line set rental_seconds = rented.seconds
    from jsonb_to_recordset(${JSON.stringify(rentals)}::jsonb) as rented (line integer, seconds bigint)
    where line.order_id = ${orderId} and line.line = rented.line`.execute(db);
}

export type EndedRental = { order_id: string; line: number };

/** Lines whose time is over and whose machines are not in stock again, those of one order together. */
export async function listEndedRentals(db: Db, now: Date, limit: number): Promise<EndedRental[]> {
  const { rows } = await sql<EndedRental>`
    select line.order_id, line.line from api.order_line as line join api."order" as "order" using (order_id)
    where line.rental_seconds is not null and line.machines_returned < line.taken and line.counted and not line.given_back
      and "order".status in ('paid', 'fulfilled')
      and coalesce(line.delivered_at, "order".fulfilled_at) + line.rental_seconds * interval '1 second' <= ${now}
    order by line.order_id, line.line limit ${limit}`.execute(db);
  return rows;
}

/** Notes that so many units of a line are in stock again; of a number below 0 that they are taken again. */
export async function addReturned(db: Db, orderId: string, line: number, units: number): Promise<void> {
  await sql`update api.order_line set machines_returned = machines_returned + ${units}::int
    where order_id = ${orderId} and line = ${line}`.execute(db);
}
