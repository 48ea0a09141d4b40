import { lockUser } from '../accounts/user.store.ts';
import type { Service } from '../service.ts';
import { findSessionOf } from '../sessions/session.store.ts';
import { insertAuthorizationCode } from './authorization-code.store.ts';
import { type AuthorizationRequest, returnAddress } from './authorization-request.ts';
import type { BrowserSession } from './browser-session.ts';

const CODE_SECONDS = 300;

/** The client's address with a code; null when the session was revoked meanwhile. */
export async function grantCode(
  service: Service,
  request: AuthorizationRequest,
  session: BrowserSession,
): Promise<string | null> {
  const code = await service.db.transaction().execute(async (transaction) => {
    const { user_id } = session.user;
    await lockUser(transaction, user_id);
    const found = await findSessionOf(transaction, user_id, session.sessionId);
    if (!found || found.session.revoked_at) return null;
    return insertAuthorizationCode(transaction, service.secrets, {
      user_id,
      client_id: service.pool.clientId,
      redirect_uri: request.redirectUri,
      scope: request.scope,
      nonce: request.nonce,
      code_challenge: request.codeChallenge,
      auth_time: session.authTime,
      amr: JSON.stringify(session.amr),
      expires_at: new Date(service.now().getTime() + CODE_SECONDS * 1_000),
    });
  });
  return code && returnAddress(request.redirectUri, { code, state: request.state });
}
