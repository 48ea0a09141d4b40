import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { isDatabaseAway } from './database-away.ts';

test('a full disk of the database is no fault of the shop; a value that the database refuses is', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const failureOf = (statement: string) =>
    sql
      .raw(statement)
      .execute(database.kysely)
      .catch((error) => error);
  const full = await failureOf(
    `do $$ begin raise 'could not extend file "base/5/16694": No space left on device' using errcode = 'disk_full'; end $$`,
  );
  expect(isDatabaseAway(full), String(full)).toBe(true);
  const refused = await failureOf(`select 'x'::int`);
  expect(isDatabaseAway(refused), String(refused)).toBe(false);
});
