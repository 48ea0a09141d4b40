import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { AuthorizationCodeTable, IdentityTables, User } from '../schema.ts';
import { lockUser } from '../user.store.ts';

export type AuthorizationCode = Selectable<AuthorizationCodeTable>;

/** A new code, of which only an HMAC is kept. */
export async function insertAuthorizationCode(
  transaction: Transaction<IdentityTables>,
  secrets: Secrets,
  grant: Omit<Insertable<AuthorizationCodeTable>, 'code_hmac'>,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await transaction
    .insertInto('identity.authorization_code')
    .values({ ...grant, code_hmac: secrets.hmac(code, 'authorization code') })
    .execute();
  return code;
}

/** The grant of a code, which is used up by that, with its locked account; null for one that is unknown or was used before. */
export async function takeAuthorizationCode(
  transaction: Transaction<IdentityTables>,
  secrets: Secrets,
  code: string,
): Promise<{ grant: AuthorizationCode; user: User } | null> {
  const hmacs = secrets.hmacs(code, 'authorization code');
  const known = await transaction
    .selectFrom('identity.authorization_code')
    .select('user_id')
    .where('code_hmac', 'in', hmacs)
    .executeTakeFirst();
  // The account first, as signing out everywhere does: that then takes the code away, or ends the session made of it.
  const user = known && (await lockUser(transaction, known.user_id));
  const grant = await transaction
    .deleteFrom('identity.authorization_code')
    .where('code_hmac', 'in', hmacs)
    .returningAll()
    .executeTakeFirst();
  return user && grant ? { grant, user } : null;
}
