// The page of a shop, for everybody.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** A measure of fewer orders than this says more about chance than about the shop. */
const MEASURED = 3;

/** A shop that is, or was, let in. */
export async function findPublicSeller(db: Db, address: string) {
  const row = await db
    .selectFrom('api.seller')
    .select(['seller_id', 'name', 'address', 'state', 'approved_at', 'created_at', 'closed_at', 'country', 'sells'])
    .select(['about', 'responsible', 'support_email', 'support_confirmed'])
    .where('address', '=', address)
    .where('state', 'in', ['approved', 'suspended', 'closing', 'closed'])
    .executeTakeFirst();
  return row;
}

/** Rating by the displayed reviews of all its products, whether they are still on sale or not. */
export async function rateSeller(db: Db, sellerId: string): Promise<{ average: number | null; count: number }> {
  const { rows } = await sql<{ average: number | null; count: number }>`
    select avg(rate)::float8 as average, count(*)::int as count from api.review where seller_id = ${sellerId} and show`.execute(
    db,
  );
  const { average = null, count = 0 } = rows[0] ?? {};
  return { average: average === null ? null : Math.round(average * 100) / 100, count };
}

/** Median hours; null where there are too few orders to say. */
type DeliveryHours = {
  /** Manual delivery, by the shop itself. */
  byHand: number | null;
  /** Automatic delivery: files, keys, access, hours. */
  automatic: number | null;
};

/**
 * From payment to the delivery of the shop's last line of an order, in the last 90 days; of lines that are delivered by hand, and of the others,
 * each apart: what is there at once says nothing about how fast the shop works. An order that was fulfilled as a whole names no lines.
 */
export async function medianDeliveryHours(db: Db, sellerId: string): Promise<DeliveryHours> {
  const { rows } = await sql<{ automatic: boolean; hours: number; orders: number }>`
    select automatic, count(*)::int as orders,
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - paid_at) / 3600)::float8 as hours
    from (select sale.paid_at, line.goods <> '{}' as automatic, coalesce(max(line.delivered_at), "order".fulfilled_at) as delivered_at
      from api.seller_order as sale
        join api."order" as "order" on "order".order_id = sale.order_id
        join api.order_line as line on line.seller_id = sale.seller_id and line.order_id = sale.order_id
      where sale.seller_id = ${sellerId} and sale.state = 'delivered' and sale.paid_at > now() - interval '180 days'
      group by sale.order_id, sale.paid_at, "order".fulfilled_at, line.goods <> '{}') as delivered
    where delivered_at > now() - interval '90 days'
    group by automatic`.execute(db);
  const measured = (automatic: boolean, steps: number) => {
    const found = rows.find((row) => row.automatic === automatic);
    return found && found.orders >= MEASURED ? Math.round(found.hours * steps) / steps : null;
  };
  return { byHand: measured(false, 10), automatic: measured(true, 100) };
}

/** The median of hours until the shop's first answer to what buyers asked in the last 90 days; null where there are too few to say. */
export async function medianAnswerHours(db: Db, sellerId: string): Promise<number | null> {
  const { rows } = await sql<{ hours: number | null; threads: number }>`
    select count(*)::int as threads,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - asked_at) / 3600)::float8 as hours
    from api.thread
    where seller_id = ${sellerId} and asked_at > now() - interval '90 days' and answered_at is not null`.execute(db);
  const { hours = null, threads = 0 } = rows[0] ?? {};
  return hours === null || threads < MEASURED ? null : Math.round(hours * 10) / 10;
}

export async function countListed(db: Db, sellerId: string): Promise<number> {
  const { products } = await db
    .selectFrom('api.listed_product')
    .select(sql<number>`count(*)::int`.as('products'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return products;
}

/** Where what the shop sells stands in the catalogue, newest first, from before this position on. */
export async function listPositions(
  db: Db,
  sellerId: string,
  page: { before: number | null; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('api.listed_product')
    .select('position')
    .where('seller_id', '=', sellerId)
    .$if(page.before !== null, (query) => query.where('position', '<', page.before as number))
    .orderBy('position', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(({ position }) => position);
}

/** Addresses of pages that search engines may know. */
export async function listSellerAddresses(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.seller')
    .select('address')
    .where('state', '=', 'approved')
    .orderBy('address')
    .limit(most)
    .execute();
  return rows.flatMap(({ address }) => address ?? []);
}
