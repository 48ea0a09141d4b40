// How many products are for sale, by type, as triggers count them (migration 0153): a number for each type, and the changes that are
// not folded into it yet.
import { type Kysely, sql } from 'kysely';
import type { ProductCounts, ProductType } from '#contract/catalogue/product/product.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { noCounts } from '../product/product-filter.rules.ts';

type Db = Kysely<ApiTables>;

const counted = sql`(select product_type, sum(products)::bigint as products from (
    select product_type, products from api.product_count
    union all select product_type, change from api.product_count_change) as parts
  group by product_type)`;

/** How many products are for sale, without a look at any of them. */
export async function countCatalogue(db: Db): Promise<ProductCounts> {
  const { rows } = await sql<{ product_type: ProductType; products: number }>`
    select product_type, products from ${counted} as counted`.execute(db);
  const counts = noCounts();
  for (const { product_type, products } of rows) {
    counts[product_type] = products;
    counts.all += products;
  }
  return counts;
}

/** Folds up to `limit` changes into the numbers, and answers how many they were. Several may do so at once. */
export async function foldProductCounts(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from api.product_count_change where id in (
        select id from api.product_count_change order by id limit ${limit} for update skip locked)
      returning product_type, change
    ), kept as (
      insert into api.product_count as known (product_type, products)
        select product_type, sum(change) from taken group by product_type order by product_type
      on conflict (product_type) do update set products = known.products + excluded.products
    )
    select count(*)::int as folded from taken`.execute(db);
  return rows[0]?.folded ?? 0;
}

export type WrongCount = { product_type: ProductType; counted: number; products: number };

const wrong = sql`select product_type, coalesce(counted.products, 0)::bigint as counted, coalesce(listed.products, 0)::bigint as products
  from ${counted} as counted full join (
    select product_type, count(*) as products from api.listed_product group by product_type) as listed using (product_type)
  where coalesce(counted.products, 0) <> coalesce(listed.products, 0)`;

/** Types of which another number is counted than there are. Reads every product that is for sale. */
export async function findWrongProductCounts(db: Db): Promise<WrongCount[]> {
  return (await sql<WrongCount>`${wrong} order by product_type`.execute(db)).rows;
}

/** Puts the numbers right, and answers of how many types they were wrong. Also while products change: it sees one moment, and adds what differs. */
export async function repairProductCounts(db: Db): Promise<number> {
  const { rows } = await sql`insert into api.product_count_change (product_type, change)
    select product_type, products - counted from (${wrong}) as wrong returning id`.execute(db);
  return rows.length;
}
