// Tokens as the protocol's clients read them: an access token for the account service, an ID token for everybody else.
import { randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Pool } from '../pool.ts';
import { notAuthorized } from '../protocol/errors.ts';
import type { User } from '../schema.ts';
import type { SigningKeys } from './signing-keys.ts';

/** How long access and ID tokens are good, in seconds. Signing out everywhere ends access tokens at once, ID tokens by this. */
export const TOKEN_SECONDS = 30 * 60;
const ALGORITHM = 'RS256';

/** The scope of what was signed in with the protocol itself, not through the hosted login. */
export const OWN_SCOPE = 'aws.cognito.signin.user.admin';

/** Facts that the tokens of one sign-in have in common. */
export type Grant = {
  sessionId: string;
  clientId: string;
  scope: string;
  authTime: Date;
  /** How its owner proved who they are; empty where that is not known. */
  amr: string[];
  deviceKey?: string | null;
};
type AccessClaims = { userId: string; sessionId: string; scope: string; clientId: string };

export type Tokens = {
  issue(user: User, grant: Grant, now: Date, nonce?: string | null): Promise<{ accessToken: string; idToken: string }>;
  /** Throws the protocol's error for a token that is changed, foreign, of another kind, or expired. */
  verifyAccess(token: string, now: Date): Promise<AccessClaims>;
  /** The user id of an ID token. */
  verifyId(token: string, now: Date): Promise<string>;
  /** Something of our own, signed with the same key: `use` keeps it from passing as a token of another kind. */
  sign(use: string, claims: JWTPayload, seconds: number, now: Date): Promise<string>;
};

/** True if a sign-in is one of the protocol's own: it may read and change the whole account. */
export function hasOwnScope(scope: string): boolean {
  return scope.split(' ').includes(OWN_SCOPE);
}

/** Claims about a user that the scopes of OpenID Connect grant to an application. */
export function claimsOf(user: User, scope: string) {
  const isGranted = (name: string) => hasOwnScope(scope) || scope.split(' ').includes(name);
  return {
    ...(isGranted('profile') && user.attributes),
    ...(isGranted('email') && { email: user.email, email_verified: user.email_verified }),
  };
}

type Signer = { pool: Pick<Pool, 'issuer' | 'clientId'>; keys: SigningKeys };

export function createTokens(pool: Pick<Pool, 'issuer' | 'clientId'>, keys: SigningKeys): Tokens {
  const signer = { pool, keys };
  return {
    issue: (user, grant, now, nonce = null) => issue(signer, user, grant, now, nonce),

    async verifyAccess(token, now) {
      const claims = await verify(signer, { token, use: 'access', now }).catch((error) =>
        refuse(error, { expired: 'Access Token has expired', invalid: 'Invalid Access Token' }),
      );
      return {
        userId: String(claims.sub),
        sessionId: String(claims.origin_jti),
        scope: String(claims.scope),
        clientId: String(claims.client_id),
      };
    },

    async verifyId(token, now) {
      const claims = await verify(signer, { token, use: 'id', now, audience: pool.clientId }).catch((error) =>
        refuse(error, { expired: 'Invalid login token. Token expired.', invalid: 'Invalid login token.' }),
      );
      return String(claims.sub);
    },

    sign: (use, claims, seconds, now) => sign(signer, use, claims, seconds, now),
  };
}

async function issue(signer: Signer, user: User, grant: Grant, now: Date, nonce: string | null) {
  const shared = {
    sub: user.user_id,
    origin_jti: grant.sessionId,
    event_id: randomUUID(),
    auth_time: Math.floor(grant.authTime.getTime() / 1_000),
  };
  const access = {
    ...shared,
    client_id: grant.clientId,
    username: user.user_id,
    scope: grant.scope,
    ...(grant.deviceKey && { device_key: grant.deviceKey }),
  };
  const id = {
    ...shared,
    ...claimsOf(user, grant.scope),
    ...(grant.amr.length > 0 && { amr: grant.amr }),
    'cognito:username': user.user_id,
    aud: grant.clientId,
    ...(nonce && { nonce }),
  };
  const [accessToken, idToken] = await Promise.all([
    sign(signer, 'access', access, TOKEN_SECONDS, now),
    sign(signer, 'id', id, TOKEN_SECONDS, now),
  ]);
  return { accessToken, idToken };
}

async function sign(
  { pool, keys }: Signer,
  use: string,
  claims: JWTPayload,
  seconds: number,
  now: Date,
): Promise<string> {
  const { kid, key } = await keys.current();
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ ...claims, token_use: use, jti: randomUUID() })
    .setProtectedHeader({ alg: ALGORITHM, kid })
    .setIssuer(pool.issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(key);
}

async function verify(
  { pool, keys }: Signer,
  { token, use, now, audience }: { token: string; use: string; now: Date; audience?: string },
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, await keys.keySet(), {
    algorithms: [ALGORITHM],
    issuer: pool.issuer,
    currentDate: now,
    ...(audience && { audience }),
  });
  if (payload.token_use !== use) throw new errors.JWTInvalid('another kind of token');
  return payload;
}

/** Throws what the protocol says of a token that is not good, and anything else as it is. */
function refuse(error: unknown, { expired, invalid }: { expired: string; invalid: string }): never {
  if (error instanceof errors.JWTExpired) throw notAuthorized(expired);
  if (error instanceof errors.JOSEError) throw notAuthorized(invalid);
  throw error;
}
