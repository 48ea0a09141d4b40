// Items of products that are counted, and of their variants. Held ones wait for a payment; nothing here lets stock fall below 0.
import { type Kysely, sql } from 'kysely';
import type { ProductType, SelectedOption, Variant } from '#contract/product.ts';
import { stockOfVariants, variantKey } from '#contract/variant.ts';
import type { ApiTables } from '../schema.ts';
import type { ChoosableOffer } from './choose-variant.rules.ts';
import type { VariantHeld } from './product-columns.rules.ts';
import { withHeld, withStock } from './variant-stock.rules.ts';

type Db = Kysely<ApiTables>;

export type Offer = ChoosableOffer & {
  product_type: ProductType;
  price_unit: string;
  license: string;
  provider: string;
};

/**
 * What the products cost now and how many there are; products that do not exist are missing in the answer. `lock`
 * keeps both until the transaction ends; the order of ids keeps two transactions from waiting for each other.
 */
export async function findOffers(
  db: Db,
  productIds: string[],
  options: { lock: boolean },
): Promise<Map<string, Offer>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.product')
    .select(['product_id', 'product_name', 'product_type', 'provider', 'price_unit', 'effective_micros', 'on_sale'])
    .select(['stock', 'held', 'options', 'variants', 'variants_held', 'license'])
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .$if(options.lock, (query) => query.forNoKeyUpdate())
    .execute();
  return new Map(
    rows.map(({ held, ...row }) => [
      row.product_id,
      { ...row, free: row.stock === null ? null : Math.max(0, row.stock - held) },
    ]),
  );
}

/** `selected_options` are those of a variant, wishes, or none. */
type Item = { product_id: string; quantity: number; selected_options: SelectedOption[] };
type Items = readonly Item[];

/** Holds items that were found free by the same transaction. */
export async function holdItems(db: Db, items: Items): Promise<void> {
  const { plain, ofVariants } = await sortItems(db, items);
  await changeHeld(db, plain, 1);
  await changeVariants(db, ofVariants, ({ variants_held }, item) => ({
    variants_held: withHeld(variants_held, item, 1),
    held: item.quantity,
  }));
}

/** Gives held items free again. */
export async function releaseItems(db: Db, items: Items): Promise<void> {
  await lockProducts(db, items);
  const { plain, ofVariants } = await sortItems(db, items);
  await changeHeld(db, plain, -1);
  await changeVariants(db, ofVariants, ({ variants_held }, item) => ({
    variants_held: withHeld(variants_held, item, -1),
    held: -item.quantity,
  }));
}

/** Takes held items out of stock: they are sold. What is not counted any more stays so. Their products must be locked. */
export async function sellItems(db: Db, items: Items): Promise<void> {
  const { plain, ofVariants } = await sortItems(db, items);
  await sellPlain(db, plain);
  await changeVariants(db, ofVariants, ({ variants, variants_held }, item) => ({
    variants: withStock(variants, item, -1),
    variants_held: withHeld(variants_held, item, -1),
    held: -item.quantity,
  }));
}

/** Puts sold items back, where the product still counts them. */
export async function returnItems(db: Db, items: Items): Promise<void> {
  await lockProducts(db, items);
  const { plain, ofVariants } = await sortItems(db, items);
  await returnPlain(db, plain);
  await changeVariants(db, ofVariants, ({ variants }, item) => ({ variants: withStock(variants, item, 1), held: 0 }));
}

async function changeHeld(db: Db, items: Items, sign: 1 | -1): Promise<void> {
  if (items.length === 0) return;
  await sql`update api.product as product set held = greatest(0, product.held + ${sign}::int * item.quantity)
    from ${summed(items)} as item (product_id, quantity)
    where product.product_id = item.product_id`.execute(db);
}

async function sellPlain(db: Db, items: Items): Promise<void> {
  if (items.length === 0) return;
  await sql`update api.product as product set
      -- What was ordered before the product had variants: there is none that would be one less.
      stock = case when product.variants = '[]' then product.stock - least(product.stock, item.quantity) else product.stock end,
      held = greatest(0, product.held - item.quantity)
    from ${summed(items)} as item (product_id, quantity)
    where product.product_id = item.product_id`.execute(db);
}

async function returnPlain(db: Db, items: Items): Promise<void> {
  if (items.length === 0) return;
  await sql`update api.product as product set stock = product.stock + item.quantity
    from ${summed(items)} as item (product_id, quantity)
    where product.product_id = item.product_id and product.stock is not null and product.variants = '[]'`.execute(db);
}

/** One row for each product: lines that differ in wishes are of one stock, and an update changes a row once. */
function summed(items: Items) {
  const quantities = new Map<string, number>();
  for (const { product_id: id, quantity } of items) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  const rows = [...quantities].map(([id, quantity]) => sql`(${id}::text, ${quantity}::int)`);
  return sql`(values ${sql.join(rows)})`;
}

type VariantStock = { product_id: string; variants: Variant[]; variants_held: VariantHeld[] };
type OfVariants = Map<string, { stock: VariantStock; items: Item[] }>;

/**
 * Which of the items are variants. One is, too, of which the product has forgotten the variant but not that it is held.
 * Nothing is asked where nothing is chosen.
 */
async function sortItems(db: Db, items: Items): Promise<{ plain: Item[]; ofVariants: OfVariants }> {
  const plain = items.filter((item) => item.selected_options.length === 0);
  const chosen = items.filter((item) => item.selected_options.length > 0);
  const ofVariants: OfVariants = new Map();
  if (chosen.length === 0) return { plain, ofVariants };
  const ids = chosen.map((item) => item.product_id);
  const rows = await db
    .selectFrom('api.product')
    .select(['product_id', 'variants', 'variants_held'])
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .forNoKeyUpdate()
    .execute();
  for (const item of chosen) {
    const stock = rows.find((row) => row.product_id === item.product_id);
    if (!stock || !isVariant(stock, item)) plain.push(item);
    else ofVariants.set(item.product_id, { stock, items: [...(ofVariants.get(item.product_id)?.items ?? []), item] });
  }
  return { plain, ofVariants };
}

function isVariant({ variants, variants_held }: VariantStock, item: Item): boolean {
  const key = variantKey(item.selected_options);
  return [...variants, ...variants_held].some(({ selected_options }) => variantKey(selected_options) === key);
}

/** What becomes of variants and of what is held of them by an item; `held` is how many more of the product are held. */
type Change = (stock: VariantStock, item: Item) => Partial<VariantStock> & { held: number };

async function changeVariants(db: Db, products: OfVariants, change: Change): Promise<void> {
  for (const [productId, { stock, items }] of products) {
    let now = stock;
    let held = 0;
    for (const item of items) {
      const { held: more, ...changed } = change(now, item);
      now = { ...now, ...changed };
      held += more;
    }
    await db
      .updateTable('api.product')
      .set({ variants_held: JSON.stringify(now.variants_held), held: sql`greatest(0, held + ${held}::int)` })
      // What nobody sees otherwise makes no new version of the catalogue.
      .$if(now.variants !== stock.variants, (query) =>
        query.set({ variants: JSON.stringify(now.variants), stock: stockOfVariants(now.variants) }),
      )
      .where('product_id', '=', productId)
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
