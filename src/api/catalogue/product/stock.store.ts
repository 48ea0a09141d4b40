// Items of products that are counted, and of their variants. Held ones wait for a payment; nothing here lets stock fall below 0.
import { type Kysely, sql } from 'kysely';
import type { ProductType, Variant } from '#contract/catalogue/product/product.ts';
import { type OfferedQuantity, offeredQuantity } from '#contract/catalogue/product/rental.ts';
import { stockOfVariants } from '#contract/catalogue/product/variant.ts';
import type { Goods } from '#contract/goods/goods.ts';
import type { VariantHeld } from '../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Bought, ChoosableOffer } from './choose-variant.rules.ts';
import { withHeld, withStock } from './variant-stock.rules.ts';

type Db = Kysely<ApiTables>;

export type Offer = ChoosableOffer & {
  product_type: ProductType;
  price_unit: string;
  license: string;
  goods: Goods;
  delivery_within_hours: number | null;
  provider: string;
  seller_id: string | null;
  product_version: number | null;
} & OfferedQuantity;

/**
 * Prices and stock of the products now; products that do not exist, or are not listed, are missing in the answer. `lock` keeps them as they
 * are until the transaction ends; the order of ids keeps two transactions from waiting for each other. Products of the shop's own that
 * are not counted are not locked: who buys one takes nothing from anybody, and a price that changes meanwhile changed a moment later.
 * Those of sellers are, because who suspends or closes a seller waits for orders that are being placed.
 */
export async function findOffers(
  db: Db,
  productIds: string[],
  options: { lock: boolean },
): Promise<Map<string, Offer>> {
  if (productIds.length === 0) return new Map();
  const rows = options.lock ? await lockOffers(db, productIds) : await offersOf(db, productIds).execute();
  return new Map(
    rows.map(({ held, attributes, ...row }) => [
      row.product_id,
      {
        ...row,
        ...offeredQuantity({ ...row, attributes }),
        free: row.stock === null ? null : Math.max(0, row.stock - held),
      },
    ]),
  );
}

/** Also what is held of one that was counted before: whoever sells it changes its row. */
const isLocked = sql<boolean>`(seller_id is not null or stock is not null or held > 0 or variants_held <> '[]'
  or jsonb_path_exists(variants, '$[*].stock ? (@ != null)'))`;

async function lockOffers(db: Db, productIds: string[]) {
  const locked = offersOf(db, productIds).where(isLocked).orderBy('product_id').forNoKeyUpdate();
  const rows = await db
    .selectFrom(locked.as('locked'))
    .selectAll()
    .unionAll(offersOf(db, productIds).where(sql<boolean>`not ${isLocked}`))
    .execute();
  // One that need not be locked any more when its turn came, because others had it, is in neither half.
  const missing = new Set(productIds).difference(new Set(rows.map((row) => row.product_id)));
  return missing.size === 0 ? rows : [...rows, ...(await offersOf(db, [...missing]).execute())];
}

function offersOf(db: Db, productIds: string[]) {
  return db
    .selectFrom('api.listed_product')
    .select(['product_id', 'product_name', 'product_type', 'provider', 'price_unit', 'effective_micros', 'on_sale'])
    .select([
      'stock',
      'held',
      'options',
      'variants',
      'variants_held',
      'license',
      'goods',
      'delivery_within_hours',
      'seller_id',
      'version as product_version',
      'attributes',
    ])
    .where('product_id', 'in', productIds);
}

/** `taken`: units of stock, which are the machines of a rental. */
type Item = { product_id: string; taken: number } & Bought;
type Items = readonly Item[];

/** Holds items that were found free by the same transaction. */
export async function holdItems(db: Db, items: Items): Promise<void> {
  await changeHeld(db, items, 1);
  await changeVariants(db, items, ({ variants_held }, item) => ({ variants_held: withHeld(variants_held, item, 1) }));
}

/** Gives held items free again. */
export async function releaseItems(db: Db, items: Items): Promise<void> {
  await lockProducts(db, items);
  await changeHeld(db, items, -1);
  await changeVariants(db, items, ({ variants_held }, item) => ({ variants_held: withHeld(variants_held, item, -1) }));
}

/** Takes held items out of stock: they are sold. What is not counted any more stays so. Their products must be locked. */
export async function sellItems(db: Db, items: Items): Promise<void> {
  await sellOfProducts(db, items);
  await changeVariants(db, items, ({ variants, variants_held }, item) => ({
    variants: withStock(variants, item, -1),
    variants_held: withHeld(variants_held, item, -1),
  }));
}

/** Puts sold items back, where the product still counts them. */
export async function returnItems(db: Db, items: Items): Promise<void> {
  await lockProducts(db, items);
  await returnToProducts(db, items);
  await changeVariants(db, items, ({ variants }, item) => ({ variants: withStock(variants, item, 1) }));
}

async function changeHeld(db: Db, items: Items, sign: 1 | -1): Promise<void> {
  if (items.length === 0) return;
  await sql`update api.product as product set held = greatest(0, product.held + ${sign}::int * item.taken)
    from ${summed(items)} as item (product_id, taken)
    where product.product_id = item.product_id`.execute(db);
}

async function sellOfProducts(db: Db, items: Items): Promise<void> {
  if (items.length === 0) return;
  await sql`update api.product as product set
      -- With variants it is their sum (changeVariants).
      stock = case when product.variants = '[]' then product.stock - least(product.stock, item.taken) else product.stock end,
      held = greatest(0, product.held - item.taken)
    from ${summed(items)} as item (product_id, taken)
    where product.product_id = item.product_id`.execute(db);
}

async function returnToProducts(db: Db, items: Items): Promise<void> {
  if (items.length === 0) return;
  await sql`update api.product as product set stock = product.stock + item.taken
    from ${summed(items)} as item (product_id, taken)
    where product.product_id = item.product_id and product.stock is not null and product.variants = '[]'`.execute(db);
}

/** One row for each product: lines that differ in wishes are of one stock, and an update changes a row once. */
function summed(items: Items) {
  const sums = new Map<string, number>();
  for (const { product_id: id, taken } of items) sums.set(id, (sums.get(id) ?? 0) + taken);
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, taken]) => sql`(${id}::text, ${taken}::int)`);
  return sql`(values ${sql.join(rows)})`;
}

type VariantStock = { product_id: string; variants: Variant[]; variants_held: VariantHeld[] };

/**
 * Changes what the products' variants have of their own, by those items that are variants: of a variant that is gone this is what
 * is held. Nothing is asked where there are none.
 */
async function changeVariants(
  db: Db,
  items: Items,
  change: (product: VariantStock, item: Item) => Partial<VariantStock>,
): Promise<void> {
  const ofVariants = items.filter((item) => item.is_variant);
  if (ofVariants.length === 0) return;
  const ids = ofVariants.map((item) => item.product_id);
  const products: VariantStock[] = await db
    .selectFrom('api.product')
    .select(['product_id', 'variants', 'variants_held'])
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .forNoKeyUpdate()
    .execute();
  for (const product of products) {
    let now = product;
    for (const item of ofVariants) {
      if (item.product_id === product.product_id) now = { ...now, ...change(now, item) };
    }
    await db
      .updateTable('api.product')
      .set({ variants_held: JSON.stringify(now.variants_held) })
      // Changes that nobody sees otherwise make no new version of the catalogue.
      .$if(now.variants !== product.variants, (query) =>
        query.set({ variants: JSON.stringify(now.variants), stock: stockOfVariants(now.variants) }),
      )
      .where('product_id', '=', product.product_id)
      .execute();
  }
}

/** In the order of ids, as everybody locks them. */
async function lockProducts(db: Db, items: Items): Promise<void> {
  if (items.length < 2) return;
  await db
    .selectFrom('api.product')
    .select('product_id')
    .where(
      'product_id',
      'in',
      items.map((item) => item.product_id),
    )
    .orderBy('product_id')
    .forNoKeyUpdate()
    .execute();
}
