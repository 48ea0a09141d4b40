import type { SavedProduct } from '#contract/catalogue/saved-product.ts';
import { fromMicros } from '#contract/money/amount/money.ts';
import type { Db } from '../../schema/db.ts';
import { findSummaries } from '../product/product-list.store.ts';
import { askedKinds, versionOf } from './saved-product.rules.ts';
import { listSaved } from './saved-product.store.ts';

/** Saved products of the account, or one of them, newest first, each with the product as it is now. */
export async function readSaved(db: Db, accountId: string, productId?: string): Promise<SavedProduct[]> {
  const saved = await listSaved(db, accountId, productId);
  const products = await findSummaries(
    db,
    saved.map(({ product_id }) => product_id),
  );
  return saved.flatMap(({ product_id, saved_at, saved_micros, saved_unit, alerts }) => {
    const found = products.get(product_id);
    if (!found) return [];
    return {
      product: found.summary,
      saved_at: saved_at.toISOString(),
      saved_price: fromMicros(saved_micros),
      saved_price_unit: saved_unit,
      version: versionOf(found.specs),
      alerts: askedKinds(alerts),
      cheaper_than: alerts.cheaper ? fromMicros(alerts.cheaper.micros) : null,
    };
  });
}
