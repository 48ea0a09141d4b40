import type { Context } from 'hono';
import type { Database } from '#platform/database/database.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { tooManyRequests } from './answers.ts';

/** By account. Nobody writes reviews faster. */
const CHANGES = { name: 'visible changes', points: 10, duration: 60 };

/** Throws a 429 when the account has changed too much in the last minute. */
export type AllowChange = (c: Context, accountId: string) => Promise<void>;

/**
 * How often one customer may change what all visitors see. Every such change makes every kept page stale: without a limit
 * one account could keep the shop rendering.
 */
export function limitVisibleChanges(database: Pick<Database<unknown>, 'counters'>): AllowChange {
  const limiter = createRateLimiter(database, CHANGES);
  return async function allowChange(c, accountId) {
    await limiter.consume(accountId).catch((refused) => {
      throw tooManyRequests(c, refused, 'You have changed much within a minute. Try again in a minute.');
    });
  };
}
