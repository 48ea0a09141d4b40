import type { Insertable, Kysely, Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ApiTables, OrderLineTable, OrderTable } from '../schema.ts';
import type { StoredOrder } from './order.rules.ts';

type Db = Kysely<ApiTables>;

export async function insertOrder(
  db: Db,
  order: Insertable<OrderTable>,
  lines: Array<Omit<Insertable<OrderLineTable>, 'order_id' | 'line'>>,
): Promise<StoredOrder> {
  const numbered = lines.map((line, index) => ({ ...line, line: index, order_id: order.order_id }));
  const stored = await db
    .with('added_line', (also) => also.insertInto('api.order_line').values(numbered))
    .insertInto('api.order')
    .values(order)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...stored, lines: numbered };
}

export async function updateOrder(
  db: Pick<Db, 'updateTable'>,
  orderId: string,
  change: Updateable<OrderTable> & { updated_at: Date },
): Promise<void> {
  await db.updateTable('api.order').set(change).where('order_id', '=', orderId).execute();
}

export async function findOrder(db: Db, orderId: string): Promise<StoredOrder | null> {
  return (await ordersWithLines(db).where('order_id', '=', orderId).executeTakeFirst()) ?? null;
}

export async function findOrderBySession(db: Db, sessionId: string): Promise<StoredOrder | null> {
  return (await ordersWithLines(db).where('session_id', '=', sessionId).executeTakeFirst()) ?? null;
}

/** Nobody else changes the order until the transaction ends. */
export async function lockOrder(db: Db, orderId: string): Promise<StoredOrder | null> {
  return (await ordersWithLines(db).where('order_id', '=', orderId).forUpdate().executeTakeFirst()) ?? null;
}

/** The orders of an account, newest first. */
export async function listOrders(db: Db, accountId: string, limit: number): Promise<StoredOrder[]> {
  return ordersWithLines(db)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('order_id')
    .limit(limit)
    .execute();
}

export async function listPendingOrders(db: Db, accountId: string): Promise<StoredOrder[]> {
  return ordersWithLines(db)
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .orderBy('created_at', 'desc')
    .execute();
}

/** The account's latest order that was to be paid by card. */
export async function findLatestCardOrder(db: Db, accountId: string): Promise<StoredOrder | null> {
  const latest = await ordersWithLines(db)
    .where('account_id', '=', accountId)
    .where('session_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest ?? null;
}

/** Pending orders whose time is over, or whose session was not made though it should have been long ago. */
export async function listOverdueOrders(
  db: Db,
  given: { now: Date; sessionBy: Date; limit: number },
): Promise<Array<{ order_id: string; expires_at: Date }>> {
  return db
    .selectFrom('api.order')
    .select(['order_id', 'expires_at'])
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

/** Whether the account has a paid order with the product. */
export async function hasPaidFor(db: Db, accountId: string, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.order as order')
    .innerJoin('api.order_line as line', 'line.order_id', 'order.order_id')
    .select('order.order_id')
    .where('order.account_id', '=', accountId)
    .where('order.status', 'in', ['paid', 'fulfilled'])
    .where('line.product_id', '=', productId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Orders and their lines in one question: most that ask for an order ask for its lines as well. */
function ordersWithLines(db: Db) {
  return db
    .selectFrom('api.order as order')
    .selectAll('order')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('api.order_line as line')
          .selectAll('line')
          .whereRef('line.order_id', '=', 'order.order_id')
          .orderBy('line.line'),
      ).as('lines'),
    );
}
