import { type Kysely, type Selectable, sql } from 'kysely';
import type { Product } from '#contract/catalogue/product/product.ts';
import { publicGoods } from '#contract/goods/goods.ts';
import type { ProductTable } from '../../schema/catalogue.ts';
import { fieldColumns, productFields } from '../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { withArt } from './product-art.rules.ts';

/** Rows that are in memory at once where the whole catalogue is read. */
const BATCH_ROWS = 100;

type ProductRow = Selectable<ProductTable>;

export async function findProduct(db: Kysely<ApiTables>, productId: string): Promise<Product | null> {
  const row = await db
    .selectFrom('api.listed_product as product')
    .leftJoin('api.seller as seller', 'seller.seller_id', 'product.seller_id')
    .select(fieldColumns)
    .select(['seller.name', 'seller.address'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  if (!row) return null;
  const { name, address, ...product } = row;
  return { ...toProduct(product), ...(name && address && { seller: { name, address } }) };
}

/** By product, the address of its picture; nothing of those that are not sold. */
export async function findPictures(db: Kysely<ApiTables>, productIds: readonly string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.listed_product')
    .select(['product_id', 'product_type', 'product_img'])
    .where('product_id', '=', sql<string>`any(${[...new Set(productIds)]})`)
    .execute();
  return new Map(rows.map(withArt).map(({ product_id, product_img }) => [product_id, product_img]));
}

/** Every product in the shop's order, in batches, so that memory stays flat whatever the size of the catalogue. */
export async function* eachProduct(db: Kysely<ApiTables>, batch = BATCH_ROWS): AsyncGenerator<Product[]> {
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom('api.listed_product')
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

/** Optional fields are left out where products do not have them. */
function toProduct(row: Pick<ProductRow, (typeof fieldColumns)[number]>): Product {
  const { attributes, variants, license, pictures, goods, delivery_within_hours, ...fields } = productFields(row);
  return withArt({
    ...fields,
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(variants.length > 0 && { variants }),
    ...(license !== '' && { license }),
    ...(Object.keys(goods).length > 0 && { goods: publicGoods(goods) }),
    ...(delivery_within_hours !== null && { delivery_within_hours }),
    ...(pictures.length > 1 && { pictures }),
  });
}

/** The ids in front of which each part of `size` products begins, in order of id; the first begins at ''. */
export async function sitemapParts(db: Kysely<ApiTables>, size: number): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from (
      select product_id, row_number() over (order by product_id) as n from api.listed_product) numbered
    where n % ${size} = 0 order by product_id`.execute(db);
  return ['', ...rows.map((row) => row.product_id)];
}

export async function sitemapPart(db: Kysely<ApiTables>, after: string, size: number) {
  return db
    .selectFrom('api.listed_product')
    .select(['product_id', 'updated_at'])
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(size)
    .execute();
}

/** Whole products in the order of their ids: what the feed reads part by part. */
export async function feedPart(db: Kysely<ApiTables>, after: string, size: number): Promise<Product[]> {
  const rows = await db
    .selectFrom('api.listed_product')
    .select(fieldColumns)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(size)
    .execute();
  return rows.map(toProduct);
}
