// Both databases: counting goes another way where there is one process.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeLastingDatabase } from '../../../test/database/lasting-database.ts';
import { severable } from '../../../test/database/severable-postgres.ts';
import { emptyTables, onPostgres, openTestDatabase } from '../../../test/database/test-database.ts';
import { openDatabase } from '../database/database.ts';
import { createLog } from '../observability/log.ts';
import { createRateLimiter, forgetOldCounts } from './rate-limiter.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyTables(database, ['platform.rate_limit', 'platform.job']);
});
afterAll(() => database.close());

const limit = { name: 'tries', points: 3, duration: 60 };

/** How many of so many tries at once are let through. */
async function allowed(limiters: Array<ReturnType<typeof createRateLimiter>>, tries: number, key = 'somebody') {
  const outcomes = await Promise.allSettled(
    Array.from({ length: tries }, (_, index) => limiters[index % limiters.length]?.consume(key)),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test('so many tries are let through, by key and by limit', async () => {
  const limiter = createRateLimiter(database, limit);
  expect(await allowed([limiter], 10)).toBe(3);
  expect(await allowed([limiter], 10, 'somebody else')).toBe(3);
  expect(await allowed([createRateLimiter(database, { ...limit, name: 'other tries' })], 10)).toBe(3);
});

test('who is refused is told how long to wait', async () => {
  const limiter = createRateLimiter(database, limit);
  await allowed([limiter], 4);
  const refused = await limiter.consume('somebody').catch((error) => error);
  expect(refused.msBeforeNext).toBeGreaterThan(50_000);
  expect(refused.msBeforeNext).toBeLessThanOrEqual(60_000);
});

onPostgres('processes count together, and what one has refused costs it no more writing', async () => {
  const processes = [createRateLimiter(database, limit), createRateLimiter(database, limit)];
  expect(await allowed(processes, 10)).toBe(3);
  const points = async () => {
    const { rows } = await sql<{ points: number }>`select points from platform.rate_limit`.execute(database.kysely);
    return rows[0]?.points;
  };
  await allowed(processes, 10);
  const before = await points();
  expect(await allowed(processes, 100)).toBe(0);
  expect(await points()).toBe(before);
});

onPostgres('while the database is away a process counts for itself, and with the others when it is back', async () => {
  const place = await makeLastingDatabase();
  const way = await severable(place.databaseUrl ?? '');
  const away = await openDatabase({ databaseUrl: way.url, dataDir: '' });
  try {
    const limiter = createRateLimiter(away, limit);
    expect(await allowed([limiter], 2)).toBe(2);
    way.cut();
    expect(await allowed([limiter], 10)).toBe(3);
    way.mend();
    await expect.poll(() => away.counters?.query('select 1').then(() => 'back', String)).toBe('back');
    expect(await allowed([limiter], 10)).toBe(1);
  } finally {
    await away.close();
    await way.close();
    await place.drop();
  }
});

onPostgres('counts whose time is over are deleted', async () => {
  await createRateLimiter(database, { ...limit, duration: 1 }).consume('gone soon');
  await createRateLimiter(database, limit).consume('stays');
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const stop = forgetOldCounts(database.kysely, createLog('silent'));
  await stop();
  const { rows } = await sql`select key from platform.rate_limit`.execute(database.kysely);
  expect(rows).toEqual([{ key: 'tries:stays' }]);
});
