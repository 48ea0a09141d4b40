import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
export type StoredToken = Selectable<ApiTables['api.library_token']>;

/** More than a customer has, with those that were revoked. */
const LISTED = 200;

/** A request that makes a token of the account at the same moment waits until this transaction ends. */
export async function lockTokens(transaction: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`library tokens ${accountId}`}, 0))`.execute(transaction);
}

/** Those that are good first, then the revoked ones; the newest first. */
export function listTokens(db: Db, accountId: string): Promise<StoredToken[]> {
  return db
    .selectFrom('api.library_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('token_id')
    .limit(LISTED)
    .execute();
}

/** How many tokens of the account are good. */
export async function countTokens(transaction: Db, accountId: string, now: Date): Promise<number> {
  const row = await transaction
    .selectFrom('api.library_token')
    .select((eb) => eb.fn.countAll<number>().as('tokens'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return row.tokens;
}

export function insertToken(transaction: Db, token: Insertable<ApiTables['api.library_token']>): Promise<StoredToken> {
  return transaction.insertInto('api.library_token').values(token).returningAll().executeTakeFirstOrThrow();
}

/** Answers whether the account has such a token; one that is revoked already stays as it is. */
export async function revokeToken(db: Db, accountId: string, tokenId: string): Promise<boolean> {
  const revoked = await db
    .updateTable('api.library_token')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('account_id', '=', accountId)
    .where('token_id', '=', tokenId)
    .returning('token_id')
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Revokes tokens of accounts that have ended. Doing it twice changes nothing. */
export async function revokeTokensOfAccounts(db: Db, accountIds: readonly string[]): Promise<void> {
  await db
    .updateTable('api.library_token')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', sql<string>`any(${accountIds})`)
    .where('revoked_at', 'is', null)
    .execute();
}

export type FoundToken = { tokenId: string; name: string; accountId: string; createdAt: Date };

/** The token of this hash, unless it was revoked or has expired. */
export async function findToken(db: Db, sha256: string, now: Date): Promise<FoundToken | null> {
  const row = await db
    .selectFrom('api.library_token')
    .select(['token_id', 'name', 'account_id', 'created_at'])
    .where('sha256', '=', sha256)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
  return row ? { tokenId: row.token_id, name: row.name, accountId: row.account_id, createdAt: row.created_at } : null;
}

/** Notes that the token was used, at most once a minute. */
export async function recordTokenUse(db: Db, tokenId: string): Promise<void> {
  await sql`update api.library_token set last_used_at = now()
    where token_id = ${tokenId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db);
}
