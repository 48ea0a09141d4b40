import { LRUCache } from 'lru-cache';
import { libraryTokenStart } from '#contract/goods/library/library-token.ts';
import { networkOf } from '#platform/http/door/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { pathOf } from '#platform/http/request-address.ts';
import { bearerToken } from '../../access/bearer-token.ts';
import { isKeyText, keyHash } from '../../access/key-text.rules.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { HubError, wrongToken } from './hub-error.ts';
import { type FoundToken, findToken, recordTokenUse } from './library-token.store.ts';

/** Whose token a request carries; null when it carries none. Throws a 401 for one that does not hold, a 429 for one that asks too much. */
type ReadLibraryToken = (request: Request, peer: string) => Promise<FoundToken | null>;

/** Requests of one token, in a minute: two or three questions for each file that may be fetched (download-limits.rules.ts). */
const tokenRequests = { name: 'library-token', points: 9_000, duration: 60 };
/** Requests of one network with no token, or a wrong one. */
const openRequests = { name: 'hub', points: 600, duration: 60 };

const USE_NOTED_MS = 60_000;

/** A token is looked up with every request: one that is revoked is good no more from that moment on. */
export function createReadLibraryToken(deps: {
  database: ShopDatabase;
  origin: string;
  now: () => Date;
  points?: number | undefined;
}): ReadLibraryToken {
  const { database, origin, now, points = tokenRequests.points } = deps;
  const db = database.kysely;
  const ofToken = createRateLimiter(database, { ...tokenRequests, points });
  const ofAddress = createRateLimiter(database, openRequests);
  const noted = new LRUCache<string, true>({ max: 1_000, ttl: USE_NOTED_MS });

  return async (request, peer) => {
    const text = bearerToken(request) ?? basicToken(request);
    const token =
      text !== null && isKeyText(text, libraryTokenStart) ? await findToken(db, keyHash(text), now()) : null;
    const limiter = token ? ofToken : ofAddress;
    await limiter.consume(token?.tokenId ?? networkOf(peer)).catch((refused) => {
      throw tooMuch(Math.ceil(refused.msBeforeNext / 1_000));
    });
    if (text === null) return null;
    if (!token) throw unknownToken(origin);
    if (!noted.has(token.tokenId)) {
      noted.set(token.tokenId, true);
      await recordTokenUse(db, token.tokenId);
    }
    return token;
  };
}

/** Where bytes are sent. */
const ofFiles = /^\/(?:datasets\/)?[^/]+\/[^/]+\/(?:resolve|raw)\//;

/**
 * A library token that comes as a password, whatever the name beside it: loaders such as mlcroissant know nothing else. At the addresses of
 * files alone; another password is not meant for the shop, as a proxy in front of it may ask for one.
 */
function basicToken(request: Request): string | null {
  const [scheme = '', encoded = ''] = request.headers.get('authorization')?.split(' ') ?? [];
  if (scheme.toLowerCase() !== 'basic' || !ofFiles.test(pathOf(request.url))) return null;
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const password = text.slice(text.indexOf(':') + 1);
  return text.includes(':') && password.startsWith(libraryTokenStart) ? password : null;
}

function unknownToken(origin: string): HubError {
  return new HubError(
    `There is no such library token, or it was revoked or has expired. Make one at ${origin}/profile/library and set HF_TOKEN to it.`,
    { status: 401, headers: { 'x-error-message': wrongToken } },
  );
}

function tooMuch(seconds: number): HubError {
  return new HubError(`Too much was asked within a minute. Go on in ${seconds} seconds.`, {
    status: 429,
    headers: { 'retry-after': String(seconds) },
  });
}
