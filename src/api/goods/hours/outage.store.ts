// When machines were not there.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { Outage } from './hours.rules.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.hours_outage'];
export type StoredOutage = Selectable<Table>;

export function insertOutage(transaction: Db, outage: Insertable<Table>): Promise<StoredOutage> {
  return transaction.insertInto('api.hours_outage').values(outage).returningAll().executeTakeFirstOrThrow();
}

export async function recordSettled(db: Db, outageId: string, at: Date): Promise<void> {
  await db.updateTable('api.hours_outage').set({ settled_at: at }).where('outage_id', '=', outageId).execute();
}

/** Outages whose recording process has ended before every machine had its minutes back. */
export function listUnsettled(db: Db, before: Date, limit: number): Promise<StoredOutage[]> {
  return db
    .selectFrom('api.hours_outage')
    .selectAll()
    .where('settled_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** The machines that were on during it, by their ids, from behind one on. */
export async function listHit(
  db: Db,
  outage: Pick<StoredOutage, 'seller_id' | 'product_id' | 'session_id' | 'from_at' | 'to_at'>,
  { behind, limit }: { behind: string; limit: number },
): Promise<Array<{ session_id: string; entitlement_id: string }>> {
  const { rows } = await sql<{ session_id: string; entitlement_id: string }>`
    select session_id, session.entitlement_id from api.machine_session as session join api.entitlement using (entitlement_id)
    where session.seller_id = ${outage.seller_id} and session_id > ${behind}
      and (session_id = ${outage.session_id} or product_id = ${outage.product_id})
      and started_at < ${outage.to_at} and (stopped_at is null or stopped_at > ${outage.from_at})
    order by session_id limit ${limit}`.execute(db);
  return rows;
}

/** Everything that was recorded of a machine. */
export async function listOutagesOf(
  db: Db,
  { sessionId, sellerId, productId }: { sessionId: string; sellerId: string; productId: string },
): Promise<Outage[]> {
  const { rows } = await sql<{ from_at: Date; to_at: Date }>`select from_at, to_at from api.hours_outage
    where session_id = ${sessionId} or (seller_id = ${sellerId} and product_id = ${productId})`.execute(db);
  return rows.map(({ from_at: from, to_at: to }) => ({ from, to }));
}

/** Whose hours these are; undefined where nobody has any. */
export async function findShopOf(
  db: Db,
  { productId, sessionId }: { productId: string | null; sessionId: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ seller_id: string }>`
    select seller_id from api.machine_session where session_id = ${sessionId}
    union all
    (select coalesce(seller_id, '') from api.hours_balance join api.entitlement using (entitlement_id)
    where product_id = ${productId} order by granted_at desc limit 1)`.execute(db);
  return rows[0]?.seller_id;
}

/** Records minutes that an outage has given back of a machine and a purchase: added to those given back of it before. */
export async function recordReturn(
  transaction: Db,
  {
    outageId,
    sessionId,
    entitlementId,
    minutes,
  }: { outageId: string; sessionId: string; entitlementId: string; minutes: number },
): Promise<void> {
  await sql`insert into api.outage_return (outage_id, session_id, entitlement_id, minutes)
    values (${outageId}, ${sessionId}, ${entitlementId}, ${minutes})
    on conflict (outage_id, session_id, entitlement_id)
      do update set minutes = outage_return.minutes + excluded.minutes, told_at = null`.execute(transaction);
}

/** Outages, and the orders whose buyers are to be notified of them. */
export async function listReturnsToNotify(
  db: Db,
  limit: number,
): Promise<Array<{ outage_id: string; order_id: string | null }>> {
  const { rows } = await sql<{ outage_id: string; order_id: string | null }>`
    select distinct returned.outage_id, entitlement.order_id
    from api.outage_return as returned join api.entitlement using (entitlement_id) join api.hours_outage using (outage_id)
    where told_at is null and settled_at is not null
    order by outage_id, order_id limit ${limit}`.execute(db);
  return rows;
}

/** Takes what the buyer of an order is to be told of an outage: nobody else tells it. Null where somebody has. */
export async function takeReturns(
  transaction: Db,
  { outageId, orderId, at }: { outageId: string; orderId: string | null; at: Date },
): Promise<{ outage: StoredOutage; minutes: number; productName: string } | null> {
  const { rows } = await sql<{ minutes: number; product_name: string }>`
    update api.outage_return as returned set told_at = ${at} from api.entitlement as entitlement
    where entitlement.entitlement_id = returned.entitlement_id and outage_id = ${outageId} and told_at is null
      and entitlement.order_id is not distinct from ${orderId}
    returning minutes, product_name`.execute(transaction);
  const [first] = rows;
  if (!first) return null;
  const outage = await transaction
    .selectFrom('api.hours_outage')
    .selectAll()
    .where('outage_id', '=', outageId)
    .executeTakeFirstOrThrow();
  return { outage, minutes: rows.reduce((sum, row) => sum + Number(row.minutes), 0), productName: first.product_name };
}
