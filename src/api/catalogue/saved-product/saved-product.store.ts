import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { SavedBefore } from '#contract/catalogue/saved-product.ts';
import { toMicros } from '#contract/money/amount/money.ts';
import type { Alerts } from '../../schema/product.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Watched } from './saved-product.rules.ts';

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

/** Saved products of the account, or one of them, without the products themselves; newest first. */
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

/** One that is saved already. Nobody tells of it or ends its alerts until the transaction ends. */
export async function lockAlerts(transaction: Db, accountId: string, productId: string): Promise<Alerts | undefined> {
  const row = await transaction
    .selectFrom('api.saved_product')
    .select('alerts')
    .where('account_id', '=', accountId)
    .where('product_id', '=', productId)
    .forUpdate()
    .executeTakeFirst();
  return row?.alerts;
}

/**
 * The products of these ids that there are. They stay in the catalogue until the transaction ends, but may be changing meanwhile. Nothing is
 * waited for: one that is just being removed is gone.
 */
export async function lockWatched(transaction: Db, productIds: readonly string[]): Promise<Map<string, Watched>> {
  if (productIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('api.listed_product')
    .select(['product_id', ...watchedColumns])
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .forKeyShare()
    .skipLocked()
    .execute();
  return new Map(rows.map(({ product_id, ...watched }) => [product_id, watched]));
}

/** Saves products that were not saved before, the first of them as the newest. With `before` as they were saved then. */
export async function insertSaved(
  transaction: Db,
  saver: Saver,
  products: ReadonlyArray<readonly [productId: string, Watched]>,
  before?: SavedBefore,
): Promise<void> {
  if (products.length === 0) return;
  await transaction
    .insertInto('api.saved_product')
    .values(
      products.map(([product_id, { effective_micros, price_unit }], index) => ({
        account_id: saver.userId,
        user_id: saver.email,
        product_id,
        saved_at: before
          ? sql<Date>`least(now(), ${before.saved_at}::timestamptz)`
          : sql<Date>`now() - ${index} * interval '1 millisecond'`,
        saved_micros: before ? toMicros(before.saved_price) : effective_micros,
        saved_unit: before ? before.saved_price_unit : price_unit,
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
