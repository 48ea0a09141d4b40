import { type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { artPath, type Product, type ProductCounts, type ProductSummary } from '#contract/product.ts';
import type { ProductSort } from '#contract/product-query.ts';
import type { ApiTables, ProductTable } from '../schema.ts';
import { cardFields, fieldColumns, listColumns, productFields } from './product-columns.rules.ts';
import { machineFacts } from './product-facts.rules.ts';

export type ProductFilter = {
  category: 'all' | ProductTable['product_type'];
  /** Pattern of LIKE over the folded name, or null for every name. */
  namePattern: string | null;
  priceMicros: { min: number; max: number } | null;
  onSale: boolean;
  inStock: boolean;
};

type PageRequest = {
  sort: ProductSort;
  limit: number;
  /** Boundary product and direction; null starts at the near or far end. */
  after: { key: string | number | null; position: number } | null;
  backwards: boolean;
  /** Few products match: gather them first, then order. Otherwise walk the order's index until the page is full. */
  gatherFirst: boolean;
};

/** Rows that are in memory at once where the whole catalogue is read. */
const BATCH_ROWS = 500;

type ProductRow = Selectable<ProductTable>;
export type SummaryRow = Pick<ProductRow, (typeof listColumns)[number]> & {
  /** Of a machine alone. */
  specs: ProductRow['specs'] | null;
};

const orders: Record<ProductSort, { column: 'effective_micros' | 'name_folded' | null; descending: boolean }> = {
  featured: { column: null, descending: false },
  newest: { column: null, descending: true },
  price_asc: { column: 'effective_micros', descending: false },
  price_desc: { column: 'effective_micros', descending: true },
  name: { column: 'name_folded', descending: false },
};

export async function findProduct(db: Kysely<ApiTables>, productId: string): Promise<Product | null> {
  const row = await db
    .selectFrom('api.product')
    .select(fieldColumns)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row ? toProduct(row) : null;
}

/** These products as lists tell them, with their specifications; those that are gone are missing. */
export async function findSummaries(db: Kysely<ApiTables>, productIds: readonly string[]) {
  if (productIds.length === 0) return new Map<string, { summary: ProductSummary; specs: Product['specs'] }>();
  const rows = await db
    .selectFrom('api.product')
    .select([...listColumns, 'specs'])
    .where('product_id', 'in', productIds)
    .execute();
  return new Map(rows.map((row) => [row.product_id, { summary: toSummary(row), specs: row.specs }]));
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

/** How many products match the filter in each category; the filter's own category is left out of account. */
export async function countProducts(db: Kysely<ApiTables>, filter: ProductFilter): Promise<ProductCounts> {
  const rows = await db
    .selectFrom('api.product')
    .select(['product_type', sql<number>`count(*)`.as('products')])
    .where((eb) => eb.and(conditions(eb, { ...filter, category: 'all' })))
    .groupBy('product_type')
    .execute();
  const counts: ProductCounts = { all: 0, solutions: 0, computing: 0, data: 0, algorithm: 0 };
  for (const row of rows) {
    counts[row.product_type] = row.products;
    counts.all += row.products;
  }
  return counts;
}

/** One page of products in the order asked for; at most `limit`, in reading order whichever way it was walked. */
export async function listProducts(
  db: Kysely<ApiTables>,
  filter: ProductFilter,
  page: PageRequest,
): Promise<SummaryRow[]> {
  const { column, descending } = orders[page.sort];
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
    .select((eb) =>
      eb
        .selectFrom('api.product as machine')
        .select('machine.specs')
        .whereRef('machine.product_id', '=', 'matching.product_id')
        .where('machine.product_type', '=', 'computing')
        .as('specs'),
    );
  const ordered = column ? selected.orderBy(column, walk) : selected;
  const rows: SummaryRow[] = await ordered.orderBy('position', walk).limit(page.limit).execute();
  return page.backwards ? rows.reverse() : rows;
}

/** The row as a list tells it, with the excerpt of its description. */
export function toSummary(row: Omit<SummaryRow, 'specs'>): ProductSummary {
  const { default_options } = row;
  return withArt({ ...cardFields(row), ...(default_options && { default_options }) });
}

/** A row of a list, with what tells a machine from another. */
export function toListed(row: SummaryRow): ProductSummary {
  const facts = machineFacts(row.specs ?? []);
  return { ...toSummary(row), ...(facts && { facts }) };
}

/** Products as lists show them, in the order of `positions`; those that are no more are left out. */
export async function findListed(db: Kysely<ApiTables>, positions: readonly number[]): Promise<ProductSummary[]> {
  if (positions.length === 0) return [];
  const rows = await db
    .selectFrom('api.product')
    .select(listColumns)
    .select((eb) => eb.case().when('product_type', '=', 'computing').then(eb.ref('specs')).end().as('specs'))
    .where('position', 'in', positions)
    .execute();
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return positions.flatMap((position) => {
    const row = byPosition.get(position);
    return row ? [toListed(row)] : [];
  });
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

type Where = ExpressionBuilder<ApiTables, 'api.product'>;

function conditions(eb: Where, filter: ProductFilter) {
  const list = [];
  if (filter.category !== 'all') list.push(eb('product_type', '=', filter.category));
  if (filter.namePattern !== null) list.push(eb('name_folded', 'like', filter.namePattern));
  // The sale price of what is on sale, the price of everything else: a generated column (migrations/0001-catalogue.sql).
  if (filter.priceMicros) list.push(eb.between('effective_micros', filter.priceMicros.min, filter.priceMicros.max));
  if (filter.onSale) list.push(eb('on_sale', '=', true));
  if (filter.inStock) list.push(eb('in_stock', '=', true));
  return list;
}

function afterBoundary(eb: Where, page: PageRequest, walk: 'asc' | 'desc') {
  if (!page.after) return eb.lit(true);
  const { column } = orders[page.sort];
  const beyond = sql.raw(walk === 'asc' ? '>' : '<');
  return column
    ? sql<SqlBool>`(${sql.ref(column)}, position) ${beyond} (${page.after.key}, ${page.after.position})`
    : sql<SqlBool>`position ${beyond} ${page.after.position}`;
}
