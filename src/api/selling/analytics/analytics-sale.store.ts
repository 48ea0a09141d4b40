// Counters of what was sold and given back, written in the transaction that makes it so.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** Sales of one product; `orders` is 1 with a sale, `shopOrders` for one of the shop's products in it: they add up for the shop. */
type Sold = {
  sellerId: string;
  productId: string;
  orders: number;
  shopOrders: number;
  quantity: number;
  revenueCents: number;
  refundsCents: number;
};

/**
 * Adds to the counters of this day. In the order of product ids, as everybody locks them: two payments of the same products wait for
 * each other's products before, and for nothing here.
 */
export async function countSold(transaction: Db, at: Date, sold: readonly Sold[]): Promise<void> {
  if (sold.length === 0) return;
  const day = at.toISOString().slice(0, 10);
  const rows = sold.map(
    (one) =>
      sql`(${one.sellerId}::text, ${one.productId}::text, ${one.orders}::bigint, ${one.shopOrders}::bigint,
        ${one.quantity}::bigint, ${one.revenueCents}::bigint, ${one.refundsCents}::bigint)`,
  );
  await sql`insert into api.product_day as known (seller_id, day, product_id, orders, shop_orders, quantity, revenue_cents, refunds_cents)
    select seller_id, ${day}::date, product_id, orders, shop_orders, quantity, revenue, refunds
    from (values ${sql.join(rows)}) as sold (seller_id, product_id, orders, shop_orders, quantity, revenue, refunds)
    order by product_id collate "C", seller_id collate "C"
    on conflict (seller_id, day, product_id) do update set orders = known.orders + excluded.orders,
      shop_orders = known.shop_orders + excluded.shop_orders, quantity = known.quantity + excluded.quantity, revenue_cents = known.revenue_cents + excluded.revenue_cents,
      refunds_cents = known.refunds_cents + excluded.refunds_cents`.execute(transaction);
}

/** Refunds of the lines of an order that analytics have counted, and what this refund names for them. */
export async function findCountedRefunds(
  transaction: Db,
  orderId: string,
  refundId: string | null,
): Promise<Array<{ line: number; counted_cents: number; named_cents: number }>> {
  const { rows } = await sql<{ line: number; counted_cents: number; named_cents: number }>`
    select line.line, line.counted_refund_cents::float8 as counted_cents, coalesce(named.amount_cents, 0)::float8 as named_cents
    from api.order_line as line
    left join api.refund_line as named
      on named.order_id = line.order_id and named.line = line.line and named.refund_id = ${refundId}
    where line.order_id = ${orderId} order by line.line`.execute(transaction);
  return rows;
}

/** Notes what more of each line has gone back, or come back. */
export async function recordCountedRefunds(
  transaction: Db,
  orderId: string,
  parts: ReadonlyArray<{ line: number; cents: number }>,
): Promise<void> {
  const rows = parts.map(({ line, cents }) => sql`(${line}::int, ${cents}::bigint)`);
  await sql`update api.order_line as line set counted_refund_cents = counted_refund_cents + part.cents
    from (values ${sql.join(rows)}) as part (line, cents)
    where line.order_id = ${orderId} and line.line = part.line`.execute(transaction);
}
