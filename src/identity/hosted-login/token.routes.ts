// The endpoints that OAuth clients call themselves: /oauth2/token, /oauth2/userInfo, /oauth2/revoke.
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { ProtocolError } from '../protocol/errors.ts';
import type { User } from '../schema.ts';
import type { Env, Service } from '../service.ts';
import { findSessionByToken, findSessionOf, revokeSession } from '../sessions/session.store.ts';
import { claimsOf } from '../tokens/tokens.ts';
import { UNKNOWN_CLIENT } from './authorization-request.ts';
import { grantTokens, OAuthError, type TokenForm } from './token-grants.ts';

const LARGEST_FORM = 20_000;

export function tokenRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  app.use('/oauth2/token', cors());
  app.use('/oauth2/userInfo', cors());
  app.use('/oauth2/revoke', cors());
  const limited = bodyLimit({
    maxSize: LARGEST_FORM,
    // The rest of the form is not read: the connection cannot carry another request.
    onError: (c) =>
      c.json({ error: 'invalid_request', error_description: 'The form is too long.' }, 400, { connection: 'close' }),
  });
  app.post('/oauth2/token', limited, (c) => giveTokens(c, service));
  app.on(['GET', 'POST'], '/oauth2/userInfo', (c) => sendUserInfo(c, service));
  app.post('/oauth2/revoke', limited, (c) => revoke(c, service));
  return app;
}

async function giveTokens(c: Context<Env>, service: Service) {
  try {
    const form = await readForm(c);
    if (form.client_id !== service.pool.clientId) throw new OAuthError('invalid_client', UNKNOWN_CLIENT);
    return c.json(await grantTokens(service, { address: c.env.peer }, form));
  } catch (error) {
    if (error instanceof OAuthError) return c.json({ error: error.code, error_description: error.message }, 400);
    if (error instanceof ProtocolError)
      return c.json({ error: 'invalid_grant', error_description: error.message }, 400);
    throw error;
  }
}

async function sendUserInfo(c: Context<Env>, service: Service) {
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
}

/** Always a success, as RFC 7009 has it: what is wanted is the case afterwards. */
async function revoke(c: Context<Env>, { db, pool, secrets, now }: Service) {
  const form = await readForm(c);
  if (form.client_id !== pool.clientId)
    return c.json({ error: 'invalid_client', error_description: UNKNOWN_CLIENT }, 400);
  const session = await findSessionByToken(db, secrets, form.token ?? '');
  if (session?.client_id === pool.clientId) await revokeSession(db, session.session_id, now());
  return c.body(null, 200);
}

async function readForm(c: Context<Env>): Promise<TokenForm> {
  const type = c.req.header('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return {};
  return Object.fromEntries(new URLSearchParams(await c.req.text()));
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
