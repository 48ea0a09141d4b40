import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { noApiKey, wrongApiKey } from './errors.ts';

/** Lets only those in who have the key, as `Authorization: Bearer <key>`. */
export function authenticate(secretKey: string): MiddlewareHandler {
  const known = digest(secretKey);
  return async (c, next) => {
    const [, given] = c.req.header('authorization')?.match(/^Bearer\s+(\S+)\s*$/i) ?? [];
    if (given === undefined) throw noApiKey();
    if (!timingSafeEqual(digest(given), known)) throw wrongApiKey();
    await next();
  };
}

/** Digest of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
