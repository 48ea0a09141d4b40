// Items of products that are counted. Held ones wait for a payment; nothing here lets stock fall below 0.
import { type Kysely, sql } from 'kysely';
import type { ProductType } from '#contract/product.ts';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;

export type Offer = {
  product_id: string;
  product_name: string;
  product_type: ProductType;
  provider: string;
  /** What one costs now. */
  effective_micros: number;
  /** How many there are, held ones included; null where they are not counted. */
  stock: number | null;
  /** How many can be had now; null where they are not counted. */
  free: number | null;
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
    .select(['product_id', 'product_name', 'product_type', 'provider', 'effective_micros', 'stock', 'held'])
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

type Items = ReadonlyArray<{ product_id: string; quantity: number }>;

/** Holds items that were found free by the same transaction. */
export async function holdItems(db: Db, items: Items): Promise<void> {
  await changeHeld(db, items, 1);
}

/** Gives held items free again. */
export async function releaseItems(db: Db, items: Items): Promise<void> {
  await lockProducts(db, items);
  await changeHeld(db, items, -1);
}

async function changeHeld(db: Db, items: Items, sign: 1 | -1): Promise<void> {
  if (items.length === 0) return;
  await sql`update api.product as product set held = greatest(0, product.held + ${sign}::int * item.quantity)
    from (values ${sql.join(items.map((item) => sql`(${item.product_id}::text, ${item.quantity}::int)`))}) as item (product_id, quantity)
    where product.product_id = item.product_id`.execute(db);
}

/** Takes held items out of stock: they are sold. What is not counted any more stays so. Their products must be locked. */
export async function sellItems(db: Db, items: Items): Promise<void> {
  if (items.length === 0) return;
  await sql`update api.product as product set
      stock = product.stock - least(product.stock, item.quantity), held = greatest(0, product.held - item.quantity)
    from (values ${sql.join(items.map((item) => sql`(${item.product_id}::text, ${item.quantity}::int)`))}) as item (product_id, quantity)
    where product.product_id = item.product_id`.execute(db);
}

/** Puts sold items back, where the product still counts them. */
export async function returnItems(db: Db, items: Items): Promise<void> {
  if (items.length === 0) return;
  await lockProducts(db, items);
  await sql`update api.product as product set stock = product.stock + item.quantity
    from (values ${sql.join(items.map((item) => sql`(${item.product_id}::text, ${item.quantity}::int)`))}) as item (product_id, quantity)
    where product.product_id = item.product_id and product.stock is not null`.execute(db);
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
