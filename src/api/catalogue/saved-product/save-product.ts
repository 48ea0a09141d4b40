import type { Kysely } from 'kysely';
import { savedMaximum } from '#contract/catalogue/product/product-limits.ts';
import type { AlertKind, SavedBefore } from '#contract/catalogue/saved-product.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { recordAsked } from './product-alert.store.ts';
import { askAlerts } from './saved-product.rules.ts';
import { insertSaved, lockAlerts, lockSaved, lockWatched, type Saver, updateAlerts } from './saved-product.store.ts';

type Db = Kysely<ApiTables>;

/** Saves a product, or changes what is asked for about one; without `alerts` that stays as it is. With `before` one comes back. */
export async function saveProduct(
  db: Db,
  saver: Saver,
  productId: string,
  { alerts: asked, before }: { alerts?: readonly AlertKind[] | undefined; before?: SavedBefore | undefined },
): Promise<{ ok: true } | { ok: false; reason: 'unknown' | 'full' | 'no version' }> {
  return db.transaction().execute(async (transaction) => {
    const saved = await lockSaved(transaction, saver.userId);
    const product = (await lockWatched(transaction, [productId])).get(productId);
    if (!product) return { ok: false, reason: 'unknown' };
    const known = await lockAlerts(transaction, saver.userId, productId);
    if (!known && saved.size >= savedMaximum) return { ok: false, reason: 'full' };
    const alerts = asked && askAlerts(asked, known ?? {}, product);
    if (!before && asked?.includes('new_version') && !alerts?.new_version) return { ok: false, reason: 'no version' };
    if (!known) await insertSaved(transaction, saver, [[productId, product]], before);
    if (!alerts) return { ok: true };
    await updateAlerts(transaction, { accountId: saver.userId, productId, email: saver.email }, alerts);
    if (asked.length > 0) await recordAsked(transaction, productId);
    return { ok: true };
  });
}

/** Adds what was saved elsewhere, the first of it as the newest; what is not sold any more is dropped. Answers for what there was no room. */
export async function mergeSaved(db: Db, saver: Saver, productIds: readonly string[]): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const saved = await lockSaved(transaction, saver.userId);
    const products = await lockWatched(
      transaction,
      [...new Set(productIds)].filter((id) => !saved.has(id)),
    );
    const wanted = [...new Set(productIds)].flatMap((id) => {
      const product = products.get(id);
      return product ? [[id, product] as const] : [];
    });
    const room = savedMaximum - saved.size;
    await insertSaved(transaction, saver, wanted.slice(0, room));
    return wanted.slice(room).map(([id]) => id);
  });
}
