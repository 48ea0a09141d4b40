import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
export type StoredKey = Selectable<ApiTables['api.seller_key']>;
/** With the names of whoever made it and answers for it, as far as they are known. */
export type ListedKey = StoredKey & { made_by: string | null; keeper: string | null; keeper_belongs: boolean };

/** More than a shop has, with those that were revoked. */
const LISTED = 200;

/** Those that are good first, then the revoked ones; the newest first. */
export function listKeys(db: Db, sellerId: string, keyId?: string): Promise<ListedKey[]> {
  return db
    .selectFrom('api.seller_key as key')
    .leftJoin('api.user as maker', 'maker.account_id', 'key.created_by')
    .leftJoin('api.user as keeper', 'keeper.account_id', 'key.kept_by')
    .leftJoin('api.seller_member as member', (join) =>
      join.onRef('member.seller_id', '=', 'key.seller_id').onRef('member.account_id', '=', 'key.kept_by'),
    )
    .selectAll('key')
    .select(['maker.username as made_by', 'keeper.username as keeper'])
    .select(sql<boolean>`member.account_id is not null`.as('keeper_belongs'))
    .where('key.seller_id', '=', sellerId)
    .$if(keyId !== undefined, (query) => query.where('key.key_id', '=', keyId ?? ''))
    .orderBy(sql`key.revoked_at is not null`)
    .orderBy('key.created_at', 'desc')
    .orderBy('key.key_id')
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

/** Those that are not revoked and that this account answers for. */
export function listKeysOf(
  db: Db,
  sellerId: string,
  accountId: string,
): Promise<Array<Pick<StoredKey, 'key_id' | 'name' | 'prefix' | 'scopes'>>> {
  return db
    .selectFrom('api.seller_key')
    .select(['key_id', 'name', 'prefix', 'scopes'])
    .where('seller_id', '=', sellerId)
    .where('kept_by', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('key_id')
    .execute();
}

/** How many keys of the shop each account answers for, of those that are good. */
export async function countKeysByKeeper(db: Db, sellerId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('api.seller_key')
    .select(['kept_by', (eb) => eb.fn.countAll<number>().as('keys')])
    .where('seller_id', '=', sellerId)
    .where('revoked_at', 'is', null)
    .groupBy('kept_by')
    .execute();
  return new Map(rows.map(({ kept_by, keys }) => [kept_by, Number(keys)]));
}

export async function handOverKey(transaction: Db, sellerId: string, keyId: string, keptBy: string): Promise<boolean> {
  const taken = await transaction
    .updateTable('api.seller_key')
    .set({ kept_by: keptBy })
    .where('seller_id', '=', sellerId)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('key_id')
    .executeTakeFirst();
  return taken !== undefined;
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
