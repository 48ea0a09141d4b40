// Coupon figures: updated by the database with every payment and every refund (migrations/0107-coupon-figures.sql).
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** Amounts in cents. */
export type CouponFigures = {
  orders: number;
  sales_cents: number;
  discount_cents: number;
  seller_discount_cents: number;
  refunds_cents: number;
};

const sums = ['orders', 'sales_cents', 'discount_cents', 'seller_discount_cents', 'refunds_cents'] as const;
const sumOf = (name: (typeof sums)[number]) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)::float8`.as(name);

/** Sums all days. */
export function sumCouponDays(db: Db, code: string): Promise<CouponFigures> {
  return db.selectFrom('api.coupon_day').select(sums.map(sumOf)).where('code', '=', code).executeTakeFirstOrThrow();
}

/** Lists each day from `from` on (UTC) on which something happened. */
export function listCouponDays(db: Db, code: string, from: string): Promise<Array<CouponFigures & { day: string }>> {
  return db
    .selectFrom('api.coupon_day')
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .select(sums.map(sumOf))
    .where('code', '=', code)
    .where('day', '>=', from)
    .groupBy(sql.ref('coupon_day.day'))
    .orderBy(sql.ref('coupon_day.day'))
    .execute();
}

/** The newest orders that were paid with it. */
export function listCouponOrders(db: Db, code: string, limit: number) {
  return db
    .selectFrom('api.order')
    .select(['order_id', sql<Date>`paid_at`.as('paid_at'), 'total_cents', 'discount_cents'])
    .where('coupon_code', '=', code)
    .where('paid_at', 'is not', null)
    .orderBy('paid_at', 'desc')
    .orderBy('order_id')
    .limit(limit)
    .execute();
}

/** How many orders wait for their payment with it, counted up to `most`. */
export async function countCouponWaiting(db: Db, code: string, most: number): Promise<number> {
  const { waiting } = await db
    .selectFrom(
      db
        .selectFrom('api.order')
        .select('order_id')
        .where('coupon_code', '=', code)
        .where('status', '=', 'pending')
        .limit(most)
        .as('counted'),
    )
    .select(sql<number>`count(*)::int`.as('waiting'))
    .executeTakeFirstOrThrow();
  return waiting;
}

type CouponDifference = { code: string; day: string; kept: CouponFigures | null; real: CouponFigures | null };

/** Days of which the kept figures are not those of the orders and refunds themselves, which are all read; at one moment. */
export async function findCouponDifferences(db: Db): Promise<CouponDifference[]> {
  const figures = (of: string) =>
    sql`case when ${sql.ref(`${of}.code`)} is not null then json_build_object(${sql.join(
      sums.flatMap((name) => [sql.lit(name), sql.ref(`${of}.${name}`)]),
    )}) end`;
  const row = (of: string) => sql`(${sql.join(sums.map((name) => sql`coalesce(${sql.ref(`${of}.${name}`)}, 0)`))})`;
  const { rows } = await sql<CouponDifference>`
    with kept as (
      select code, day, sum(orders) as orders, sum(sales_cents) as sales_cents, sum(discount_cents) as discount_cents,
        sum(seller_discount_cents) as seller_discount_cents, sum(refunds_cents) as refunds_cents
      from api.coupon_day group by code, day),
    sold as (
      select coupon_code as code, (paid_at at time zone 'UTC')::date as day, 1 as orders, total_cents as sales_cents, discount_cents,
        (select coalesce(sum(line.seller_discount_cents), 0) from api.order_line as line
          where line.order_id = "order".order_id) as seller_discount_cents, 0 as refunds_cents
      from api."order" as "order" where coupon_code is not null and paid_at is not null
      union all
      select "order".coupon_code, (refund.created_at at time zone 'UTC')::date, 0, 0, 0, 0, refund.amount_cents
      from api.refund as refund join api."order" as "order" on "order".order_id = refund.order_id
      where "order".coupon_code is not null and refund.state = 'succeeded'),
    truth as (
      select code, day, sum(orders) as orders, sum(sales_cents) as sales_cents, sum(discount_cents) as discount_cents,
        sum(seller_discount_cents) as seller_discount_cents, sum(refunds_cents) as refunds_cents
      from sold group by code, day)
    select coalesce(kept.code, truth.code) as code, to_char(coalesce(kept.day, truth.day), 'YYYY-MM-DD') as day,
      ${figures('kept')} as kept, ${figures('truth')} as real
    from kept full join truth on truth.code = kept.code and truth.day = kept.day
    where ${row('kept')} is distinct from ${row('truth')}
    order by 1, 2`.execute(db);
  return rows;
}
