import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { artPath, type Product, type ProductSummary } from '#contract/product.ts';
import type { ProductSort } from '#contract/product-sort.ts';
import type { ApiTables, ProductTable } from '../schema.ts';
import { type Boundary, type OrderColumn, orders } from './list-order.rules.ts';
import { cardFields, fieldColumns, listColumns, productFields } from './product-columns.rules.ts';
import { conditions, filterConditions, placeConditions, type Where } from './product-conditions.store.ts';
import type { ProductFilter } from './product-filter.rules.ts';

type PageRequest = {
  sort: ProductSort;
  limit: number;
  after: Boundary;
  backwards: boolean;
  /** Whether the attributes are read too. */
  withAttributes: boolean;
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

/**
 * The first products that match among the next `most` of the order's index, at most `limit`, in reading order whichever way it
 * was walked. The rows are cut off before they are filtered: so the index is walked, whatever the planner thinks of the filter.
 */
export async function walkProducts(
  db: Kysely<ApiTables>,
  filter: ProductFilter,
  page: PageRequest & { most: number },
): Promise<SummaryRow[]> {
  const { walk, inOrder } = orderOf(page);
  const matching = db
    .selectFrom((eb) =>
      inOrder(eb.selectFrom('api.product').selectAll())
        .where((where) => where.and([...placeConditions(where, filter), afterBoundary(where, page, walk)]))
        .limit(page.most)
        .as('product'),
    )
    .select('product.position')
    .where((eb) => eb.and(filterConditions(eb as unknown as Where, filter)))
    .limit(page.limit);
  const rows: SummaryRow[] = await inOrder(db.selectFrom('api.product').select(listColumns))
    .select([machineSpecs, attributesIf(page.withAttributes)])
    .where('position', '=', sql<number>`any (array(${matching}))`)
    .execute();
  return page.backwards ? rows.reverse() : rows;
}

/** A page of products of which all that match are gathered and sorted first. */
export async function gatherProducts(
  db: Kysely<ApiTables>,
  filter: ProductFilter,
  page: PageRequest,
): Promise<SummaryRow[]> {
  const { columns } = orders[page.sort];
  const { walk, inOrder } = orderOf(page);
  const gathered = db
    .with(
      (cte) => cte('matching').materialized(),
      (cte) =>
        cte
          .selectFrom('api.product')
          .select([...columns, 'position'])
          .where((eb) => eb.and([...conditions(eb, filter), afterBoundary(eb, page, walk)])),
    )
    .with('page', (cte) => inOrder(cte.selectFrom('matching').select('position')).limit(page.limit));
  const rows: SummaryRow[] = await inOrder(gathered.selectFrom('api.product').select(listColumns))
    .select([machineSpecs, attributesIf(page.withAttributes)])
    .where('position', '=', (eb) => sql<number>`any (array(${eb.selectFrom('page').select('position')}))`)
    .execute();
  return page.backwards ? rows.reverse() : rows;
}

type Orderable<Query> = { orderBy: (column: ReturnType<typeof orderExpression>, walk: 'asc' | 'desc') => Query };

function orderOf({ sort, backwards }: PageRequest) {
  const { columns, descending } = orders[sort];
  const walk: 'asc' | 'desc' = descending !== backwards ? 'desc' : 'asc';
  const expressions = [...columns.map(orderExpression), sql<unknown>`position`];
  const inOrder = <Query extends Orderable<Query>>(query: Query) =>
    expressions.reduce((ordered, expression) => ordered.orderBy(expression, walk), query);
  return { walk, inOrder };
}

/** The products at these positions, in this order. */
export async function readProducts(
  db: Kysely<ApiTables>,
  positions: readonly number[],
  { withAttributes }: { withAttributes: boolean },
): Promise<SummaryRow[]> {
  if (positions.length === 0) return [];
  const rows: SummaryRow[] = await db
    .selectFrom('api.product')
    .select(listColumns)
    .select([machineSpecs, attributesIf(withAttributes)])
    .where('position', 'in', positions)
    .execute();
  const place = new Map(positions.map((position, index) => [position, index]));
  return rows.sort((a, b) => (place.get(a.position) ?? 0) - (place.get(b.position) ?? 0));
}

const machineSpecs = sql<SummaryRow['specs']>`case when product_type = 'computing' then specs end`.as('specs');

function attributesIf(wanted: boolean) {
  return sql<SummaryRow['attributes']>`${wanted ? sql.ref('attributes') : sql`null::jsonb`}`.as('attributes');
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
  return column === 'price_unit' ? sql<unknown>`price_unit collate "C"` : sql<unknown>`${sql.ref(column)}`;
}
