import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartError } from '#platform/config/start-error.ts';
import { openTestDatabase } from '../../test/database/test-database.ts';
import { waitForMigrations } from './tables.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a process that waits for migrations goes on when the last one is made, and says in the end which are missing', async () => {
  const steps: string[] = [];
  const progress = (step: string) => void steps.push(step);
  await waitForMigrations(database, { progress, waitMs: 0 });
  expect(steps).toEqual([]);

  const { rows } = await sql<{ name: string; applied_at: Date }>`delete from mail.migration returning *`.execute(
    database.kysely,
  );
  const names = rows.map(({ name }) => `mail/${name}`).sort();
  const failed = await waitForMigrations(database, { progress, waitMs: 0 }).catch((error) => error);
  expect(failed).toBeInstanceOf(StartError);
  expect(failed.message).toContain('npm run migrate');
  for (const name of names) expect(failed.message).toContain(name);

  const waited = waitForMigrations(database, {
    async progress(step) {
      progress(step);
      for (const { name } of rows)
        await sql`insert into mail.migration (name) values (${name})`.execute(database.kysely);
    },
  });
  await waited;
  expect(steps).toEqual([expect.stringMatching(/^Waiting for mail\//)]);
});
