// Buyers of products by day, and the products that have the most of late.
import { type Kysely, sql } from 'kysely';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** The days of these that are not counted for good: what is paid back within `lateDays` of an order does not count. */
export async function listDaysToCount(
  db: Db,
  { today, days, lateDays }: { today: string; days: number; lateDays: number },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select begun::date::text as day
    from generate_series(${today}::date - ${days - 1}::int, ${today}::date::timestamp, interval '1 day') as begun
    where not exists (
      select from api.buyer_day as counted
      where counted.day = begun::date
        and counted.counted_at >= (begun + (${lateDays}::int + 1) * interval '1 day') at time zone 'UTC')
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Counts the accounts that bought each product on a day, and have not been paid back. What cost nothing is not counted. */
export async function countBuyersOfDay(db: Db, day: string, now: Date): Promise<void> {
  await db.deleteFrom('api.product_buyer_day').where('day', '=', day).execute();
  await sql`insert into api.product_buyer_day (day, product_id, buyers)
    select ${day}::date, line.product_id, count(distinct "order".account_id)
    from api."order" as "order" join api.order_line as line using (order_id)
    where "order".created_at >= ${day}::date::timestamp at time zone 'UTC'
      and "order".created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
      and "order".status in ('paid', 'fulfilled') and "order".account_id is not null
      and line.amount_cents - line.discount_cents > line.refunded_cents
    group by line.product_id`.execute(db);
  await db
    .insertInto('api.buyer_day')
    .values({ day, counted_at: now })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ counted_at: now }))
    .execute();
}

export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('api.product_buyer_day').where('day', '<', day).execute();
  await db.deleteFrom('api.buyer_day').where('day', '<', day).execute();
}

export type MostBought = { product_id: string; product_type: ProductType; buyers: number };

/** The `most` products of each type with the most buyers since a day; of a buyer on several days each day counts. */
export async function rankByBuyers(db: Db, since: string, most: number): Promise<MostBought[]> {
  const { rows } = await sql<MostBought>`
    select product_id, product_type, buyers from (
      select product_id, product_type, buyers,
        row_number() over (partition by product_type order by buyers desc, product_id) as rank
      from (select product_id, sum(buyers)::bigint as buyers from api.product_buyer_day
          where day >= ${since}::date group by product_id) as bought
        join api.listed_product using (product_id)) as ranked
    where rank <= ${most} order by product_id`.execute(db);
  return rows;
}

export function listMostBought(db: Db): Promise<MostBought[]> {
  return db.selectFrom('api.most_bought').selectAll().orderBy('product_id').execute();
}

/** Takes the place of what was ranked before. */
export async function saveMostBought(db: Db, ranked: MostBought[]): Promise<void> {
  await db.deleteFrom('api.most_bought').execute();
  if (ranked.length === 0) return;
  await sql`insert into api.most_bought (product_id, product_type, buyers)
    select product_id, product_type, buyers
    from jsonb_to_recordset(${JSON.stringify(ranked)}::jsonb) as bought (product_id text, product_type text, buyers bigint)`.execute(
    db,
  );
}

/** Answers of the catalogue that are cached are of no use any more. */
export async function noteRanking(db: Db): Promise<void> {
  await sql`insert into api.catalogue_change default values`.execute(db);
  await sql`select pg_notify('catalogue_change', '')`.execute(db);
}
