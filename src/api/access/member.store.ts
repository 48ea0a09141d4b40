import { type Kysely, sql } from 'kysely';
import type { StaffRole } from '#contract/people/staff.ts';
import type { SellerRole, SellerState } from '#contract/selling/seller.ts';
import type { ApiTables } from '../schema/schema.ts';
import { actingStates } from './access.rules.ts';

type Db = Kysely<ApiTables>;

/**
 * Role of the account in the shop of this id, and the state that the rights there follow; undefined where it has none, or there is no such
 * shop.
 */
export async function findMembership(
  db: Db,
  sellerId: string,
  accountId: string,
): Promise<{ role: SellerRole; role_since: Date; state: SellerState } | undefined> {
  return db
    .selectFrom('api.seller_member as member')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
    .select(['member.role', 'member.role_since', 'seller.acting_state as state'])
    .where('member.seller_id', '=', sellerId)
    .where('member.account_id', '=', accountId)
    .executeTakeFirst();
}

/** The role of the account on the staff; null where it has none. */
export async function findStaffRole(db: Db, accountId: string): Promise<StaffRole | null> {
  const row = await db
    .selectFrom('api.user')
    .select('staff_role')
    .where('account_id', '=', accountId)
    .where('user_type', '=', 'admin')
    .executeTakeFirst();
  return row?.staff_role ?? null;
}

/** Condition on a row that is called `seller`. */
const isSettledByStaff = sql<boolean>`(seller.acting_state not in (${sql.join(actingStates)}) or not exists (
  select from api.seller_member as member where member.seller_id = seller.seller_id and member.role = 'owner'))`;

/**
 * Finds who settles the open orders of a shop: the staff where it does not act, or nobody is left who answers for it. Null where there is
 * no such shop.
 */
export async function findSettler(db: Db, sellerId: string): Promise<'staff' | 'seller' | null> {
  const row = await db
    .selectFrom('api.seller as seller')
    .select(isSettledByStaff.as('by_staff'))
    .where('seller.seller_id', '=', sellerId)
    .executeTakeFirst();
  if (!row) return null;
  return row.by_staff ? 'staff' : 'seller';
}

/** The shops whose open orders the staff settle, of those that have ever sold. */
export async function listSettledByStaff(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('api.seller as seller')
    .select('seller.seller_id')
    .where('seller.approved_at', 'is not', null)
    .where(isSettledByStaff)
    .execute();
  return rows.map(({ seller_id }) => seller_id);
}

/** Those of these shops that act for themselves. */
export async function listActingSellers(db: Db, sellerIds: Array<string | null>): Promise<Set<string | null>> {
  const ids = sellerIds.filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('api.seller')
    .select('seller_id')
    .where('seller_id', 'in', ids)
    .where('acting_state', 'in', actingStates)
    .execute();
  return new Set(rows.map(({ seller_id }) => seller_id));
}
