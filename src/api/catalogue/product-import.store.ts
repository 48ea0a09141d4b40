import { type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables, ProductTable } from '../schema.ts';

/** What a file says about a product; the rest of the table's columns belong to the shop. */
export type StoredProduct = Pick<Selectable<ProductTable>, (typeof storedColumns)[number]>;

const storedColumns = [
  'product_id',
  'product_name',
  'name_folded',
  'product_type',
  'description',
  'excerpt',
  'product_img',
  'price_micros',
  'on_sale',
  'sale_price_micros',
  'stock',
  'price_unit',
  'provider',
  'options',
  'specs',
] as const;

/**
 * Stores a batch in one statement and answers how many of its products are new. New ones go to the end of the shop, in
 * the order of the batch; of the others every column of a file is replaced, while place and birth stay. A product that
 * is the same already is not written. The ids of a batch must differ.
 */
export async function storeProducts(db: Kysely<ApiTables>, products: readonly StoredProduct[]): Promise<number> {
  if (products.length === 0) return 0;
  const columns = sql.join(storedColumns.map((column) => sql.ref(column)));
  const changeable = storedColumns.filter((column) => column !== 'product_id');
  const kept = sql.join(changeable.map((column) => sql.ref(`product.${column}`)));
  const given = sql.join(changeable.map((column) => sql.ref(`excluded.${column}`)));
  const { rows } = await sql<{ is_new: boolean }>`
    insert into api.product as product (${columns})
    select ${columns}
    from rows from (jsonb_to_recordset(${JSON.stringify(products)}::text::jsonb) as (
      product_id text, product_name text, name_folded text, product_type text, description text, excerpt text, product_img text,
      price_micros bigint, on_sale boolean, sale_price_micros bigint, stock bigint, price_unit text, provider text,
      options jsonb, specs jsonb)) with ordinality
    order by ordinality
    on conflict (product_id) do update
    set (${sql.join(changeable.map((column) => sql.ref(column)))}, updated_at) = row (${given}, now())
    where (${kept}) is distinct from (${given})
    -- A row that no transaction has replaced or locked before was made by this statement.
    returning (xmax = 0) as is_new`.execute(db);
  return rows.filter((row) => row.is_new).length;
}

/** Every product as it is stored, in the order of the shop, in batches. */
export async function* eachStoredProduct(db: Kysely<ApiTables>, batch = 500): AsyncGenerator<StoredProduct[]> {
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
