import { type Kysely, sql } from 'kysely';
import type { ProductCounts } from '#contract/product.ts';
import type { ApiTables } from '../schema.ts';
import { conditions } from './product-conditions.store.ts';
import { type CountedProduct, noCounts, type ProductFilter } from './product-filter.rules.ts';

const columns = [
  'product_type',
  'name_folded',
  'price_unit',
  'provider',
  'effective_micros',
  'on_sale',
  'in_stock',
  'attributes',
  'position',
  'gb_hour_micros',
  'memory_order',
] as const satisfies ReadonlyArray<keyof CountedProduct>;

/** How many products there are. */
export async function countCatalogue(db: Kysely<ApiTables>): Promise<ProductCounts> {
  const rows = await db
    .selectFrom('api.product')
    .select(['product_type', sql<number>`count(*)`.as('products')])
    .groupBy('product_type')
    .execute();
  const counts = noCounts();
  for (const row of rows) {
    counts[row.product_type] = row.products;
    counts.all += row.products;
  }
  return counts;
}

export function readAll(db: Kysely<ApiTables>): Promise<CountedProduct[]> {
  return db.selectFrom('api.product').select(columns).execute();
}

/** Products of pages of the table that are taken at random: some `percent` of all. */
export async function readSample(db: Kysely<ApiTables>, percent: number): Promise<CountedProduct[]> {
  const { rows } = await sql<CountedProduct>`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from api.product tablesample system (${percent}::float8)`.execute(db);
  return rows;
}

/**
 * Up to `most` products that match, where few do. The matches are gathered before they are cut off: a limit would have the
 * planner read the table from its beginning, in the hope of meeting some.
 */
export function findMatching(db: Kysely<ApiTables>, filter: ProductFilter, most: number): Promise<CountedProduct[]> {
  return db
    .with(
      (cte) => cte('matching').materialized(),
      (cte) =>
        cte
          .selectFrom('api.product')
          .select(columns)
          .where((eb) => eb.and(conditions(eb, filter))),
    )
    .selectFrom('matching')
    .select(columns)
    .limit(most)
    .execute();
}
