import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** Delivery state of what a line promises. Minutes are whole. */
type LineGoods = {
  line: number;
  keys_given: number;
  keys_missing: number;
  access: 'waiting' | 'ready' | 'withdrawn' | null;
  promised_at: Date | null;
  minutes: number | null;
  minutes_bought: number | null;
};

export async function listLineGoods(db: Db, orderId: string): Promise<LineGoods[]> {
  const { rows } = await sql<LineGoods>`
    select owned.line, max(access.promised_at) as promised_at,
      -- Of several machines: what the slowest of them waits for.
      (array_agg(access.state order by access.state = 'waiting' desc nulls last, owned.machine))[1] as access,
      sum(hours.minutes)::integer as minutes, sum(hours.bought)::integer as minutes_bought,
      sum((select count(*) from api.product_key as key where key.entitlement_id = owned.entitlement_id))::integer as keys_given,
      coalesce(sum((select missing from api.product_key_wait as wait where wait.entitlement_id = owned.entitlement_id)), 0)::integer
        as keys_missing
    from api.entitlement as owned
      left join api.access_grant as access using (entitlement_id)
      left join api.hours_balance as hours using (entitlement_id)
    where owned.order_id = ${orderId} and owned.line is not null group by owned.line order by owned.line`.execute(db);
  return rows;
}

/** How an account is called here; null where it never signed in. */
export async function findUsername(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('api.user')
    .select('username')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row?.username ?? null;
}

/** True if the account is a member of one of these shops. */
export async function isMemberOfAny(db: Db, accountId: string, sellerIds: readonly string[]): Promise<boolean> {
  if (sellerIds.length === 0) return false;
  const row = await db
    .selectFrom('api.seller_member')
    .select('seller_id')
    .where('account_id', '=', accountId)
    .where('seller_id', 'in', [...sellerIds])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where the account wants refunds to go. */
export async function findWish(db: Db, accountId: string): Promise<'card' | 'wallet'> {
  const row = await db
    .selectFrom('api.buyer_wallet')
    .select('refunds_to')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.refunds_to ?? 'card';
}
