// Grants of /oauth2/token: an authorization code with its verifier, or a refresh token.

import { createHash, timingSafeEqual } from 'node:crypto';
import { entryOf } from '#contract/text/entry-of.ts';
import { lockUser } from '../accounts/user.store.ts';
import type { Call, Service } from '../service.ts';
import { insertSession } from '../sessions/session.store.ts';
import { renewTokens } from '../sign-in/renew-tokens.ts';
import { TOKEN_SECONDS } from '../tokens/tokens.ts';
import { type AuthorizationCode, findCodeOwner, takeAuthorizationCode } from './authorization-code.store.ts';

export type TokenForm = Record<string, string>;

/** An error of RFC 6749, section 5.2. */
export class OAuthError extends Error {
  readonly code: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

  constructor(code: OAuthError['code'], description: string) {
    super(description);
    this.code = code;
  }
}

type Grant = (service: Service, call: Call, form: TokenForm) => Promise<object>;

const grants: Record<string, Grant> = { authorization_code: exchangeCode, refresh_token: renew };

/** Throws an OAuthError, or the protocol's error, for a grant that is not good. */
export async function grantTokens(service: Service, call: Call, form: TokenForm): Promise<object> {
  const grant = entryOf(grants, form.grant_type);
  if (!grant) throw new OAuthError('unsupported_grant_type', 'Only authorization_code and refresh_token are offered.');
  return grant(service, call, form);
}

async function exchangeCode(service: Service, _call: Call, form: TokenForm): Promise<object> {
  const now = service.now();
  const opened = await openSessionFor(service, form, now);
  // One sentence for every reason: whoever found a code learns nothing from trying it.
  if (!opened) throw new OAuthError('invalid_grant', 'The code is not valid any more, or not for this client.');
  const { grant, user, session, sessionId, refreshToken } = opened;
  const tokens = await service.tokens.issue(user, { ...session, sessionId }, now, grant.nonce);
  return { ...answer(tokens.accessToken, grant.scope, tokens.idToken), refresh_token: refreshToken };
}

async function renew(service: Service, call: Call, form: TokenForm): Promise<object> {
  const { accessToken, scope, idToken } = await renewTokens(service, call, form.refresh_token ?? '');
  return answer(accessToken, scope, idToken);
}

/** The session that a code opens, which is used up by that, right or wrong; null when the form or the account is not the code's. */
async function openSessionFor(service: Service, form: TokenForm, now: Date) {
  return service.db.transaction().execute(async (transaction) => {
    const code = form.code ?? '';
    const owner = await findCodeOwner(transaction, service.secrets, code);
    // The account first, as signing out everywhere does: that takes the code away, or ends the session made of it.
    const user = owner === null ? null : await lockUser(transaction, owner);
    const grant = await takeAuthorizationCode(transaction, service.secrets, code);
    if (!user?.enabled || !grant || !isGrantedTo(form, grant, now)) return null;
    const session = {
      userId: user.user_id,
      clientId: grant.client_id,
      scope: grant.scope,
      authTime: grant.auth_time,
      amr: grant.amr,
      deviceKey: null,
      deviceGroupKey: null,
    };
    return { grant, user, session, ...(await insertSession(transaction, service.secrets, session)) };
  });
}

function isGrantedTo(form: TokenForm, grant: AuthorizationCode, now: Date): boolean {
  return (
    grant.expires_at >= now &&
    grant.client_id === form.client_id &&
    grant.redirect_uri === form.redirect_uri &&
    isVerifier(form.code_verifier ?? '', grant.code_challenge ?? '')
  );
}

/** RFC 7636: the hash of what the client kept is what it sent at the beginning. */
function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const given = createHash('sha256').update(verifier).digest();
  const expected = Buffer.from(challenge, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function answer(accessToken: string, scope: string, idToken: string): object {
  return {
    access_token: accessToken,
    ...(scope.split(' ').includes('openid') && { id_token: idToken }),
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
  };
}
