// Lists: their pages, and the products that they are counted by.
import { type Expression, type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { deliveryMinutes, deliveryText } from '#contract/catalogue/product/delivery.ts';
import { productTypes } from '#contract/catalogue/product/product.schema.ts';
import type { ProductSummary, ProductType } from '#contract/catalogue/product/product.ts';
import { type Attribute, findAttribute } from '#contract/catalogue/product/product-attributes.ts';
import {
  type AttributeFilter,
  type AttributeFilters,
  BYTES_OF_GB,
} from '#contract/catalogue/product/product-filter.ts';
import type { ProductSort } from '#contract/catalogue/product/product-sort.ts';
import { isRental, offeredQuantity } from '#contract/catalogue/product/rental.ts';
import type { ProductTable } from '../../schema/catalogue.ts';
import { cardFields, listColumns } from '../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { containsPattern } from '../../text/search-text.rules.ts';
import type { Shops } from './facet-label.rules.ts';
import { wantedTokens } from './facet-token.rules.ts';
import { type Boundary, type OrderColumn, orders } from './list-order.rules.ts';
import { withArt } from './product-art.rules.ts';
import { machineFacts } from './product-facts.rules.ts';
import { type CountedProduct, leastTenths, type ProductFilter } from './product-filter.rules.ts';

type ProductRow = Selectable<ProductTable>;
/** `expressions`: those of licenses that pass; null where no license is asked for. */
export type DatabaseFilter = ProductFilter & { expressions: readonly string[] | null };
type PageRequest = {
  sort: ProductSort;
  limit: number;
  after: Boundary;
  backwards: boolean;
  /** True if the attributes are read too. */
  withAttributes: boolean;
  /** True if the variants are, for the prices of a region. */
  withVariants: boolean;
};

export type SummaryRow = Pick<ProductRow, (typeof listColumns)[number]> & {
  /** Read for machines alone. */
  specs: ProductRow['specs'] | null;
  /** Hours of the shortest rental, where the product states one. */
  minimum_rental: number | null;
  /** True where it, or a variant of it, is sold as keys. */
  has_keys: boolean;
  delivery_within_hours: number | null;
  at_once: boolean;
  /** Goods and variants, where the time depends on them. */
  slow_goods: ProductRow['goods'] | null;
  slow_variants: ProductRow['variants'] | null;
  rating_count: number;
  rating_tenths: number | null;
  shop: { name: string; address: string } | null;
  /** Names of the first regions, and how many there are. */
  regions: string[] | null;
  region_count: number | null;
  /** Where they are asked for. */
  attributes: ProductRow['attributes'] | null;
  variants: ProductRow['variants'] | null;
};
type SummaryParts = Omit<SummaryRow, 'attributes' | 'variants'>;

/**
 * The first products that match among the next `most` of the order's index, at most `limit`, in reading order whichever way it
 * was walked. The rows are cut off before they are filtered: so the index is walked, whatever the planner thinks of the filter.
 */
export async function walkProducts(
  db: Kysely<ApiTables>,
  filter: DatabaseFilter,
  page: PageRequest & { most: number },
): Promise<SummaryRow[]> {
  const { walk, inOrder } = orderOf(page);
  const matching = db
    .selectFrom((eb) =>
      inOrder(eb.selectFrom('api.listed_product').selectAll())
        .where((where) => where.and([...placeConditions(where, filter), afterBoundary(where, page, walk)]))
        .limit(page.most)
        .as('product'),
    )
    .select('product.position')
    .where((eb) => eb.and(filterConditions(eb as unknown as Where, filter)))
    .limit(page.limit);
  const rows: SummaryRow[] = await inOrder(db.selectFrom('api.listed_product').select(listColumns))
    .select([...summaryColumns, attributesIf(page.withAttributes), variantsIf(page.withVariants)])
    .where('position', '=', sql<number>`any (array(${matching}))`)
    .execute();
  return page.backwards ? rows.reverse() : rows;
}

/** A page of products of which all that match are gathered and sorted first. */
export async function gatherProducts(
  db: Kysely<ApiTables>,
  filter: DatabaseFilter,
  page: PageRequest,
): Promise<SummaryRow[]> {
  const { columns } = orders[page.sort];
  const { walk, inOrder } = orderOf(page);
  const gathered = db
    .with(
      (cte) => cte('matching').materialized(),
      (cte) =>
        cte
          .selectFrom('api.listed_product')
          .select([...columns, 'position'])
          .where((eb) => eb.and([...conditions(eb, filter), afterBoundary(eb, page, walk)])),
    )
    .with('page', (cte) => inOrder(cte.selectFrom('matching').select('position')).limit(page.limit));
  const rows: SummaryRow[] = await inOrder(gathered.selectFrom('api.listed_product').select(listColumns))
    .select([...summaryColumns, attributesIf(page.withAttributes), variantsIf(page.withVariants)])
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
  { withAttributes, withVariants }: Pick<PageRequest, 'withAttributes' | 'withVariants'>,
): Promise<SummaryRow[]> {
  if (positions.length === 0) return [];
  const rows: SummaryRow[] = await db
    .selectFrom('api.listed_product')
    .select(listColumns)
    .select([...summaryColumns, attributesIf(withAttributes), variantsIf(withVariants)])
    .where('position', 'in', positions)
    .execute();
  const place = new Map(positions.map((position, index) => [position, index]));
  return rows.sort((a, b) => (place.get(a.position) ?? 0) - (place.get(b.position) ?? 0));
}

const machineSpecs = sql<SummaryRow['specs']>`case when product_type = 'computing' then specs end`.as('specs');

const minimumRental = sql<number | null>`(attributes ->> 'minimum_rental')::float8`.as('minimum_rental');

const hasKeys = sql<boolean>`goods -> 'keys' is not null or jsonb_path_exists(goods, '$.variants[*].keys')`.as(
  'has_keys',
);

/** Columns of the delivery; goods and variants where the time depends on them. */
const delivery = [
  'delivery_within_hours',
  'at_once',
  sql<SummaryRow['slow_goods']>`case when not at_once and goods <> '{}' then goods end`.as('slow_goods'),
  sql<SummaryRow['slow_variants']>`case when not at_once and goods <> '{}' then variants end`.as('slow_variants'),
] as const;

/** Regions that a list names of each product. */
const MOST_REGIONS = 12;

const regions = [
  sql<SummaryRow['regions']>`case when product_type = 'computing'
    then jsonb_path_query_array(attributes, ${sql.lit(`$.region[0 to ${MOST_REGIONS - 1}]`)}) end`.as('regions'),
  sql<number | null>`case when product_type = 'computing' and jsonb_typeof(attributes -> 'region') = 'array'
    then jsonb_array_length(attributes -> 'region') end`.as('region_count'),
] as const;

/** A shop that has a page; with the list's own statement, whatever number of products it has. */
const shop = sql<SummaryRow['shop']>`(select jsonb_build_object('name', seller.name, 'address', seller.address)
  from api.seller as seller where seller.seller_id = listed_product.seller_id
    and seller.name > '' and seller.address is not null)`.as('shop');

/** Columns of a summary beside those of its fields. */
const summaryColumns = [
  machineSpecs,
  minimumRental,
  hasKeys,
  ...delivery,
  'rating_count',
  'rating_tenths',
  shop,
  ...regions,
] as const;

function variantsIf(wanted: boolean) {
  return sql<SummaryRow['variants']>`${wanted ? sql.ref('variants') : sql`null::jsonb`}`.as('variants');
}

function attributesIf(wanted: boolean) {
  return sql<SummaryRow['attributes']>`${wanted ? sql.ref('attributes') : sql`null::jsonb`}`.as('attributes');
}

/** Products as lists show them, in the order of `positions`; those that are no more are left out. */
export async function findListed(db: Kysely<ApiTables>, positions: readonly number[]): Promise<ProductSummary[]> {
  return (await readProducts(db, positions, { withAttributes: false, withVariants: false })).map(toListed);
}

/** Facts of these products that say how they are offered in a region, with a number of GPUs or for a length of time. */
export async function findOfferParts(db: Kysely<ApiTables>, productIds: readonly string[]) {
  if (productIds.length === 0) return new Map<string, Pick<ProductRow, 'variants' | 'attributes'>>();
  const rows = await db
    .selectFrom('api.listed_product')
    .select(['product_id', 'variants', 'attributes'])
    .where('product_id', 'in', productIds)
    .execute();
  return new Map(rows.map(({ product_id, ...parts }) => [product_id, parts] as const));
}

/** These products as lists tell them, with their specifications; those that are no more are missing. */
export async function findSummaries(db: Kysely<ApiTables>, productIds: readonly string[]) {
  if (productIds.length === 0) return new Map<string, { summary: ProductSummary; specs: ProductRow['specs'] }>();
  const rows = await db
    .selectFrom('api.listed_product')
    .select([...listColumns, 'specs as all_specs'])
    .select(summaryColumns)
    .where('product_id', 'in', productIds)
    .execute();
  return new Map(
    rows.map((row) => {
      const { all_specs: specs } = row;
      return [row.product_id, { summary: toListed(row), specs }];
    }),
  );
}

/** The row as a list tells it, with the excerpt of its description and what tells a machine from another. */
export function toListed(row: SummaryParts): ProductSummary {
  const { default_options, price_unit, minimum_rental, has_keys } = row;
  const facts = machineFacts(row.specs ?? []);
  const { least_quantity: least } = offeredQuantity({
    price_unit,
    ...(minimum_rental !== null && { attributes: { minimum_rental } }),
  });
  return withArt({
    ...cardFields(row),
    ...(default_options && { default_options }),
    ...(least > 1 && { least_quantity: least }),
    ...(!has_keys && isRental({ price_unit, goods: {} }) && { is_rental: true as const }),
    ...(facts && { facts }),
    ...deliveryOf(row),
    ...decidingFacts(row),
  });
}

/** Facts by which buyers decide: the reviews, the shop, and where machines stand. */
function decidingFacts({
  rating_count: reviews,
  rating_tenths: tenths,
  shop: seller,
  regions,
  region_count,
}: SummaryParts) {
  return {
    ...(tenths !== null && { rating: { average: tenths / 10, reviews } }),
    ...(seller && { seller }),
    ...(regions && regions.length > 0 && { regions }),
    ...(region_count !== null && region_count > MOST_REGIONS && { region_count }),
  };
}

/** Delivery as lists say it: by whom, and that no time is promised, is told where there is room for it. */
function deliveryOf(row: SummaryParts): Pick<ProductSummary, 'delivery'> {
  const { stock, delivery_within_hours, slow_goods, slow_variants } = row;
  const minutes = row.at_once
    ? 0
    : deliveryMinutes({ stock, goods: slow_goods ?? {}, variants: slow_variants ?? [], delivery_within_hours });
  // Nothing that is sold out is delivered.
  return minutes === null || stock === 0 ? {} : { delivery: deliveryText(minutes, '') };
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

const countedColumns = [
  'product_type',
  'name_folded',
  'price_unit',
  'provider',
  'license',
  'seller_id',
  'rating_tenths',
  'effective_micros',
  'on_sale',
  'in_stock',
  'at_once',
  'attributes',
  'position',
  'gb_hour_micros',
  'memory_order',
  'default_gpus',
  'least_gpus',
] as const satisfies ReadonlyArray<keyof CountedProduct>;

/** Ids of the shops at these addresses. */
export async function findShopsAt(db: Kysely<ApiTables>, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.seller')
    .select(['seller_id', 'address'])
    .where('address', 'in', addresses)
    .execute();
  return new Map(rows.flatMap(({ seller_id, address }) => (address === null ? [] : [[address, seller_id]])));
}

/** Names and addresses of these shops, as far as they have a page. */
export async function findShops(db: Kysely<ApiTables>, sellerIds: readonly string[]): Promise<Shops> {
  if (sellerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.seller')
    .select(['seller_id', 'name', 'address'])
    .where('seller_id', 'in', sellerIds)
    .execute();
  return new Map(
    rows.flatMap(({ seller_id, name, address }) => (name && address ? [[seller_id, { name, address }]] : [])),
  );
}

export function readAll(db: Kysely<ApiTables>): Promise<CountedProduct[]> {
  return db.selectFrom('api.listed_product').select(countedColumns).execute();
}

/** Products of pages of the table that are taken at random: some `percent` of all. */
export async function readSample(db: Kysely<ApiTables>, percent: number): Promise<CountedProduct[]> {
  const columns = sql.join(countedColumns.map((column) => sql.ref(column)));
  const { rows } = await sql<CountedProduct>`select ${columns}, (ctid::text::point)[0] as table_page
    from api.product tablesample system (${percent}::float8) where listed`.execute(db);
  return rows;
}

/**
 * Up to `most` products that match, where few do. The matches are gathered before they are cut off: a limit would have the
 * planner read the table from its beginning, in the hope of meeting some.
 */
export function findMatching(db: Kysely<ApiTables>, filter: DatabaseFilter, most: number): Promise<CountedProduct[]> {
  return db
    .with(
      (cte) => cte('matching').materialized(),
      (cte) =>
        cte
          .selectFrom('api.listed_product')
          .select(countedColumns)
          .where((eb) => eb.and(conditions(eb, filter))),
    )
    .selectFrom('matching')
    .select(countedColumns)
    .limit(most)
    .execute();
}

type Where = ExpressionBuilder<ApiTables, 'api.listed_product'>;

/** Conditions on a product to match, as the database is asked; product-filter.rules.ts asks the same of one in memory. */
function conditions(eb: Where, filter: DatabaseFilter): Array<Expression<SqlBool>> {
  const { category, priceMicros } = filter;
  const list = [...placeConditions(eb, filter), ...filterConditions(eb, filter)];
  if (category === 'all') {
    // Every category, so that prices are looked up in the index that begins with it.
    return priceMicros ? [...list, eb('product_type', 'in', productTypes)] : list;
  }
  // A lookup by attributes alone needs no lookup by category too, which is a long way.
  const byAttributes = Object.keys(filter.attributes).length > 0 && !priceMicros;
  return byAttributes
    ? [...filterConditions(eb, filter), ...unitCondition(eb, filter), sql<SqlBool>`product_type || '' = ${category}`]
    : list;
}

/** Where in the index of an order the products are among which matches are: what such an index begins with. */
function placeConditions(eb: Where, filter: ProductFilter): Array<Expression<SqlBool>> {
  const { category } = filter;
  return [...(category === 'all' ? [] : [eb('product_type', '=', category)]), ...unitCondition(eb, filter)];
}

function unitCondition(eb: Where, { priceUnits: [unit, ...others] }: ProductFilter): Array<Expression<SqlBool>> {
  if (unit === undefined) return [];
  const column = sql<string>`price_unit collate "C"`;
  return [others.length === 0 ? eb(column, '=', unit) : eb(column, 'in', [unit, ...others])];
}

/** The rest of what a match has to be. */
function filterConditions(eb: Where, filter: DatabaseFilter): Array<Expression<SqlBool>> {
  const { category, attributes } = filter;
  return [...otherConditions(eb, filter), ...(category === 'all' ? [] : attributeConditions(category, attributes))];
}

function otherConditions(eb: Where, filter: DatabaseFilter) {
  const { keyword, priceMicros, gpuHourMicros, providers, onSale, inStock, atOnce } = filter;
  const { expressions, sellers, rating } = filter;
  const list: Array<Expression<SqlBool>> = [];
  if (keyword !== null) list.push(eb('name_folded', 'like', containsPattern(keyword)));
  // The sale price of what is on sale, the price of everything else: a generated column (migrations/0001-catalogue.sql).
  if (priceMicros) list.push(eb.between('effective_micros', priceMicros.min, priceMicros.max));
  if (gpuHourMicros !== null) list.push(gpuHourCondition(gpuHourMicros));
  if (providers.length > 0) list.push(eb('provider', 'in', providers));
  if (expressions) list.push(sql<SqlBool>`license collate "C" = any (${expressions}::text[])`);
  if (sellers.length > 0) list.push(isOfSellers(eb, sellers));
  if (rating !== null) list.push(eb('rating_tenths', '>=', leastTenths(rating)));
  if (onSale) list.push(eb('on_sale', '=', true));
  if (inStock) list.push(eb('in_stock', '=', true));
  if (atOnce) list.push(eb('at_once', '=', true));
  return list;
}

/** As product-filter.rules.ts says what an hour of a GPU costs; the function has an index (migration 0156). */
function gpuHourCondition(most: number) {
  return sql<SqlBool>`api.gpu_hour_micros(product_type, price_unit, effective_micros, memory_order, default_gpus, least_gpus)
    <= ${most}::numeric`;
}

function isOfSellers(eb: Where, sellers: ProductFilter['sellers']): Expression<SqlBool> {
  const ids = sellers.map(({ seller_id }) => seller_id).filter((id) => id !== null);
  if (ids.length === 0) return eb('seller_id', 'is', null);
  const isOfShop = eb('seller_id', '=', sql<string>`any (${ids}::text[])`);
  return ids.length === sellers.length ? isOfShop : eb.or([isOfShop, eb('seller_id', 'is', null)]);
}

function attributeConditions(category: ProductType, filters: AttributeFilters): Array<Expression<SqlBool>> {
  return [
    ...wantedTokens(category, filters).map((tokens) => sql<SqlBool>`facets && ${tokens}::text[]`),
    ...Object.entries(filters).flatMap(([name, wanted]) => {
      const attribute = findAttribute(category, name);
      return attribute && 'min' in wanted ? withinRange(attribute, wanted) : [];
    }),
  ];
}

function withinRange({ name, kind, unit }: Attribute, range: Extract<AttributeFilter, { min: unknown }>) {
  const scale = unit === 'bytes' ? BYTES_OF_GB : 1;
  const written = sql`attributes->>${name}::text`;
  const ends = (['min', 'max'] as const).flatMap((end) => {
    const bound = range[end];
    return bound === null ? [] : [{ bound, beyond: sql.raw(end === 'min' ? '>=' : '<=') }];
  });
  // Dates as far as both are written, compared letter by letter.
  if (kind === 'date') {
    return ends.map(
      ({ bound, beyond }) =>
        sql<SqlBool>`left(${written}, length(${bound}::text)) collate "C" ${beyond} left(${bound}::text, length(${written}))`,
    );
  }
  const number = kind === 'numbers' ? sql`number::float8` : sql`(${written})::float8`;
  const within = sql.join(
    ends.map(({ bound, beyond }) => sql<SqlBool>`${number} ${beyond} ${Number(bound) * scale}::float8`),
    sql` and `,
  );
  if (kind !== 'numbers') return [sql<SqlBool>`(${within})`];
  return [
    sql<SqlBool>`exists (select from jsonb_array_elements_text(attributes->${name}::text) number where ${within})`,
  ];
}
