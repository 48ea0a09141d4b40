// Sales of the marketplace, by quarters of an hour. Written by triggers of the rows that they come from
// (0103-figures-of-the-marketplace.sql): as changes, which nobody waits for, and which are folded into the quarters now and then. Both
// together are the analytics.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { MarketplaceSums } from './marketplace-analytics.rules.ts';

type Db = Kysely<ApiTables>;

const columns = sql`orders, sales_cents, refunds_cents, customers, views`;

/** Since when views are counted. */
export async function readViewsFrom(db: Db): Promise<Date> {
  const { at } = await db.selectFrom('api.shop_views_from').select('at').executeTakeFirstOrThrow();
  return at;
}

/** Views of before are known too, from then on. */
export async function countViewsFrom(db: Db, at: Date): Promise<void> {
  await db.updateTable('api.shop_views_from').set({ at }).execute();
}

/** Sums after each of the moments, which are in order, and before the last of them; by the number of the moment. */
export async function readShopSums(
  db: Db,
  moments: readonly Date[],
  viewsFrom: Date,
): Promise<ReadonlyMap<number, MarketplaceSums>> {
  const [first, last] = [moments[0], moments.at(-1)];
  // Below as a question of its own, so that they are read once and not for every row.
  const bounds = sql.join(moments.map((moment) => sql`${moment.toISOString()}::timestamptz`));
  const { rows } = await sql<MarketplaceSums & { after: number }>`
    select width_bucket(quarter, (select array[${bounds}])) - 1 as after, sum(orders)::float8 as orders, sum(sales_cents)::float8 as sales_cents,
      sum(refunds_cents)::float8 as refunds_cents, sum(customers)::float8 as customers, sum(views)::float8 as views,
      coalesce(sum(orders) filter (where quarter >= api.quarter_of(${viewsFrom.toISOString()}::timestamptz)), 0)::float8 as viewed_orders
    from (select quarter, ${columns} from api.shop_quarter union all select quarter, ${columns} from api.shop_change) as counted
    where quarter >= ${first?.toISOString()}::timestamptz and quarter < ${last?.toISOString()}::timestamptz
    group by 1`.execute(db);
  return new Map(rows.map(({ after, ...sums }) => [after, sums]));
}

/** Adds changes to their quarters, at most so many; answers how many. Safe to do at the same time elsewhere: nobody folds what another does. */
export async function foldChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from api.shop_change where change_id in (
        select change_id from api.shop_change order by change_id limit ${limit} for update skip locked)
      returning *
    ), kept as (
      insert into api.shop_quarter as known (quarter, ${columns})
        select quarter, sum(orders), sum(sales_cents), sum(refunds_cents), sum(customers), sum(views) from taken
        group by quarter order by quarter
      on conflict (quarter) do update set orders = known.orders + excluded.orders, sales_cents = known.sales_cents + excluded.sales_cents,
        refunds_cents = known.refunds_cents + excluded.refunds_cents, customers = known.customers + excluded.customers,
        views = known.views + excluded.views
    )
    select count(*)::int as folded from taken`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Adds what was seen of products that there are, whoever sells them. */
export async function addShopViews(
  db: Db,
  quarter: Date,
  seen: ReadonlyArray<{ productId: string; views: number }>,
): Promise<void> {
  const rows = sql.join(seen.map(({ productId, views }) => sql`(${productId}::text, ${views}::bigint)`));
  await sql`insert into api.shop_change (quarter, views)
    select ${quarter.toISOString()}::timestamptz, sum(views)
    from (values ${rows}) as seen (product_id, views) join api.product using (product_id)
    having sum(views) > 0`.execute(db);
}

type CountedName = 'orders' | 'sales_cents' | 'refunds_cents' | 'customers';
export const countedNames: readonly CountedName[] = ['orders', 'sales_cents', 'refunds_cents', 'customers'];
type WrongQuarter = { quarter: Date } & Record<CountedName, number> & Record<`rows_${CountedName}`, number>;

/** The quarters whose figures are not what the rows come to. In a transaction of one moment, also beside writers. */
export async function findWrongQuarters(db: Db): Promise<WrongQuarter[]> {
  const { rows } = await sql<WrongQuarter>`
    select quarter, ${sql.join(countedNames.flatMap((name) => [sql`${kept(name)} as ${sql.ref(name)}`, sql`${counted(name)} as ${sql.ref(`rows_${name}`)}`]))}
    from ${compared} where ${differ} order by quarter`.execute(db);
  return rows;
}

/** The orders of which something else went back than stands in the history of it. */
export async function findWrongHistories(
  db: Db,
): Promise<Array<{ order_id: string; cents: number; rows_cents: number }>> {
  const { rows } = await sql<{ order_id: string; cents: number; rows_cents: number }>`
    select order_id, coalesce(told.cents, 0)::float8 as cents, coalesce(was.cents, 0)::float8 as rows_cents from ${histories}
    where coalesce(told.cents, 0) <> coalesce(was.cents, 0) order by order_id`.execute(db);
  return rows;
}

/**
 * Adds what is missing, and takes away what is too much: as changes, so that what others write meanwhile stays right. Each statement sees one moment;
 * only one repairs at a time. Answers how many quarters and orders there were.
 */
export async function repairMarketplaceAnalytics(db: Db): Promise<{ quarters: number; orders: number }> {
  return db.transaction().execute(async (transaction) => {
    await sql`select from api.shop_views_from for update`.execute(transaction);
    const orders = await sql`insert into api.order_given_back (order_id, at, cents)
      select order_id, coalesce(was.updated_at, now()), coalesce(was.cents, 0) - coalesce(told.cents, 0) from ${histories}
      where coalesce(told.cents, 0) <> coalesce(was.cents, 0)`.execute(transaction);
    const quarters =
      await sql`insert into api.shop_change (quarter, ${sql.join(countedNames.map((name) => sql.ref(name)))})
      select quarter, ${sql.join(countedNames.map((name) => sql`${counted(name)} - ${kept(name)}`))}
      from ${compared} where ${differ}`.execute(transaction);
    return { quarters: Number(quarters.numAffectedRows ?? 0), orders: Number(orders.numAffectedRows ?? 0) };
  });
}

const counted = (name: CountedName) => sql`coalesce(of_rows.${sql.ref(name)}, 0)::float8`;
const kept = (name: CountedName) => sql`coalesce(kept.${sql.ref(name)}, 0)::float8`;
const differ = sql`(${sql.join(countedNames.map(counted))}) <> (${sql.join(countedNames.map(kept))})`;
const compared = sql`api.shop_quarter_of_rows as of_rows full join (
  select quarter, sum(orders) as orders, sum(sales_cents) as sales_cents, sum(refunds_cents) as refunds_cents, sum(customers) as customers
  from (select * from api.shop_quarter union all select quarter, ${columns} from api.shop_change) as every group by quarter
) as kept using (quarter)`;
const histories = sql`(select order_id, sum(cents) as cents from api.order_given_back group by order_id) as told
  full join (
    select order_id, refunded_cents as cents, updated_at from api."order"
    where refunded_cents <> 0 and api.was_sold(paid_at, status, resume_status, items_returned)
  ) as was using (order_id)`;
