// Both databases: whoever changes rows is told how many they were, also where the statement begins with others.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test.each([
  ['update chosen set n = n where n < 3', 2n],
  ['with others as (update chosen set n = n where n = 3) update chosen set n = n where n < 3', 2n],
  ['\n  with others as (select 1) delete from chosen where n = 1', 1n],
  ['with others as (select 4 as n) insert into chosen select n from others', 1n],
  ['with others as (select 1) update chosen set n = n where n > 9', 0n],
  ['with others as (select n from chosen) select n from others', 0n],
])('%s', async (statement, changed) => {
  await database.kysely.transaction().execute(async (transaction) => {
    await sql`create temp table chosen on commit drop as select n from generate_series(1, 3) as n`.execute(transaction);
    const { numAffectedRows } = await sql.raw(statement).execute(transaction);
    expect(numAffectedRows ?? 0n).toBe(changed);
  });
});
