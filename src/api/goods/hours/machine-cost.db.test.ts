import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { settleGift, storeGift } from '../../../../test/factories/entitlement.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { addEntry, listUses } from './hours-balance.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<ApiTables>;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Kysely<ApiTables>;
});
beforeEach(() => emptyDatabase(database));
afterAll(() => database.close());

const at = new Date('2026-11-22T12:00:00Z');

async function own(id: string, minutes: number) {
  await storeGift(db, {
    id,
    account: 'ann',
    product: 'gpu',
    goods: { hours: { by: 'hand', minutes_each: minutes } },
    at,
  });
  await settleGift(db, id, at);
}

const add = (entitlementId: string, sessionId: string, minutes: number) =>
  addEntry(db, {
    ...{ entitlementId, sessionId, at, by: 'test' },
    ...{ kind: minutes < 0 ? 'returned' : 'used', minutes: Math.abs(minutes) },
  });

test('[G-20] uses of a machine begin where those before it ended, and returns stand by themselves', async () => {
  await own('one', 1_000);
  await own('other', 1_000);
  await add('one', 'first', 120);
  await add('other', 'first', 7);
  await add('one', 'second', 20);
  await add('one', 'second', 10);
  await add('one', 'first', -60);
  await add('one', 'second', 5);
  expect(await listUses(db, ['one', 'other'], 'second')).toEqual([
    { entitlement_id: 'one', before: 120, after: 150 },
    { entitlement_id: 'one', before: 90, after: 95 },
  ]);
  expect(await listUses(db, ['one', 'other'], 'first')).toEqual([
    { entitlement_id: 'one', before: 0, after: 120 },
    { entitlement_id: 'other', before: 0, after: 7 },
    { entitlement_id: 'one', before: 150, after: 90 },
  ]);
  expect(await listUses(db, ['other'], 'second')).toEqual([]);
});

test('[G-20] the cost of a machine is read without the ledger of those before it', async () => {
  await own('one', 100_000);
  await sql`insert into api.hours_entry (entitlement_id, kind, minutes, at, session_id, by)
    select 'one', 'used', -1, now(), 'machine-' || number / 60, 'test' from generate_series(1, 6000) as number`.execute(
    db,
  );
  await sql`update api.hours_balance set minutes = minutes - 6000, used = 6000`.execute(db);
  for (const minutes of [1, 1, 1]) await add('one', 'last', minutes);
  await sql`analyze api.hours_entry`.execute(db);
  const { uses, read } = await db.transaction().execute(async (transaction) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where schemaname = 'api' and relname = 'hours_entry'`.execute(transaction);
      return rows[0]?.read ?? 0;
    };
    const before = await rowsRead();
    return { uses: await listUses(transaction, ['one'], 'last'), read: (await rowsRead()) - before };
  });
  expect(uses).toEqual([{ entitlement_id: 'one', before: 6_000, after: 6_003 }]);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(100);
});
