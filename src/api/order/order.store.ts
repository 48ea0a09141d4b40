import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { ApiTables, OrderLineTable, OrderTable } from '../schema.ts';
import type { StoredOrder } from './order.rules.ts';

type Db = Kysely<ApiTables>;
type OrderRow = Selectable<OrderTable>;

export async function insertOrder(
  db: Db,
  order: Insertable<OrderTable>,
  lines: Array<Omit<Insertable<OrderLineTable>, 'order_id' | 'line'>>,
): Promise<void> {
  await db.insertInto('api.order').values(order).execute();
  await db
    .insertInto('api.order_line')
    .values(lines.map((line, index) => ({ ...line, line: index, order_id: order.order_id })))
    .execute();
}

export async function updateOrder(
  db: Db,
  orderId: string,
  change: Updateable<OrderTable> & { updated_at: Date },
): Promise<void> {
  await db.updateTable('api.order').set(change).where('order_id', '=', orderId).execute();
}

export async function findOrder(db: Db, orderId: string): Promise<StoredOrder | null> {
  const row = await db.selectFrom('api.order').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  return row ? withLines(db, row) : null;
}

export async function findOrderBySession(db: Db, sessionId: string): Promise<StoredOrder | null> {
  const row = await db.selectFrom('api.order').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
  return row ? withLines(db, row) : null;
}

/** Nobody else changes the order until the transaction ends. */
export async function lockOrder(db: Db, orderId: string): Promise<StoredOrder | null> {
  const row = await db
    .selectFrom('api.order')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return row ? withLines(db, row) : null;
}

/** A customer's orders, newest first. */
export async function listOrders(db: Db, userId: string, limit: number): Promise<StoredOrder[]> {
  const rows = await db
    .selectFrom('api.order')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('order_id')
    .limit(limit)
    .execute();
  return withAllLines(db, rows);
}

export async function listPendingOrders(db: Db, userId: string): Promise<StoredOrder[]> {
  const rows = await db
    .selectFrom('api.order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .orderBy('created_at', 'desc')
    .execute();
  return withAllLines(db, rows);
}

/** The customer's latest order that was to be paid by card. */
export async function findLatestCardOrder(db: Db, userId: string): Promise<StoredOrder | null> {
  const row = await db
    .selectFrom('api.order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('session_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? withLines(db, row) : null;
}

/** Pending orders whose time is over, or whose session was not made though it should have been long ago. */
export async function listOverdueOrders(
  db: Db,
  given: { now: Date; sessionBy: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('api.order')
    .select('order_id')
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', given.now),
        eb.and([
          eb('payment_method', '=', 'card'),
          eb('session_id', 'is', null),
          eb('created_at', '<=', given.sessionBy),
        ]),
      ]),
    )
    .orderBy('expires_at')
    .limit(given.limit)
    .execute();
  return rows.map((row) => row.order_id);
}

/** Pending orders with a session, oldest first: those that the provider may know more about than we do. */
export async function listUnsettledOrders(db: Db, given: { createdBy: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('api.order')
    .select('order_id')
    .where('status', '=', 'pending')
    .where('session_id', 'is not', null)
    .where('created_at', '<=', given.createdBy)
    .orderBy('updated_at')
    .limit(given.limit)
    .execute();
  return rows.map((row) => row.order_id);
}

/** Whether the customer has a paid order with the product. */
export async function hasPaidFor(db: Db, userId: string, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.order as order')
    .innerJoin('api.order_line as line', 'line.order_id', 'order.order_id')
    .select('order.order_id')
    .where('order.user_id', '=', userId)
    .where('order.status', 'in', ['paid', 'fulfilled'])
    .where('line.product_id', '=', productId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function withLines(db: Db, row: OrderRow): Promise<StoredOrder> {
  const [order] = await withAllLines(db, [row]);
  return order as StoredOrder;
}

async function withAllLines(db: Db, rows: OrderRow[]): Promise<StoredOrder[]> {
  if (rows.length === 0) return [];
  const lines = await db
    .selectFrom('api.order_line')
    .selectAll()
    .where(
      'order_id',
      'in',
      rows.map((row) => row.order_id),
    )
    .orderBy('order_id')
    .orderBy('line')
    .execute();
  return rows.map((row) => ({ ...row, lines: lines.filter((line) => line.order_id === row.order_id) }));
}
