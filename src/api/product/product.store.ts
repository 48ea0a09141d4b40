import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { artPath, type Product, type ProductSummary } from '#contract/product.ts';
import type { ProductSort } from '#contract/product-query.ts';
import type { ApiTables, ProductTable } from '../schema.ts';
import { type OrderColumn, type OrderKey, orders } from './list-order.rules.ts';
import { cardFields, fieldColumns, listColumns, productFields } from './product-columns.rules.ts';
import { conditions, type Where } from './product-conditions.store.ts';
import type { ProductFilter } from './product-filter.rules.ts';

type PageRequest = {
  sort: ProductSort;
  limit: number;
  /** Boundary product and direction; null starts at the near or far end. */
  after: { key: OrderKey; position: number } | null;
  backwards: boolean;
  /** Few products match: gather them first, then order. Otherwise walk the order's index until the page is full. */
  gatherFirst: boolean;
  /** Whether the attributes are read too. */
  attributes: boolean;
};

/** Rows that are in memory at once where the whole catalogue is read. */
const BATCH_ROWS = 500;

type ProductRow = Selectable<ProductTable>;
export type SummaryRow = Pick<ProductRow, (typeof listColumns)[number]> & {
  /** Of a machine alone. */
  specs: ProductRow['specs'] | null;
  /** Where they are asked for. */
  attributes: ProductRow['attributes'] | null;
};

export async function findProduct(db: Kysely<ApiTables>, productId: string): Promise<Product | null> {
  const row = await db
    .selectFrom('api.product')
    .select(fieldColumns)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row ? toProduct(row) : null;
}

/** Every product in the shop's order, in batches, so that memory stays flat whatever the size of the catalogue. */
export async function* eachProduct(db: Kysely<ApiTables>, batch = BATCH_ROWS): AsyncGenerator<Product[]> {
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom('api.product')
      .select([...fieldColumns, 'position'])
      .where('position', '>', last)
      .orderBy('position')
      .limit(batch)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)?.position ?? last;
    yield rows.map(toProduct);
  }
}

/** One page of products in the order asked for; at most `limit`, in reading order whichever way it was walked. */
export async function listProducts(
  db: Kysely<ApiTables>,
  filter: ProductFilter,
  page: PageRequest,
): Promise<SummaryRow[]> {
  const { columns, descending } = orders[page.sort];
  const walk = descending !== page.backwards ? 'desc' : 'asc';
  const selected = db
    .with(
      (cte) => (page.gatherFirst ? cte('matching').materialized() : cte('matching').notMaterialized()),
      (cte) =>
        cte
          .selectFrom('api.product')
          .select(listColumns)
          .where((eb) => eb.and(conditions(eb, filter)))
          .where((eb) => afterBoundary(eb, page, walk)),
    )
    .selectFrom('matching')
    .select(listColumns)
    // Looked up for the rows of the page alone, however many match.
    .select((eb) => [
      eb
        .selectFrom('api.product as machine')
        .select('machine.specs')
        .whereRef('machine.product_id', '=', 'matching.product_id')
        .where('machine.product_type', '=', 'computing')
        .as('specs'),
      (page.attributes
        ? eb
            .selectFrom('api.product as described')
            .select('described.attributes')
            .whereRef('described.product_id', '=', 'matching.product_id')
        : sql<null>`null::jsonb`
      ).as('attributes'),
    ]);
  const ordered = columns.reduce((query, column) => query.orderBy(orderExpression(column), walk), selected);
  const rows: SummaryRow[] = await ordered.orderBy('position', walk).limit(page.limit).execute();
  return page.backwards ? rows.reverse() : rows;
}

/** The row as a list tells it, with the excerpt of its description. */
export function toSummary(row: Omit<SummaryRow, 'specs' | 'attributes'>): ProductSummary {
  const { default_options } = row;
  return withArt({ ...cardFields(row), ...(default_options && { default_options }) });
}

/** What products need not have is left out where they do not have it. */
function toProduct(row: Pick<ProductRow, (typeof fieldColumns)[number]>): Product {
  const { attributes, variants, license, ...fields } = productFields(row);
  return withArt({
    ...fields,
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(variants.length > 0 && { variants }),
    ...(license !== '' && { license }),
  });
}

function withArt<P extends Pick<Product, 'product_id' | 'product_type' | 'product_img'>>(product: P): P {
  return { ...product, product_img: product.product_img || artPath(product) };
}

/** The ids in front of which each part of `size` products begins, in order of id; the first begins at ''. */
export async function sitemapParts(db: Kysely<ApiTables>, size: number): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from (
      select product_id, row_number() over (order by product_id) as n from api.product) numbered
    where n % ${size} = 0 order by product_id`.execute(db);
  return ['', ...rows.map((row) => row.product_id)];
}

export async function sitemapPart(db: Kysely<ApiTables>, after: string, size: number) {
  return db
    .selectFrom('api.product')
    .select(['product_id', 'updated_at'])
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(size)
    .execute();
}

/** Whole products in the order of their ids: what the feed reads part by part. */
export async function feedPart(db: Kysely<ApiTables>, after: string, size: number): Promise<Product[]> {
  const rows = await db
    .selectFrom('api.product')
    .select(fieldColumns)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(size)
    .execute();
  return rows.map(toProduct);
}

function afterBoundary(eb: Where, page: PageRequest, walk: 'asc' | 'desc') {
  if (!page.after) return eb.lit(true);
  const { key, position } = page.after;
  const columns = orders[page.sort].columns.map(orderExpression);
  const beyond = sql.raw(walk === 'asc' ? '>' : '<');
  return sql<SqlBool>`(${sql.join([...columns, sql.ref('position')])}) ${beyond} (${sql.join([...key, position])})`;
}

/** Units are compared letter by letter, so that every database has their groups in one order. */
function orderExpression(column: OrderColumn) {
  return column === 'price_unit' ? sql`price_unit collate "C"` : sql`${sql.ref(column)}`;
}
