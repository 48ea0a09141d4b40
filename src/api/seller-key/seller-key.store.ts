import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;
export type StoredKey = Selectable<ApiTables['api.seller_key']>;

/** More than a shop has, with those that were revoked. */
const LISTED = 200;

/** Those that are good first, then the revoked ones; the newest first. */
export function listKeys(db: Db, sellerId: string): Promise<StoredKey[]> {
  return db
    .selectFrom('api.seller_key')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .limit(LISTED)
    .execute();
}

/** How many keys of the shop are good. */
export async function countKeys(transaction: Db, sellerId: string, now: Date): Promise<number> {
  const row = await transaction
    .selectFrom('api.seller_key')
    .select((eb) => eb.fn.countAll<number>().as('keys'))
    .where('seller_id', '=', sellerId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return row.keys;
}

export function insertKey(transaction: Db, key: Insertable<ApiTables['api.seller_key']>): Promise<StoredKey> {
  return transaction.insertInto('api.seller_key').values(key).returningAll().executeTakeFirstOrThrow();
}

/** Answers whether the shop has such a key; one that is revoked already stays as it is. */
export async function revokeKey(
  transaction: Db,
  sellerId: string,
  keyId: string,
): Promise<'revoked' | 'already' | null> {
  const own = transaction
    .selectFrom('api.seller_key')
    .select(['key_id', 'revoked_at'])
    .where('seller_id', '=', sellerId)
    .where('key_id', '=', keyId);
  const key = await own.forUpdate().executeTakeFirst();
  if (!key) return null;
  if (key.revoked_at) return 'already';
  await transaction
    .updateTable('api.seller_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('seller_id', '=', sellerId)
    .where('key_id', '=', keyId)
    .execute();
  return 'revoked';
}
