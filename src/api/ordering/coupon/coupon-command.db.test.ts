// `npm run coupon`, as an operator types it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { runCommand } from '../../../../test/processes/run-command.ts';

const keys = mkdtempSync(join(tmpdir(), 'hearth-coupon-'));
let place: Awaited<ReturnType<typeof makeLastingDatabase>>;

beforeAll(async () => {
  place = await makeLastingDatabase();
}, 120_000);
afterAll(async () => {
  await place.drop();
  rmSync(keys, { recursive: true });
});

const run = (...args: string[]) =>
  runCommand('coupon', args, {
    environment: { DATA_DIR: place.dataDir || keys, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) },
  });

test('[B-12] the command makes, changes and ends coupons by the rules of the screens, and checks what they have brought', async () => {
  expect(await run('create', 'tenth', '--percent', '10')).toMatchObject({ code: 0, out: 'TENTH takes 10 % off.\n' });
  expect(await run('create', 'tenth', '--amount', '2.50')).toMatchObject({ code: 0, out: 'TENTH takes $2.50 off.\n' });
  expect((await run('create', 'tenth', '--amount', '1', '--until', '2020-01-31')).err).toContain('a day to come');
  expect((await run('create', 'two words', '--percent', '10')).err).toContain('3 to 40 letters');
  expect(await run('check')).toMatchObject({ code: 0 });

  const database = await openDatabase<Tables>(place);
  await database.kysely.updateTable('api.coupon').set({ used: 1 }).execute();
  await database.kysely
    .insertInto('api.coupon_day')
    .values({ code: 'TENTH', day: '2026-11-02', slot: 0, orders: 1 })
    .execute();
  await database.close();

  const { code, err } = await run('create', 'tenth', '--percent', '50');
  expect([code, err]).toEqual([1, expect.stringContaining('TENTH was used already')]);
  expect(await run('check')).toMatchObject({
    code: 1,
    out: expect.stringContaining('TENTH 2026-11-02: kept 1 orders'),
  });
  for (const time of ['once', 'again'])
    expect(await run('disable', 'tenth'), time).toMatchObject({ code: 0, out: 'TENTH takes nothing off any more.\n' });
  expect((await run('list')).out).toContain('disabled');
}, 120_000);
