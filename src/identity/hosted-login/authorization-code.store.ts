import { randomBytes } from 'node:crypto';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { AuthorizationCodeTable, IdentityTables } from '../schema.ts';

export type AuthorizationCode = Selectable<AuthorizationCodeTable>;

/** A new code, of which only an HMAC is stored. */
export async function insertAuthorizationCode(
  db: Kysely<IdentityTables>,
  secrets: Secrets,
  grant: Omit<Insertable<AuthorizationCodeTable>, 'code_hmac'>,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await db
    .insertInto('identity.authorization_code')
    .values({ ...grant, code_hmac: secrets.hmac(code, 'authorization code') })
    .execute();
  return code;
}

/** Whose account a code is for; the code stays. */
export async function findCodeOwner(db: Kysely<IdentityTables>, secrets: Secrets, code: string) {
  const row = await db
    .selectFrom('identity.authorization_code')
    .select('user_id')
    .where('code_hmac', 'in', secrets.hmacs(code, 'authorization code'))
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** The grant of a code, which is used up by that; null for one that is unknown or was used before. */
export async function takeAuthorizationCode(
  db: Kysely<IdentityTables>,
  secrets: Secrets,
  code: string,
): Promise<AuthorizationCode | null> {
  const row = await db
    .deleteFrom('identity.authorization_code')
    .where('code_hmac', 'in', secrets.hmacs(code, 'authorization code'))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteAuthorizationCodes(db: Kysely<IdentityTables>, userId: string): Promise<void> {
  await db.deleteFrom('identity.authorization_code').where('user_id', '=', userId).execute();
}

export async function deleteExpiredAuthorizationCodes(db: Kysely<IdentityTables>, now: Date): Promise<void> {
  await db.deleteFrom('identity.authorization_code').where('expires_at', '<', now).execute();
}
