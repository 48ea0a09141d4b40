import { artPath } from '#contract/product.ts';
import type { StaffProduct } from '#contract/staff-product.ts';
import { pageAudit } from '#platform/audit/audit-log.ts';
import type { Db } from '../db.ts';
import { namesOf } from '../staff/staff.store.ts';
import { countOrderLines, findOwnProducts, findProductFacts, listStockChanges } from './own-product.store.ts';
import { ownStateOf } from './own-standing.rules.ts';
import { markOf } from './product-mark.ts';
import { staffFields } from './staff-fields.rules.ts';

/** How much of its history is told. */
const HISTORY = 200;

/** A product with its standing and its history, of the operator or of a shop; null: there is none of this id. */
export async function readStaffProduct(db: Db, productId: string): Promise<StaffProduct | null> {
  const product = (await findOwnProducts(db, [productId], { lock: false })).get(productId);
  const facts = product && (await findProductFacts(db, productId));
  if (!product || !facts) return null;
  const entries = (await pageAudit(db, { subject: productId, limit: HISTORY })).filter(({ subject_kind: kind }) =>
    ['product', 'listing', 'catalogue', 'keys'].includes(kind),
  );
  const changes = await listStockChanges(db, productId, HISTORY);
  const byOf = (details: object) => String((details as { by?: unknown }).by ?? '');
  const names = await namesOf(db, [
    ...entries.flatMap(({ details }) => byOf(details) || []),
    ...changes.map((change) => change.by_account),
  ]);
  const nameOf = (account: string) => names.get(account) ?? account;
  const fields = staffFields(product);
  const { seller_id, seller_name } = product;
  const ofShop = product.listed ? 'on_sale' : 'hidden';
  return {
    product_id: productId,
    fields,
    mark: markOf(fields),
    state: seller_id === null ? ownStateOf(product) : ofShop,
    stock: product.stock,
    held: product.held,
    sold: await countOrderLines(db, productId),
    reviews: facts.reviews,
    pictures: product.pictures,
    picture: product.product_img || artPath(product),
    seller: seller_id === null ? null : { seller_id, name: seller_name ?? seller_id },
    version: facts.version,
    created_at: facts.created_at.toISOString(),
    updated_at: facts.updated_at.toISOString(),
    stock_changes: changes.map(({ at, by_account, reason, selected_options, stock_before, stock_after }) => ({
      at: at.toISOString(),
      by: nameOf(by_account),
      reason,
      selected_options,
      before: stock_before,
      after: stock_after,
    })),
    history: entries.map(({ at, action, actor_name, details }) => {
      const { by = '', ...rest } = details as Record<string, string | number | boolean | null>;
      return { at: at.toISOString(), action, by: nameOf(String(by)) || actor_name, details: rest };
    }),
  };
}
