import { findUser } from '../accounts/user.store.ts';
import { provedAt } from '../guard/fresh-proof.ts';
import { invalidRefreshToken, notAuthorized, userDisabled } from '../protocol/errors.ts';
import type { Call, Service } from '../service.ts';
import { findSessionByToken } from '../sessions/session.store.ts';
import { hasOwnScope, TOKEN_SECONDS } from '../tokens/tokens.ts';
import type { AuthAnswer } from './answer.ts';

type Renewed = { accessToken: string; idToken: string; scope: string };

/** Answer of the protocol. Throws also for a token that the hosted login gave to an application with fewer rights. */
export async function answerRenewed(service: Service, call: Call, refreshToken: string): Promise<AuthAnswer> {
  const { accessToken, idToken, scope } = await renewTokens(service, call, refreshToken);
  if (!hasOwnScope(scope)) throw invalidRefreshToken();
  return {
    ChallengeParameters: {},
    AuthenticationResult: { AccessToken: accessToken, IdToken: idToken, ExpiresIn: TOKEN_SECONDS, TokenType: 'Bearer' },
  };
}

/** New tokens of the same sign-in: who and origin_jti stay, and when, unless its owner has proved again who they are. Throws for a token that is unknown, revoked or too old. */
export async function renewTokens(service: Service, call: Call, refreshToken: string): Promise<Renewed> {
  const session = await findSessionByToken(service.db, service.secrets, refreshToken);
  // The hosted login's own session in a browser is none of a client's.
  if (session?.client_id !== service.pool.clientId) {
    // Not before it was looked at: who holds a good token is not refused for what others tried from the same address.
    service.limits.mayProve(call.address);
    await service.limits.failedProof(call.address);
    throw invalidRefreshToken();
  }
  if (session.revoked_at) throw notAuthorized('Refresh Token has been revoked');
  const now = service.now();
  if (session.expires_at < now) throw notAuthorized('Refresh Token has expired');
  const user = await findUser(service.db, session.user_id);
  if (!user?.enabled) throw userDisabled();
  const grant = {
    sessionId: session.session_id,
    clientId: session.client_id,
    scope: session.scope,
    authTime: provedAt(session),
    amr: session.amr,
    deviceKey: session.device_key,
  };
  return { ...(await service.tokens.issue(user, grant, now)), scope: session.scope };
}
