import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../schema.ts';
import type { Alerts, Watched } from './saved-product.rules.ts';

type Db = Kysely<ApiTables>;

/** The account that saves, and where its mails go. */
export type Saver = { userId: string; email: string };

const watchedColumns = ['effective_micros', 'price_unit', 'in_stock', 'specs'] as const;

/** Newest first. */
export async function listSavedIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api.saved_product')
    .select('product_id')
    .where('account_id', '=', accountId)
    .orderBy('saved_at', 'desc')
    .orderBy('product_id')
    .execute();
  return rows.map((row) => row.product_id);
}

/** What the account has saved, or one of it, without the products themselves; newest first. */
export async function listSaved(db: Db, accountId: string, productId?: string) {
  return db
    .selectFrom('api.saved_product')
    .select(['product_id', 'saved_at', 'saved_micros', 'saved_unit', 'alerts'])
    .where('account_id', '=', accountId)
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId as string))
    .orderBy('saved_at', 'desc')
    .orderBy('product_id')
    .execute();
}

/** Nobody else changes what the account has saved until the transaction ends. Answers the ids. */
export async function lockSaved(transaction: Db, accountId: string): Promise<Set<string>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saver ${accountId}`}, 0))`.execute(transaction);
  return new Set(await listSavedIds(transaction, accountId));
}

/**
 * The products of these ids that there are. They do not change until the transaction ends: what changes afterwards finds the alerts
 * that it has written.
 */
export async function lockWatched(transaction: Db, productIds: readonly string[]): Promise<Map<string, Watched>> {
  if (productIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('api.product')
    .select(['product_id', ...watchedColumns])
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .forShare()
    .execute();
  return new Map(rows.map(({ product_id, ...watched }) => [product_id, watched]));
}

/** Saves products that were not saved before, the first of them as the newest. */
export async function insertSaved(
  transaction: Db,
  saver: Saver,
  products: ReadonlyArray<readonly [productId: string, Watched]>,
): Promise<void> {
  if (products.length === 0) return;
  await transaction
    .insertInto('api.saved_product')
    .values(
      products.map(([product_id, { effective_micros, price_unit }], index) => ({
        account_id: saver.userId,
        user_id: saver.email,
        product_id,
        saved_at: sql<Date>`now() - ${index} * interval '1 millisecond'`,
        saved_micros: effective_micros,
        saved_unit: price_unit,
        end_token: randomBytes(16).toString('base64url'),
      })),
    )
    .execute();
}

/** Also notes where mails of the account go by now. */
export async function updateAlerts(
  transaction: Db,
  key: { accountId: string; productId: string; email?: string },
  alerts: Alerts,
): Promise<void> {
  await transaction
    .updateTable('api.saved_product')
    .set({ alerts: JSON.stringify(alerts), ...(key.email !== undefined && { user_id: key.email }) })
    .where('account_id', '=', key.accountId)
    .where('product_id', '=', key.productId)
    .execute();
}

export async function deleteSaved(db: Db, accountId: string, productId: string): Promise<void> {
  await db
    .deleteFrom('api.saved_product')
    .where('account_id', '=', accountId)
    .where('product_id', '=', productId)
    .execute();
}
