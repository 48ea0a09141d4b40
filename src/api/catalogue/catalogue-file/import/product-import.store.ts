import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type ColumnType,
  judgedColumns,
  productColumns,
  type StoredProduct,
  storedColumns,
} from '../../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import type { KnownProduct, MergedProduct } from '../../product-input/merge-row.rules.ts';

type Db = Kysely<ApiTables>;

/** Rows that are in memory at once where the whole catalogue is read. */
const BATCH_ROWS = 500;

/** The catalogue, or where a dry run stores its products until its transaction is undone. */
export const catalogueTable = sql.table('api.product');
export const dryRunTable = sql.id('pg_temp', 'dry_run_product');
/** Units that orders hold, which a file says nothing of. */
const heldColumns = ['held', 'variants_held'] as const;
export type ImportTable = typeof catalogueTable;

/** Nothing of it outlives the transaction. Its columns, checks and key are the catalogue's. */
export async function createDryRunTable(transaction: Db): Promise<void> {
  await sql`create temporary table dry_run_product (
    like api.product including defaults including constraints including identity including generated,
    primary key (product_id)) on commit drop`.execute(transaction);
}

/** Copies these products from the catalogue, except those that are there. */
export async function copyIntoDryRun(transaction: Db, productIds: readonly string[]): Promise<void> {
  const columns = sql.join([...storedColumns, ...heldColumns].map((column) => sql.ref(column)));
  await sql`insert into ${dryRunTable} (${columns}) select ${columns} from api.product
    where product_id = any (${idList(productIds)}) on conflict do nothing`.execute(transaction);
}

/**
 * The products of these ids that there are, locked until the transaction ends: in the order of ids, as everybody locks
 * them. `columns: 'whole'` answers every column of a file and not only what rows are judged by; `only: 'held'` leaves out
 * products that no order holds.
 */
export async function lockProducts(
  transaction: Db,
  table: ImportTable,
  productIds: readonly string[],
  { columns, only }: { columns: 'whole' | 'judged'; only: 'held' | 'all' },
): Promise<Map<string, KnownProduct>> {
  if (productIds.length === 0) return new Map();
  const names = [...(columns === 'whole' ? storedColumns : judgedColumns), ...heldColumns].map((column) =>
    sql.ref(column),
  );
  const { rows } = await sql<KnownProduct>`select ${sql.join(names)} from ${table}
    where product_id = any (${idList(productIds)}) ${only === 'held' ? sql`and held > 0` : sql``}
    order by product_id for no key update`.execute(transaction);
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** Which of these products are a seller's, on sale or being written, and the name of the shop. */
export async function findSellersProducts(
  transaction: Db,
  productIds: readonly string[],
): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<{ product_id: string; name: string | null }>`
    select owned.product_id, seller.name
    from (select product_id, seller_id from api.product
        where product_id = any (${idList(productIds)}) and seller_id is not null
      union select product_id, seller_id from api.listing where product_id = any (${idList(productIds)})) as owned
    join api.seller as seller on seller.seller_id = owned.seller_id`.execute(transaction);
  return new Map(rows.map(({ product_id, name }) => [product_id, name ?? 'another']));
}

function idList(productIds: readonly string[]) {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(productIds)}::text::jsonb))`;
}

/** Columns that a product may leave as they are. What may be null is judged, and so never left. */
const leavable = storedColumns.filter((column) => !judgedColumns.some((judged) => judged === column));
const changeable = storedColumns.filter((column) => productColumns[column].field !== 'product_id');

/** How the database reads each column from `item`, an array of values in the order of `storedColumns`. */
const itemValues = Object.fromEntries(
  storedColumns.map((column, index) => [column, itemValue(productColumns[column].type, index)]),
) as Record<(typeof storedColumns)[number], RawBuilder<unknown>>;

function itemValue(type: ColumnType, index: number): RawBuilder<unknown> {
  const value = sql`item -> ${sql.lit(index)}`;
  if (type === 'jsonb') return sql`nullif(${value}, 'null')`;
  if (type === 'text[]')
    return sql`case jsonb_typeof(${value}) when 'array' then array(select jsonb_array_elements_text(${value})) end`;
  return sql`(item ->> ${sql.lit(index)})::${sql.raw(type)}`;
}

/**
 * Stores a batch in one statement and answers how many of its products are new. New ones go to the end of the shop, in
 * the order of the batch; of the others every column that is given is replaced, while place and birth stay. A product
 * that is the same already is not written. The ids of a batch must differ, and those that are known be locked.
 */
export async function storeProducts(
  transaction: Db,
  table: ImportTable,
  products: readonly MergedProduct[],
): Promise<number> {
  if (products.length === 0) return 0;
  const columns = sql.join(storedColumns.map((column) => sql.ref(column)));
  const stored = sql.join(changeable.map((column) => sql.ref(`product.${column}`)));
  const given = sql.join(changeable.map((column) => sql.ref(`excluded.${column}`)));
  const left = new Set<string>(leavable.filter((column) => products.some((product) => product[column] === undefined)));
  const filled = storedColumns.map((column) =>
    left.has(column) ? sql`coalesce(${itemValues[column]}, known.${sql.ref(column)})` : itemValues[column],
  );
  // An array of each product's values: the database reads it in two thirds of the time of objects with all the names.
  const items = JSON.stringify(products.map((product) => storedColumns.map((column) => product[column])));
  const { rows } = await sql<{ is_new: boolean }>`
    insert into ${table} as product (${columns})
    select ${sql.join(filled)}
    from jsonb_array_elements(${items}::text::jsonb) with ordinality as given (item, place)
    ${left.size > 0 ? sql`left join ${table} known on known.product_id = ${itemValues.product_id}` : sql``}
    order by place
    on conflict (product_id) do update
    set (${sql.join(changeable.map((column) => sql.ref(column)))}, updated_at, pictures) = row (${given}, now(),
      -- The first of them is product_img: with another one the others would stand behind a picture that is gone.
      case when product.product_img = excluded.product_img then product.pictures else '[]' end)
    where (${stored}) is distinct from (${given})
    -- A row that no transaction has replaced or locked before was made by this statement.
    returning (xmax = 0) as is_new`.execute(transaction);
  return rows.filter((row) => row.is_new).length;
}

/** Every product as it is stored, in the order of the shop, in batches. */
export async function* eachStoredProduct(db: Db, batch = BATCH_ROWS): AsyncGenerator<StoredProduct[]> {
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom('api.product')
      .select([...storedColumns, 'position'])
      .where('position', '>', last)
      .orderBy('position')
      .limit(batch)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)?.position ?? last;
    yield rows;
  }
}
