// Sellers as the staff see them.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** Nobody needs to know more exactly how many products a shop has. */
const COUNTED = 1_000;

export async function findStaffSeller(db: Db, sellerId: string) {
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
