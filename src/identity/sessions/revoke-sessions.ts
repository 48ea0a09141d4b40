import type { Transaction } from 'kysely';
import { lockUser } from '../accounts/user.store.ts';
import { deleteAuthorizationCodes } from '../hosted-login/authorization-code.store.ts';
import type { IdentityTables } from '../schema.ts';
import { revokeSessionsOf } from './session.store.ts';

/**
 * Signs a user out everywhere, or everywhere else where one session is named. Authorization codes end too: they would
 * open new sessions.
 */
export async function revokeSessions(
  transaction: Transaction<IdentityTables>,
  userId: string,
  now: Date,
  except?: string,
): Promise<void> {
  // A session that is being opened is either there by now, or sees what is done here.
  await lockUser(transaction, userId);
  await deleteAuthorizationCodes(transaction, userId);
  await revokeSessionsOf(transaction, userId, now, except);
}
