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

/** What the tokens of one sign-in have in common. */
export type Grant = { sessionId: string; clientId: string; scope: string; authTime: Date; deviceKey?: string | null };
export type AccessClaims = { userId: string; sessionId: string; scope: string; clientId: string };

export type Tokens = {
  issue(user: User, grant: Grant, now: Date, nonce?: string | null): Promise<{ accessToken: string; idToken: string }>;
  /** Throws the protocol's error for a token that is changed, foreign, of another kind, or expired. */
  verifyAccess(token: string, now: Date): Promise<AccessClaims>;
  /** The user id of an ID token. */
  verifyId(token: string, now: Date): Promise<string>;
  /** Something of our own, signed with the same key: `use` keeps it from passing as a token of another kind. */
  sign(use: string, claims: JWTPayload, seconds: number, now: Date): Promise<string>;
};

/** Whether a sign-in is one of the protocol's own: it may read and change the whole account. */
export function hasOwnScope(scope: string): boolean {
  return scope.split(' ').includes(OWN_SCOPE);
}

/** What the scopes of OpenID Connect let an application know of somebody. */
export function claimsOf(user: User, scope: string) {
  const isGranted = (name: string) => hasOwnScope(scope) || scope.split(' ').includes(name);
  return {
    ...(isGranted('profile') && user.attributes),
    ...(isGranted('email') && { email: user.email, email_verified: user.email_verified }),
  };
}

export function createTokens(pool: Pick<Pool, 'issuer' | 'clientId'>, keys: SigningKeys): Tokens {
  async function sign(use: string, claims: JWTPayload, seconds: number, now: Date): Promise<string> {
    const { kid, key } = await keys.current();
    const issuedAt = Math.floor(now.getTime() / 1_000);
    return new SignJWT({ ...claims, token_use: use, jti: randomUUID() })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(pool.issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .sign(key);
  }

  async function verify(token: string, use: string, now: Date, audience?: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, await keys.keySet(), {
      algorithms: [ALGORITHM],
      issuer: pool.issuer,
      currentDate: now,
      ...(audience && { audience }),
    });
    if (payload.token_use !== use) throw new errors.JWTInvalid('another kind of token');
    return payload;
  }

  return {
    async issue(user, grant, now, nonce) {
      const shared = {
        sub: user.user_id,
        origin_jti: grant.sessionId,
        event_id: randomUUID(),
        auth_time: Math.floor(grant.authTime.getTime() / 1_000),
      };
      const access = { ...shared, client_id: grant.clientId, username: user.user_id, scope: grant.scope };
      const id = {
        ...shared,
        ...claimsOf(user, grant.scope),
        'cognito:username': user.user_id,
        aud: grant.clientId,
        ...(nonce && { nonce }),
      };
      const [accessToken, idToken] = await Promise.all([
        sign('access', { ...access, ...(grant.deviceKey && { device_key: grant.deviceKey }) }, TOKEN_SECONDS, now),
        sign('id', id, TOKEN_SECONDS, now),
      ]);
      return { accessToken, idToken };
    },

    async verifyAccess(token, now) {
      try {
        const claims = await verify(token, 'access', now);
        return {
          userId: String(claims.sub),
          sessionId: String(claims.origin_jti),
          scope: String(claims.scope),
          clientId: String(claims.client_id),
        };
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw notAuthorized('Access Token has expired');
        if (error instanceof errors.JOSEError) throw notAuthorized('Invalid Access Token');
        throw error;
      }
    },

    async verifyId(token, now) {
      try {
        return String((await verify(token, 'id', now, pool.clientId)).sub);
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw notAuthorized('Invalid login token. Token expired.');
        if (error instanceof errors.JOSEError) throw notAuthorized('Invalid login token.');
        throw error;
      }
    },

    sign,
  };
}
