import type { Kysely } from 'kysely';
import type { SellerMembership } from '#contract/seller.schema.ts';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;

/** The shops that the account belongs to, the oldest membership first. */
export function listMemberships(db: Db, accountId: string): Promise<SellerMembership[]> {
  return db
    .selectFrom('api.seller_member as member')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
    .select(['seller.seller_id', 'seller.name', 'seller.address', 'seller.state', 'member.role', 'seller.reason'])
    .where('member.account_id', '=', accountId)
    .orderBy('member.joined_at')
    .orderBy('seller.seller_id')
    .execute();
}
