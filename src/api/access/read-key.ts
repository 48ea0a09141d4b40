import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { LRUCache } from 'lru-cache';
import { keyStart } from '#contract/selling/seller-key.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { tooManyRequests } from '../http/answers.ts';
import type { ShopDatabase } from '../schema/db.ts';
import { bearerToken } from './bearer-token.ts';
import { type FoundKey, findKey, recordKeyUse } from './key.store.ts';
import { isKeyText, keyHash } from './key-text.rules.ts';

/** The key of a seller that a request carries; null when it carries none. Throws a 401 for one that does not hold, a 429 for one that asks too much. */
export type ReadKey = (c: Context) => Promise<FoundKey | null>;

/** Requests of one key in a minute: enough for a program that looks every second at ten things. */
export const keyRequests = { name: 'seller-key', points: 600, duration: 60 };

const USE_NOTED_MS = 60_000;

/** A key is looked up with every request: one that is revoked is good no more from that moment on. */
export function createReadKey({ database, now }: { database: ShopDatabase; now: () => Date }): ReadKey {
  const db = database.kysely;
  const limiter = createRateLimiter(database, keyRequests);
  const noted = new LRUCache<string, true>({ max: 1_000, ttl: USE_NOTED_MS });

  return async (c) => {
    const token = bearerToken(c.req.raw);
    if (token === null || !isKeyLike(token)) return null;
    const key = isKeyText(token) ? await findKey(db, keyHash(token), now()) : null;
    if (!key) throw unknownKey();
    await limiter.consume(key.keyId).catch((refused) => {
      throw tooManyRequests(
        c,
        refused,
        `This key has asked more than ${keyRequests.points} times within a minute. Wait as long as Retry-After says.`,
      );
    });
    if (!noted.has(key.keyId)) {
      noted.set(key.keyId, true);
      await recordKeyUse(db, key.keyId);
    }
    return key;
  };
}

function isKeyLike(token: string): boolean {
  return token.startsWith(keyStart);
}

function unknownKey(): HTTPException {
  return new HTTPException(401, {
    message: 'There is no such key, or it was revoked or has expired. An owner of the shop can make a new one.',
  });
}
