import type { Kysely } from 'kysely';
import type { ApiTables } from '#api/schema/schema.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { statusOf } from '../../src/api/goods/entitlement/entitlement.rules.ts';
import { getEntitlement } from '../../src/api/goods/entitlement/entitlement.store.ts';
import { settleHours } from '../../src/api/goods/hours/settle-hours.ts';

/** Something that was given to somebody, without an order. */
export async function storeGift(
  db: Kysely<ApiTables>,
  given: { id: string; account: string; product?: string; goods: GoodsOfOne; at: Date; sellerId?: string },
): Promise<void> {
  await db
    .insertInto('api.entitlement')
    .values({
      entitlement_id: given.id,
      account_id: given.account,
      product_id: given.product ?? 'gpu',
      product_name: 'GPU',
      seller_id: given.sellerId ?? null,
      quantity: 1,
      goods: JSON.stringify(given.goods),
      product_version: null,
      because: 'gift',
      order_id: null,
      line: null,
      granted_at: given.at,
    })
    .execute();
}

/** Settles the hours as the transaction of an order does. */
export async function settleGift(db: Kysely<ApiTables>, id: string, at: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const entitlement = await getEntitlement(transaction, id);
    if (entitlement) await settleHours(transaction, [{ ...entitlement, standing: statusOf(entitlement, at) }], at);
  });
}
