import { type Kysely, sql } from 'kysely';
import type { SellerRole, SellerState } from '#contract/selling/seller.ts';
import type { ApiTables } from '../schema/schema.ts';
import type { SellerAction } from './access.rules.ts';

type Db = Kysely<ApiTables>;

export type FoundKey = {
  keyId: string;
  sellerId: string;
  sellerState: SellerState;
  scopes: SellerAction[];
  /** The member who answers for it: their role in the shop now, and whether the marketplace has suspended them. */
  keeper: { accountId: string; role: SellerRole; isSuspended: boolean };
};

/** The key of this hash, unless it was revoked, has expired, or nobody of the shop answers for it any more. */
export async function findKey(db: Db, sha256: string, now: Date): Promise<FoundKey | null> {
  const row = await db
    .selectFrom('api.seller_key as key')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'key.seller_id')
    .innerJoin('api.seller_member as keeper', (join) =>
      join.onRef('keeper.seller_id', '=', 'key.seller_id').onRef('keeper.account_id', '=', 'key.kept_by'),
    )
    .leftJoin('api.suspended_customer as suspended', 'suspended.account_id', 'key.kept_by')
    .select(['key.key_id', 'key.seller_id', 'key.scopes', 'key.kept_by', 'seller.acting_state', 'keeper.role'])
    .select('suspended.account_id as suspended')
    .where('key.sha256', '=', sha256)
    .where('key.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
    .executeTakeFirst();
  if (!row) return null;
  return {
    keyId: row.key_id,
    sellerId: row.seller_id,
    sellerState: row.acting_state,
    scopes: row.scopes,
    keeper: { accountId: row.kept_by, role: row.role, isSuspended: row.suspended !== null },
  };
}

/** Scopes of a key that is not revoked, and its keeper's role; undefined: no such key, or its keeper has left the shop. */
export function findKeyRights(
  db: Db,
  sellerId: string,
  keyId: string,
): Promise<{ scopes: SellerAction[]; keeperRole: SellerRole } | undefined> {
  return db
    .selectFrom('api.seller_key as key')
    .innerJoin('api.seller_member as keeper', (join) =>
      join.onRef('keeper.seller_id', '=', 'key.seller_id').onRef('keeper.account_id', '=', 'key.kept_by'),
    )
    .select(['key.scopes', 'keeper.role as keeperRole'])
    .where('key.seller_id', '=', sellerId)
    .where('key.key_id', '=', keyId)
    .where('key.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Notes that the key was used, at most once a minute. */
export async function recordKeyUse(db: Db, keyId: string): Promise<void> {
  await sql`update api.seller_key set last_used_at = now()
    where key_id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db);
}
