// The operator's own products with how they stand: what the staff change, and what import, orders and everybody else read.
import { type Kysely, sql } from 'kysely';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { Held } from '../../catalogue/ports.rules.ts';
import { type StoredProduct, storedColumns } from '../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { OwnStatus } from './own-status.rules.ts';

type Db = Kysely<ApiTables>;

export type KnownOwnProduct = StoredProduct &
  Held &
  OwnStatus & { pictures: string[]; listed: boolean; seller_id: string | null; seller_name: string | null };

/**
 * The products of these ids that there are, a seller's too, whose name says why it is not changed here. `lock`: nobody else changes them until
 * the transaction ends; in the order of ids, as everybody locks them.
 */
export async function findOwnProducts(
  db: Db,
  productIds: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, KnownOwnProduct>> {
  const ids = idList(productIds);
  // In a statement of its own: one that waited for a lock would read the other tables as they were before it waited.
  if (lock)
    await sql`select from api.product where product_id = any (${ids}) order by product_id for no key update`.execute(
      db,
    );
  const rows = await db
    .selectFrom('api.product as product')
    .leftJoin('api.own_product as own', 'own.product_id', 'product.product_id')
    .leftJoin('api.seller as seller', 'seller.seller_id', 'product.seller_id')
    .select(storedColumns.map((column) => `product.${column}` as const))
    .select(['product.held', 'product.variants_held', 'product.pictures', 'product.listed', 'product.seller_id'])
    .select((eb) => [
      eb.fn.coalesce('seller.name', 'product.seller_id').as('seller_name'),
      eb.fn.coalesce('own.paused', sql<boolean>`false`).as('paused'),
      eb.fn.coalesce('own.archived', sql<boolean>`false`).as('archived'),
    ])
    .where('product.product_id', '=', sql<string>`any (${ids})`)
    .orderBy('product.product_id')
    .execute();
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** How they stand now; who shows it to visitors is `updateListed`. */
export async function putStatus(
  transaction: Db,
  productIds: readonly string[],
  change: Partial<OwnStatus>,
): Promise<void> {
  if (productIds.length === 0) return;
  await transaction
    .insertInto('api.own_product')
    .values(productIds.map((product_id) => ({ product_id, ...change })))
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ ...change, updated_at: sql<Date>`now()` }))
    .execute();
}

/** Addresses, of which the first is product_img already. */
export async function putPictures(transaction: Db, productId: string, pictures: readonly string[]): Promise<void> {
  const list = JSON.stringify(pictures);
  await transaction
    .updateTable('api.product')
    .set({ pictures: list, updated_at: sql<Date>`now()` })
    .where('product_id', '=', productId)
    .where(sql<boolean>`pictures <> ${list}::jsonb`)
    .execute();
}

export type StockChange = {
  product_id: string;
  selected_options: SelectedOption[];
  stock_before: number | null;
  stock_after: number | null;
};

export async function insertStockChanges(
  transaction: Db,
  changes: readonly StockChange[],
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  if (changes.length === 0) return;
  await transaction
    .insertInto('api.stock_change')
    .values(
      changes.map((change) => ({
        ...change,
        selected_options: JSON.stringify(change.selected_options),
        by_account: by,
        reason,
      })),
    )
    .execute();
}

function idList(productIds: readonly string[]) {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(productIds)}::text::jsonb))`;
}

/** True where a product, a listing that is being written, or a version that orders know has this id; or what is left of one that was, and is someone's. */
export async function isIdTaken(db: Db, productId: string): Promise<boolean> {
  const { rows } = await sql`select from api.product where product_id = ${productId}
    union all select from api.listing where product_id = ${productId}
    union all select from api.product_version where product_id = ${productId}
    union all select from api.order_line where product_id = ${productId}
    union all select from api.entitlement where product_id = ${productId}
    union all select from api.product_key where product_id = ${productId}
    union all select from api.release where product_id = ${productId} limit 1`.execute(db);
  return rows.length > 0;
}

/** True where somebody has it without an order, as a gift, or has a key of it. */
export async function isGivenOut(db: Db, productId: string): Promise<boolean> {
  const { rows } = await sql`select from api.entitlement where product_id = ${productId}
    union all select from api.product_key where product_id = ${productId} and state <> 'free' limit 1`.execute(db);
  return rows.length > 0;
}

export async function countOrderLines(db: Db, productId: string): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from api.order_line
    where product_id = ${productId}`.execute(db);
  return rows[0]?.lines ?? 0;
}

/**
 * With its reviews, out of carts and what is saved; and with the keys that nobody has and the releases that nobody could get, which are bound to it by
 * its id alone: another product of that id would sell them.
 */
export async function deleteProduct(transaction: Db, productId: string): Promise<void> {
  await sql`delete from api.product_key where product_id = ${productId} and state = 'free'`.execute(transaction);
  await sql`delete from api.product_key_list where product_id = ${productId}`.execute(transaction);
  // Nobody goes on with an upload; what has been sent has no release then, and is removed with all that is unused.
  await sql`update api.upload set expires_at = now() where received_at is null and object_id in (
    select file.object_id from api.release_file as file join api.release as release using (release_id)
    where release.product_id = ${productId} and release.published_at is null)`.execute(transaction);
  await sql`delete from api.release where product_id = ${productId} and published_at is null`.execute(transaction);
  await transaction.deleteFrom('api.product').where('product_id', '=', productId).execute();
}

/** Facts that the screen of a product shows beside its fields. */
export async function findProductFacts(db: Db, productId: string) {
  return db
    .selectFrom('api.product as product')
    .select(['version', 'created_at', 'updated_at'])
    .select(
      sql<number>`(select count(*)::int from api.review where review.product_id = product.product_id)`.as('reviews'),
    )
    .where('product_id', '=', productId)
    .executeTakeFirst();
}

/** Newest first. */
export function listStockChanges(db: Db, productId: string, limit: number) {
  return db
    .selectFrom('api.stock_change')
    .select(['at', 'by_account', 'reason', 'selected_options', 'stock_before', 'stock_after'])
    .where('product_id', '=', productId)
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute();
}
