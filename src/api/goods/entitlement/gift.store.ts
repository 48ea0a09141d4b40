import { type Insertable, type Kysely, sql } from 'kysely';
import { type Goods, sharesKeys } from '#contract/goods/goods.ts';
import { userIdOf } from '#contract/people/user.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { EntitlementTable } from '../../schema/goods.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** The account of an address; null: the shop has not seen it yet. */
export async function findAccountOf(db: Db, email: string): Promise<{ account_id: string; user_id: string } | null> {
  const found = await db
    .selectFrom('api.user')
    .select(['account_id', 'user_id'])
    .where('user_id', '=', userIdOf(email))
    .executeTakeFirst();
  return found?.account_id ? { ...found, account_id: found.account_id } : null;
}

/** The address of an account as it is now. */
export async function findAddressOf(db: Db, accountId: string): Promise<string | null> {
  const found = await db
    .selectFrom('api.user')
    .select('user_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found?.user_id ?? null;
}

type GiftedProduct = {
  product_id: string;
  product_name: string;
  seller_id: string | null;
  goods: Goods;
  license: string;
  version: number | null;
  /** Keys of its own list that nobody has, waits for, or holds in an order that is not paid. */
  free_keys: number;
};

/** Reads a product, on sale or not. Locked: nobody else takes its keys until the transaction ends. */
export async function lockGiftedProduct(transaction: Db, productId: string): Promise<GiftedProduct | null> {
  const found = await transaction
    .selectFrom('api.product')
    .select(['product_id', 'product_name', 'seller_id', 'goods', 'license', 'version', 'held', 'variants_held'])
    .select(sql<number>`coalesce(api.keys_to_sell(product_id, '[]'), 0)::int`.as('keys_to_sell'))
    .where('product_id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) return null;
  const { held, variants_held, keys_to_sell, ...product } = found;
  const heldOfOthers = variants_held
    .filter(({ selected_options }) => !sharesKeys(product.goods, { is_variant: true, selected_options }))
    .reduce((sum, holding) => sum + holding.held, 0);
  return { ...product, free_keys: keys_to_sell - (held - heldOfOthers) };
}

/** False: a request with the same key has given something meanwhile. */
export async function insertGift(transaction: Db, gift: Insertable<EntitlementTable>): Promise<boolean> {
  const inserted = await transaction
    .insertInto('api.entitlement')
    .values(gift)
    // As the index has it (migrations/0120-gifts-once.sql).
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'request_key']).where('request_key', 'is not', null).doNothing(),
    )
    .returning('entitlement_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Gift that a request with this key has made to the account. */
export function findRequestedGift(db: Db, accountId: string, requestKey: string) {
  return db
    .selectFrom('api.entitlement')
    .select(['entitlement_id', 'product_id', 'granted_by', 'note', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

/** With the name of who has given it, as far as that is known. */
const giftsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('api.entitlement as gift')
    .leftJoin('api.user as giver', 'giver.account_id', 'gift.granted_by')
    .select(['gift.entitlement_id', 'gift.product_id', 'gift.product_name', 'gift.granted_at', 'gift.expires_at'])
    .select(['gift.note', 'gift.granted_by', 'giver.username as giver', 'gift.withdrawn_at', 'gift.withdrawn_reason'])
    .select(microsOf('gift.granted_at').as('micros'))
    .where('gift.account_id', '=', accountId)
    .where('gift.because', '=', 'gift');

export type StoredGift = Awaited<ReturnType<typeof listGifts>>[number];

/** The newest that are older than the cursor. */
export function listGifts(
  db: Db,
  accountId: string,
  { after, limit }: { after: { micros: string; id: string } | null; limit: number },
) {
  return giftsOf(db, accountId)
    .$if(after !== null, (query) =>
      query.where(olderThan(after ?? { micros: '', id: '' }, { moment: 'gift.granted_at', id: 'gift.entitlement_id' })),
    )
    .orderBy('gift.granted_at', 'desc')
    .orderBy('gift.entitlement_id')
    .limit(limit)
    .execute();
}

export function findGift(db: Db, accountId: string, entitlementId: string): Promise<StoredGift | undefined> {
  return giftsOf(db, accountId).where('gift.entitlement_id', '=', entitlementId).executeTakeFirst();
}

/** Notes that a gift is withdrawn. Answers whose it was and what; undefined where there was none to withdraw. */
export function recordGiftWithdrawn(
  transaction: Db,
  entitlementId: string,
  { at, reason }: { at: Date; reason: string },
): Promise<{ account_id: string | null; product_name: string } | undefined> {
  return transaction
    .updateTable('api.entitlement')
    .set({ withdrawn_at: at, withdrawn_reason: reason })
    .where('entitlement_id', '=', entitlementId)
    .where('because', '=', 'gift')
    .where('withdrawn_at', 'is', null)
    .returning(['account_id', 'product_name'])
    .executeTakeFirst();
}
