// Sellers as the staff see them.
import { type Kysely, sql } from 'kysely';
import type { SellerState } from '#contract/seller.ts';
import type { SellerRow } from '#contract/staff.schema.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../http/list-cursor.rules.ts';
import { containsPattern } from '../product/search-text.rules.ts';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;

/** Nobody needs to know more exactly how many products a shop has. */
const COUNTED = 1_000;

/** At most `limit` sellers, those that changed last first, from `after` on. `search` is in the name or in the address. */
export async function listSellers(
  db: Db,
  wanted: { state?: SellerState | undefined; search?: string | undefined; after: ListCursor | null; limit: number },
): Promise<Array<SellerRow & { micros: string }>> {
  const { state, search, after, limit } = wanted;
  const rows = await db
    .selectFrom('api.seller as seller')
    .select([
      'seller.seller_id',
      'seller.name',
      'seller.address',
      'seller.state',
      'seller.country',
      'seller.updated_at',
    ])
    .select([microsOf('seller.updated_at').as('micros'), countProducts(false).as('products')])
    .$if(state !== undefined, (query) => query.where('seller.state', '=', state as SellerState))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`lower(coalesce(seller.name, '')) || ' ' || coalesce(seller.address, '') like ${containsPattern(search as string)}`,
      ),
    )
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'seller.updated_at', id: 'seller.seller_id' })),
    )
    .orderBy('seller.updated_at', 'desc')
    .orderBy('seller.seller_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }));
}

export async function findSeller(db: Db, sellerId: string) {
  return db
    .selectFrom('api.seller as seller')
    .select(['seller_id', 'name', 'address', 'state', 'country', 'responsible', 'sells', 'about', 'support_email'])
    .select(['reason', 'created_at', 'approved_at', 'updated_at'])
    .select([countProducts(false).as('products'), countProducts(true).as('listed')])
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
}

/** The people of a shop, by name where that is known. */
export async function listMembers(db: Db, sellerId: string) {
  return db
    .selectFrom('api.seller_member as member')
    .leftJoin('api.user as user', 'user.user_id', 'member.user_id')
    .select(['member.account_id', 'member.user_id as email', 'member.role', 'member.joined_at', 'user.username'])
    .where('member.seller_id', '=', sellerId)
    .orderBy('member.joined_at')
    .orderBy('member.account_id')
    .execute();
}

const countProducts = (isListed: boolean) => sql<number>`(select count(*)::int from (select from api.product
  where product.seller_id = seller.seller_id ${isListed ? sql`and product.listed` : sql``} limit ${COUNTED}) as counted)`;
