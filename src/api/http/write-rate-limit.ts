import type { Context } from 'hono';
import type { Database } from '#platform/database/database.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { tooManyRequests } from './answers.ts';

/** Throws a 429 when the account has changed too much in the last minute. */
export type AllowWrite = (c: Context, accountId: string) => Promise<void>;

/**
 * How often one customer may change what all visitors see: `points` times in `duration` seconds. After every such write no
 * cached page is served any more: without a limit one account could keep the shop rendering.
 */
export function createWriteRateLimit(
  database: Pick<Database<unknown>, 'counters'>,
  { refusal, ...limit }: { name: string; points: number; duration: number; refusal?: string },
): AllowWrite {
  const limiter = createRateLimiter(database, limit);
  return async function allowWrite(c, accountId) {
    await limiter.consume(accountId).catch((refused) => {
      throw tooManyRequests(c, refused, refusal ?? 'You have changed much within a minute. Try again in a minute.');
    });
  };
}
