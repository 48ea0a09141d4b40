import { artPath } from '#contract/catalogue/product/product.ts';
import { fromMicros } from '#contract/money/amount/money.ts';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { pageAudit } from '#platform/audit/audit-log.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import type { Db } from '../../schema/db.ts';
import { countOrderLines, findOwnProducts, findProductFacts, listStockChanges } from './own-product.store.ts';
import { ownStateOf } from './own-status.rules.ts';
import { listSales } from './planned-sale.store.ts';
import { markOf } from './product-mark.ts';
import { staffFields } from './staff-fields.rules.ts';

/** How much of its history is told. */
const HISTORY = 200;

/**
 * A product with its standing and its history, of the operator or of a shop; null: there is none of this id. What buyers
 * get is told of the operator's own alone, and only to who may change it (`withGoods`): its texts are what is sold.
 */
export async function readStaffProduct(
  db: Db,
  productId: string,
  { withGoods }: { withGoods: boolean },
): Promise<StaffProduct | null> {
  const product = (await findOwnProducts(db, [productId], { lock: false })).get(productId);
  const facts = product && (await findProductFacts(db, productId));
  if (!product || !facts) return null;
  const entries = (await pageAudit(db, { subject: productId, limit: HISTORY })).filter(({ subject_kind: kind }) =>
    ['product', 'listing', 'catalogue', 'keys'].includes(kind),
  );
  const changes = await listStockChanges(db, productId, HISTORY);
  const sales = await listSales(db, productId);
  const byOf = (details: object) => String((details as { by?: unknown }).by ?? '');
  const names = await namesOf(db, [
    ...entries.flatMap(({ details }) => byOf(details) || []),
    ...[...changes, ...sales].map((one) => one.by_account),
  ]);
  const nameOf = (account: string) => names.get(account) ?? account;
  const fields = staffFields(product);
  const { seller_id, seller_name } = product;
  const { goods, ...told } = fields;
  const ofShop = product.listed ? 'on_sale' : 'hidden';
  return {
    product_id: productId,
    fields: withGoods && seller_id === null ? { ...told, goods } : told,
    mark: markOf(fields),
    state: seller_id === null ? ownStateOf(product) : ofShop,
    stock: product.stock,
    held: product.held,
    sold: await countOrderLines(db, productId),
    reviews: facts.reviews,
    picture: product.product_img || artPath(product),
    seller: seller_id === null ? null : { seller_id, name: seller_name ?? seller_id },
    version: facts.version,
    created_at: facts.created_at.toISOString(),
    updated_at: facts.updated_at.toISOString(),
    sales: sales.map((sale) => ({
      sale_id: sale.sale_id,
      state: sale.state,
      starts_at: sale.starts_at.toISOString(),
      ends_at: sale.ends_at.toISOString(),
      percent: sale.percent,
      sale_price: sale.sale_price_micros === null ? null : fromMicros(sale.sale_price_micros),
      note: sale.note,
      by: nameOf(sale.by_account),
    })),
    stock_changes: changes.map(({ at, by_account, reason, selected_options, stock_before, stock_after }) => ({
      at: at.toISOString(),
      by: nameOf(by_account),
      reason,
      selected_options,
      before: stock_before,
      after: stock_after,
    })),
    history: entries.map(({ at, action, actor_name, details, changes }) => {
      const { by = '', ...rest } = details as Record<string, string | number | boolean | null>;
      return { at: at.toISOString(), action, by: nameOf(String(by)) || actor_name, details: rest, changes };
    }),
  };
}
