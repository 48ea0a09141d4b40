import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { userIdOf } from '#contract/people/user.ts';
import type { StoreSettings } from '#contract/store-settings.ts';
import { withTerms } from '../http/route-terms.ts';
import { bearerToken } from './bearer-token.ts';
import type { ReadKey } from './read-key.ts';
import type { TokenOrigin } from './revocation-list.ts';

/**
 * The requester, as a verified ID token says. `userId` is the account service's own id, which identifies what is theirs: an address, in
 * lower case, can pass to somebody else. `since` is when the token was issued, `signedInAt` when its owner proved who they are: renewing
 * tokens does not move it. `hasSecondFactor`: by what the shop asks of its staff; where it asks for nothing, everybody has it.
 */
export type Customer = {
  userId: string;
  email: string;
  nickname: string;
  since: Date;
  signedInAt: Date;
  hasSecondFactor: boolean;
};

/**
 * The customer of a request, or null when it carries no bearer token. Throws what is answered: 401 for a token that
 * does not hold, 503 when the keys to judge it by cannot be had (a 401 would sign the customer out).
 */
export type Authenticate = {
  (request: Request): Promise<Customer | null>;
  /** Where programs of sellers say who they are by a key. Without it nobody does. */
  readKey?: ReadKey;
};

/** The context of routes behind `requireCustomer`. */
export type SignedIn = { Variables: { customer: Customer } };

const CLOCK_TOLERANCE_SECONDS = 10;
/** A token that has held is not verified again for so long, or until it expires. Far shorter than keys are cached. */
const VERIFIED_MS = 30_000;
const VERIFIED_TOKENS = 1_000;

/**
 * Verifies ID tokens of one issuer for one client id. `fetchKeys` gets the key set from the issuer: the platform's
 * fetch, or that of an account service in the same process. Keys are cached for ten minutes; a key id that is not known
 * makes them be fetched again, but at most every 30 seconds, whatever tokens come. `isRevoked` knows of tokens that hold and
 * are good no more, and of suspended accounts; when it throws nobody knows, which is answered 503. `staffSecondFactor`: a store setting.
 */
export function createAuthenticate(options: {
  issuer: string;
  audience: string;
  fetchKeys: (request: Request) => Response | Promise<Response>;
  isRevoked?: (token: TokenOrigin) => Promise<boolean | 'suspended'>;
  staffSecondFactor?: StoreSettings['staffSecondFactor'];
}): Authenticate {
  const { issuer, audience, fetchKeys, isRevoked = async () => false, staffSecondFactor = 'optional' } = options;
  const keySet = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    [customFetch]: async (url, init) => fetchKeys(new Request(url, init)),
  });

  const keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keySet(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      throw unavailable(error);
    }
  };

  const verified = new LRUCache<string, Verified>({ max: VERIFIED_TOKENS });

  return async function authenticate(request) {
    const token = bearerToken(request);
    if (token === null) return null;
    const { customer, sessionId } = verified.get(token) ?? (await verify(token));
    const { userId, since } = customer;
    const revoked = await isRevoked({ userId, sessionId, since }).catch((error) => {
      throw unavailable(error);
    });
    if (revoked === 'suspended') throw suspended();
    if (revoked) throw unauthenticated();
    return customer;
  };

  async function verify(token: string): Promise<Verified> {
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        issuer,
        audience,
        algorithms: ['RS256'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      const found = { customer: customerOf(payload, staffSecondFactor), sessionId: sessionOf(payload) };
      const leftMs = ((payload.exp ?? 0) + CLOCK_TOLERANCE_SECONDS) * 1_000 - Date.now();
      if (leftMs >= 1) verified.set(token, found, { ttl: Math.min(VERIFIED_MS, leftMs) });
      return found;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw unauthenticated();
      throw error;
    }
  }
}

type Verified = { customer: Customer; sessionId: string | null };

/** Lets a route be reached by signed-in customers only, and tells it who asks. */
export function requireCustomer(authenticate: Authenticate): MiddlewareHandler<SignedIn> {
  return withTerms(
    async (c, next) => {
      const customer = await authenticate(c.req.raw);
      if (!customer) throw unauthenticated();
      c.set('customer', customer);
      await next();
    },
    { rights: { of: 'customer' }, problems: [401] },
  );
}

function customerOf(claims: JWTPayload, staffSecondFactor: StoreSettings['staffSecondFactor']): Customer {
  const { sub, iat, email, nickname, auth_time, amr } = claims;
  // An access token proves what its bearer may do, not who they are.
  if (claims.token_use !== 'id' || !sub || !iat || typeof email !== 'string' || claims.email_verified !== true)
    throw unauthenticated();
  return {
    userId: sub,
    email: userIdOf(email),
    nickname: typeof nickname === 'string' ? nickname : '',
    since: new Date(iat * 1_000),
    // A token that does not say when its owner signed in is of a sign-in long ago.
    signedInAt: new Date(typeof auth_time === 'number' ? auth_time * 1_000 : 0),
    hasSecondFactor: staffSecondFactor !== 'required' || (Array.isArray(amr) && amr.includes('mfa')),
  };
}

/** All tokens of one sign-in name it, however often they are renewed. */
function sessionOf({ origin_jti }: JWTPayload): string | null {
  return typeof origin_jti === 'string' ? origin_jti : null;
}

export function unauthenticated(): HTTPException {
  return new HTTPException(401, { message: 'You are not signed in, or no longer. Sign in and try again.' });
}

function suspended(): HTTPException {
  return new HTTPException(401, {
    message:
      'This account is suspended. The mail that we have sent says why; write to us by the contact page (/contact) if you think that it is wrong.',
  });
}

function unavailable(cause: unknown): HTTPException {
  return new HTTPException(503, {
    message: 'Who is signed in cannot be checked at the moment. Try again in a minute.',
    cause,
  });
}
