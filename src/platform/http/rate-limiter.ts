import { type QueryExecutorProvider, sql } from 'kysely';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { runRegularly } from '../jobs/run-regularly.ts';
import type { Log } from '../observability/log.ts';

const FORGET_MS = 10 * 60_000;

/**
 * Counts by key, `points` in `duration` seconds; all processes of the shop count together. While their database is away
 * each counts for itself. `name` tells one limit from the others. The embedded database has one process, which needs no
 * table to count.
 */
export function createRateLimiter(
  { counters }: Pick<Database<unknown>, 'counters'>,
  { name, points, duration }: { name: string; points: number; duration: number },
): RateLimiterAbstract {
  const alone = new RateLimiterMemory({ keyPrefix: name, points, duration });
  if (!counters) return alone;
  return new RateLimiterPostgres({
    storeClient: counters,
    storeType: 'pool',
    schemaName: 'platform',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
    // A refused key costs no more writing until the time is over.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: alone,
  });
}

/** Deletes the counts whose time is over, now and then: their keys may never come again. Answers how to stop. */
export function forgetOldCounts(db: QueryExecutorProvider, log: Log): () => Promise<void> {
  return runRegularly({
    db,
    name: 'forget old counts',
    everyMs: FORGET_MS,
    async work() {
      await sql`delete from platform.rate_limit where expire < ${Date.now()}`.execute(db);
    },
    onError: (error) => log.warn({ part: 'platform', error: String(error) }, 'old counts were not deleted'),
  });
}
