import type { Insertable, Kysely } from 'kysely';
import type { Goods } from '#contract/goods.ts';
import { userIdOf } from '#contract/user.ts';
import type { ApiTables, EntitlementTable } from '../schema.ts';

type Db = Kysely<ApiTables>;

/** The account of an address; null: the shop has not seen it yet. */
export async function findAccountOf(db: Db, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('api.user')
    .select('account_id')
    .where('user_id', '=', userIdOf(email))
    .executeTakeFirst();
  return found?.account_id ?? null;
}

export type GiftedProduct = {
  product_id: string;
  product_name: string;
  seller_id: string | null;
  goods: Goods;
  license: string;
  version: number | null;
};

/** Whether it is sold or not. */
export async function findGiftedProduct(db: Db, productId: string): Promise<GiftedProduct | null> {
  const found = await db
    .selectFrom('api.product')
    .select(['product_id', 'product_name', 'seller_id', 'goods', 'license', 'version'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return found ?? null;
}

export async function insertGift(transaction: Db, gift: Insertable<EntitlementTable>): Promise<void> {
  await transaction.insertInto('api.entitlement').values(gift).execute();
}

/** Notes that a gift is withdrawn. Answers whether there was one to withdraw. */
export async function noteGiftWithdrawn(
  transaction: Db,
  entitlementId: string,
  { at, reason }: { at: Date; reason: string },
): Promise<boolean> {
  const noted = await transaction
    .updateTable('api.entitlement')
    .set({ withdrawn_at: at, withdrawn_reason: reason })
    .where('entitlement_id', '=', entitlementId)
    .where('because', '=', 'gift')
    .where('withdrawn_at', 'is', null)
    .returning('entitlement_id')
    .executeTakeFirst();
  return noted !== undefined;
}
