import { notAuthorized, userDisabled } from '../protocol/errors.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';
import { hasOwnScope } from '../tokens/tokens.ts';
import { findSessionOf, type Session } from './session.store.ts';

/**
 * Whose access token it is. The token is verified, and its sign-in must still stand: signing out everywhere, a new
 * password and a disabled account end it at once.
 */
export async function readAccess(service: Service, accessToken: string): Promise<{ user: User; session: Session }> {
  const claims = await service.tokens.verifyAccess(accessToken, service.now());
  if (!hasOwnScope(claims.scope)) throw notAuthorized('Access Token does not have required scopes');
  const found = await findSessionOf(service.db, claims.userId, claims.sessionId);
  if (!found || found.session.revoked_at) throw notAuthorized('Access Token has been revoked');
  if (!found.user.enabled) throw userDisabled();
  return found;
}
