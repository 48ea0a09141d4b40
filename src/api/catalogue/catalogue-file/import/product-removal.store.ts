import { type Kysely, sql } from 'kysely';
import type { Actor } from '#platform/audit/audit-log.ts';
import { recordAudit } from '../../../audit/audit.ts';
import type { ApiTables } from '../../../schema/schema.ts';

/** Records that go with a product, and those that stay without it. */
export type Removal = {
  product_id: string;
  product_name: string;
  reviews: number;
  carts: number;
  saved: number;
  alerts: number;
  waiting: number;
  /** The shop that sells it; null: the operator. */
  seller: string | null;
};

/**
 * The products of these ids that there are. `saved` are accounts that have it on their list, and `alerts` those of them who wait to be told
 * of it; `waiting` are unpaid orders, which keep what they have promised.
 */
export async function previewRemoval(db: Kysely<ApiTables>, productIds: readonly string[]): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    select product_id, product_name,
      (select count(*) from api.review where review.product_id = product.product_id) as reviews,
      (select count(*) from api.cart_item where cart_item.product_id = product.product_id) as carts,
      (select count(*) from api.saved_product as saved where saved.product_id = product.product_id) as saved,
      (select count(*) from api.saved_product as saved where saved.product_id = product.product_id and alerts <> '{}') as alerts,
      (select count(*) from api.order_line as line join api."order" using (order_id)
        where line.product_id = product.product_id and (status = 'pending' or resume_status = 'pending')) as waiting,
      (select name from api.seller where seller.seller_id = product.seller_id) as seller
    from api.product as product where product_id = any (${sql`array[${sql.join(productIds)}]::text[]`})
    order by position`.execute(db);
  return rows;
}

/**
 * Takes products out of the catalogue, with their reviews, out of carts that are kept, and of what is saved with its alerts; of a seller's also the
 * listing, its versions, and what of it waits for a decision. Orders keep their lines: those that
 * are not paid yet can be paid, but hold nothing any more that could be counted. Answers the ids that were removed.
 */
export async function removeProducts(
  db: Kysely<ApiTables>,
  actor: Actor,
  productIds: readonly string[],
): Promise<string[]> {
  if (productIds.length === 0) return [];
  return db.transaction().execute(async (transaction) => {
    // In the order of ids, as everybody locks them.
    const locked = await transaction
      .selectFrom('api.product')
      .select('product_id')
      .where('product_id', 'in', productIds)
      .orderBy('product_id')
      .forUpdate()
      .execute();
    const ids = locked.map((row) => row.product_id);
    if (ids.length === 0) return ids;
    await transaction.deleteFrom('api.product').where('product_id', 'in', ids).execute();
    for (const table of ['api.listing', 'api.product_version'] as const)
      await transaction.deleteFrom(table).where('product_id', 'in', ids).execute();
    await transaction
      .updateTable('api.approval')
      .set({ state: 'withdrawn' })
      .where('subject_id', 'in', ids)
      .where('state', '=', 'waiting')
      .execute();
    await transaction
      .updateTable('api.order_line as line')
      .set({ counted: false })
      .from('api.order as order')
      .whereRef('order.order_id', '=', 'line.order_id')
      // Also those that a look at their payment holds up.
      .where(({ or, eb }) => or([eb('order.status', '=', 'pending'), eb('order.resume_status', '=', 'pending')]))
      .where('line.product_id', 'in', ids)
      .execute();
    for (const id of ids) {
      await recordAudit(transaction, actor, { action: 'catalogue.removed', subject: { kind: 'catalogue', id } });
    }
    return ids;
  });
}
