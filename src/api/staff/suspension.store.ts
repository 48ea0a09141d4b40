// What a suspension changes in the tables: the state of the shop, and which of its products visitors see.
import { type Kysely, sql } from 'kysely';
import type { SellerState } from '#contract/seller.ts';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;

export type LockedSeller = { seller_id: string; name: string | null; state: SellerState };

/** Nobody else changes the seller until the transaction ends. */
export async function lockSeller(transaction: Db, sellerId: string): Promise<LockedSeller | null> {
  const row = await transaction
    .selectFrom('api.seller')
    .select(['seller_id', 'name', 'state'])
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function setSellerState(
  transaction: Db,
  sellerId: string,
  { state, reason }: { state: SellerState; reason: string },
): Promise<void> {
  await transaction
    .updateTable('api.seller')
    .set({ state, reason, updated_at: sql`now()` })
    .where('seller_id', '=', sellerId)
    .execute();
}

/**
 * Takes the seller's products out of the catalogue, or brings those back that nobody has paused, archived or hidden. Answers how many. Whoever
 * is placing an order for one of them comes before or after, never between.
 */
export async function listProductsOf(transaction: Db, sellerId: string, listed: boolean): Promise<number> {
  const locked = await transaction
    .selectFrom('api.product as product')
    .leftJoin('api.listing as listing', 'listing.product_id', 'product.product_id')
    .select('product.product_id')
    .where('product.seller_id', '=', sellerId)
    .where('product.listed', '=', !listed)
    .$if(listed, (query) =>
      query.where(
        sql<boolean>`listing.product_id is null
          or (listing.version is not null and not listing.paused and not listing.archived and listing.hidden_reason is null)`,
      ),
    )
    // In the order of ids, as everybody locks them.
    .orderBy('product.product_id')
    .forNoKeyUpdate('product')
    .execute();
  if (locked.length === 0) return 0;
  await transaction
    .updateTable('api.product')
    .set({ listed })
    .where('product_id', '=', sql<string>`any(${locked.map((row) => row.product_id)})`)
    .execute();
  return locked.length;
}

/** Where mails to the owners of the shop go. */
export async function addressesOfOwners(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api.seller_member')
    .select('user_id')
    .where('seller_id', '=', sellerId)
    .where('role', '=', 'owner')
    .orderBy('joined_at')
    .execute();
  return rows.map((row) => row.user_id);
}
