// The endpoints that OAuth clients call themselves: /oauth2/token, /oauth2/userInfo, /oauth2/revoke.
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { lockUser } from '../accounts/user.store.ts';
import { ProtocolError } from '../protocol/errors.ts';
import type { User } from '../schema.ts';
import type { Env, Service } from '../service.ts';
import { findSessionByToken, findSessionOf, insertSession, revokeSession } from '../sessions/session.store.ts';
import { renewTokens } from '../sign-in/renew-tokens.ts';
import { claimsOf, TOKEN_SECONDS } from '../tokens/tokens.ts';
import { type AuthorizationCode, findCodeOwner, takeAuthorizationCode } from './authorization-code.store.ts';

const LARGEST_FORM = 20_000;
type Form = Record<string, string>;

/** An error of RFC 6749, section 5.2. */
class OAuthError extends Error {
  code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

export function tokenRoutes(service: Service): Hono<Env> {
  const { pool } = service;
  const app = new Hono<Env>();
  app.use('/oauth2/token', cors());
  app.use('/oauth2/userInfo', cors());
  app.use('/oauth2/revoke', cors());
  const limited = bodyLimit({
    maxSize: LARGEST_FORM,
    // What is still coming is not read: the connection cannot carry another request.
    onError: (c) =>
      c.json({ error: 'invalid_request', error_description: 'The form is too long.' }, 400, { connection: 'close' }),
  });

  app.post('/oauth2/token', limited, async (c) => {
    try {
      const form = await readForm(c);
      if (form.client_id !== pool.clientId) throw new OAuthError('invalid_client', 'This client is not known here.');
      const grant = Object.hasOwn(grants, form.grant_type ?? '') ? grants[form.grant_type ?? ''] : undefined;
      if (!grant)
        throw new OAuthError('unsupported_grant_type', 'Only authorization_code and refresh_token are offered.');
      return c.json(await grant(form, c.env.peer));
    } catch (error) {
      if (error instanceof OAuthError) return c.json({ error: error.code, error_description: error.message }, 400);
      if (error instanceof ProtocolError)
        return c.json({ error: 'invalid_grant', error_description: error.message }, 400);
      throw error;
    }
  });

  const grants: Record<string, (form: Form, address: string) => Promise<object>> = {
    async authorization_code(form) {
      const now = service.now();
      const opened = await service.db.transaction().execute(async (transaction) => {
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
          deviceKey: null,
          deviceGroupKey: null,
        };
        return { grant, user, session, ...(await insertSession(transaction, service.secrets, session)) };
      });
      // One sentence for every reason: whoever found a code learns nothing from trying it.
      if (!opened) throw new OAuthError('invalid_grant', 'The code is not valid any more, or not for this client.');
      const { grant, user, session, sessionId, refreshToken } = opened;
      const tokens = await service.tokens.issue(user, { ...session, sessionId }, now, grant.nonce);
      return { ...answer(tokens.accessToken, grant.scope, tokens.idToken), refresh_token: refreshToken };
    },

    async refresh_token(form, address) {
      const { accessToken, scope, idToken } = await renewTokens(service, { address }, form.refresh_token ?? '');
      return answer(accessToken, scope, idToken);
    },
  };

  app.on(['GET', 'POST'], '/oauth2/userInfo', async (c) => {
    const bearer = await readBearer(service, c.req.header('authorization') ?? '');
    if (!bearer) {
      c.header('www-authenticate', 'Bearer error="invalid_token"');
      return c.json({ error: 'invalid_token', error_description: 'The access token is not valid for this.' }, 401);
    }
    const { user, scope } = bearer;
    const { email_verified, ...claims } = claimsOf(user, scope);
    return c.json({
      sub: user.user_id,
      username: user.user_id,
      ...claims,
      // A string, as the hosted service writes it.
      ...(email_verified !== undefined && { email_verified: String(email_verified) }),
    });
  });

  /** Always a success, as RFC 7009 has it: what is wanted is the case afterwards. */
  app.post('/oauth2/revoke', limited, async (c) => {
    const form = await readForm(c);
    if (form.client_id !== pool.clientId)
      return c.json({ error: 'invalid_client', error_description: 'This client is not known here.' }, 400);
    const session = await findSessionByToken(service.db, service.secrets, form.token ?? '');
    if (session?.client_id === pool.clientId) await revokeSession(service.db, session.session_id, service.now());
    return c.body(null, 200);
  });

  return app;
}

function answer(accessToken: string, scope: string, idToken: string): object {
  return {
    access_token: accessToken,
    ...(scope.split(' ').includes('openid') && { id_token: idToken }),
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
  };
}

async function readForm(c: Context<Env>): Promise<Form> {
  const type = c.req.header('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return {};
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
}

function isGrantedTo(form: Form, grant: AuthorizationCode, now: Date): boolean {
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
  const kept = Buffer.from(challenge, 'base64url');
  return given.length === kept.length && timingSafeEqual(given, kept);
}

async function readBearer(service: Service, header: string): Promise<{ user: User; scope: string } | null> {
  const [scheme, token = ''] = header.split(' ');
  if (scheme?.toLowerCase() !== 'bearer') return null;
  try {
    const claims = await service.tokens.verifyAccess(token, service.now());
    if (!claims.scope.split(' ').includes('openid')) return null;
    const found = await findSessionOf(service.db, claims.userId, claims.sessionId);
    return found?.user.enabled && !found.session.revoked_at ? { user: found.user, scope: claims.scope } : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
