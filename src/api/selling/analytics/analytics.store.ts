import { type Kysely, type RawBuilder, sql } from 'kysely';
import { mostProducts, type Numbers } from '#contract/selling/analytics.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { DayNumbers } from './analytics.rules.ts';

type Db = Kysely<ApiTables>;
type Range = { from: string; to: string };

/** An order with several products counts once for each of them, and once for the shop. */
const sumsOf = (orders: 'orders' | 'shop_orders') => sql`sum(views)::float8 as views, sum(adds)::float8 as adds,
  sum(${sql.ref(orders)})::float8 as orders, sum(quantity)::float8 as quantity, sum(revenue_cents)::float8 as revenue, sum(refunds_cents)::float8 as refunds`;

/** Days of the shop, or of one of its products. Money is in cents. */
export async function readDays(
  db: Db,
  sellerId: string,
  { from, to }: Range,
  productId: string | null,
): Promise<DayNumbers[]> {
  const { rows } =
    await sql<DayNumbers>`select day::text, ${sumsOf(productId === null ? 'shop_orders' : 'orders')} from api.product_day
    where seller_id = ${sellerId} and day between ${from}::date and ${to}::date ${ofProduct(productId)}
    group by day order by day`.execute(db);
  return rows;
}

/** Results of the products in the range: those with the most revenue, then those with the most views. */
export async function readProducts(
  db: Db,
  sellerId: string,
  { from, to }: Range,
  productId: string | null,
): Promise<Array<Numbers & { product_id: string; product_name: string }>> {
  const { rows } = await sql<Numbers & { product_id: string; product_name: string }>`
    select most.*, coalesce(product.product_name, listing.name, most.product_id) as product_name
    from (select product_id, ${sumsOf('orders')} from api.product_day
      where seller_id = ${sellerId} and day between ${from}::date and ${to}::date ${ofProduct(productId)}
      group by product_id
      order by sum(revenue_cents) desc, sum(views) desc, product_id limit ${mostProducts}) as most
    left join api.product as product on product.product_id = most.product_id and product.seller_id = ${sellerId}
    left join api.listing as listing on listing.product_id = most.product_id and listing.seller_id = ${sellerId}
    order by most.revenue desc, most.views desc, most.product_id`.execute(db);
  return rows;
}

/** True if the product is the shop's, or was and has been counted for it. */
export async function isProductOf(db: Db, sellerId: string, productId: string): Promise<boolean> {
  const { rows } = await sql`select from api.listing where seller_id = ${sellerId} and product_id = ${productId}
    union all select from api.product where seller_id = ${sellerId} and product_id = ${productId}
    union all (select from api.product_day where seller_id = ${sellerId} and product_id = ${productId} limit 1)
    limit 1`.execute(db);
  return rows.length > 0;
}

function ofProduct(productId: string | null): RawBuilder<unknown> {
  return productId === null ? sql`` : sql`and product_id = ${productId}`;
}

export type Seen = { productId: string; views: number; adds: number };

/** Adds what was seen to the day's counters. What is nobody's product, or the operator's own, is left out. */
export async function addSeen(db: Db, day: string, seen: readonly Seen[]): Promise<void> {
  await sql`insert into api.product_day as known (seller_id, day, product_id, views, adds)
    select product.seller_id, ${day}::date, product.product_id, seen.views, seen.adds
    from (values ${rowsOf(seen)}) as seen (product_id, views, adds)
    join api.product as product on product.product_id = seen.product_id and product.seller_id is not null
    order by product.product_id collate "C"
    on conflict (seller_id, day, product_id) do update set views = known.views + excluded.views,
      adds = known.adds + excluded.adds`.execute(db);
}

/** Adds views to the listings. Those that somebody else is working on are left alone: answers which were not. */
export async function addListingViews(db: Db, seen: readonly Seen[]): Promise<Set<string>> {
  const { rows } = await sql<{ product_id: string }>`
    with free as materialized (
      select listing.product_id from api.listing as listing
      where listing.product_id in (${sql.join(seen.map(({ productId }) => productId))})
      order by listing.product_id for no key update skip locked
    )
    update api.listing as listing set views = listing.views + seen.views
    from (values ${rowsOf(seen)}) as seen (product_id, views, adds) join free using (product_id)
    where listing.product_id = seen.product_id
    returning listing.product_id`.execute(db);
  return new Set(rows.map(({ product_id }) => product_id));
}

function rowsOf(seen: readonly Seen[]): RawBuilder<unknown> {
  return sql.join(
    seen.map(({ productId, views, adds }) => sql`(${productId}::text, ${views}::bigint, ${adds}::bigint)`),
  );
}

/** Days and products whose counters are not what the orders come to; none where all is well. */
export async function findWrongCounters(
  db: Db,
): Promise<Array<{ seller_id: string; day: string | null; product_id: string; what: string }>> {
  const { rows } = await sql<{ seller_id: string; day: string | null; product_id: string; what: string }>`
    with sold as (
      select line.seller_id, ("order".paid_at at time zone 'UTC')::date as day, line.product_id,
        count(distinct line.order_id) as orders, count(*) filter (where not exists (
          select from api.order_line as before where before.order_id = line.order_id and before.seller_id = line.seller_id
            and before.line < line.line)) as shop_orders,
        sum(line.quantity * line.machines) as quantity, sum(line.amount_cents - line.discount_cents) as revenue_cents
      from api.order_line as line join api."order" as "order" using (order_id)
      where line.seller_id is not null and "order".paid_at is not null
        and ("order".status in ('paid', 'fulfilled') or "order".resume_status in ('paid', 'fulfilled')
          or ("order".status = 'refunded' and "order".items_returned))
      group by 1, 2, 3
    ), counted as (
      select * from api.product_day where orders <> 0 or shop_orders <> 0 or quantity <> 0 or revenue_cents <> 0
    ), refunded as (
      select seller_id, product_id, sum(counted_refund_cents) as cents from api.order_line
      where seller_id is not null group by 1, 2
    ), counted_refunds as (
      select seller_id, product_id, sum(refunds_cents) as cents from api.product_day group by 1, 2
    )
    select seller_id, day::text, product_id, 'sales' as what from sold full join counted using (seller_id, day, product_id)
      where (sold.orders, sold.shop_orders, sold.quantity, sold.revenue_cents)
        is distinct from (counted.orders, counted.shop_orders, counted.quantity, counted.revenue_cents)
    union all
    select seller_id, null, product_id, 'refunds' from refunded full join counted_refunds using (seller_id, product_id)
      where coalesce(refunded.cents, 0) <> coalesce(counted_refunds.cents, 0)
    order by seller_id, product_id, day`.execute(db);
  return rows;
}
