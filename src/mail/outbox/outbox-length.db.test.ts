import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { outbox } from './outbox.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('an outbox tells what was never tried, what has failed before, what was given up, and how late it is', async () => {
  const db = database.kysely;
  expect(await outbox.measure(db)).toEqual({ waiting: 0, retrying: 0, failed: 0, overdueSeconds: 0 });
  await sql`insert into mail.outbox (id, state, content, attempts, due_at, finished_at) values
    (gen_random_uuid(), 'waiting', '', 0, now() - interval '100 seconds', null),
    (gen_random_uuid(), 'waiting', '', 0, now() + interval '1 hour', null),
    (gen_random_uuid(), 'waiting', '', 3, now() + interval '1 hour', null),
    (gen_random_uuid(), 'failed', '', 12, now(), now()),
    (gen_random_uuid(), 'sent', null, 1, now(), now())`.execute(db);
  const { overdueSeconds, ...counts } = await outbox.measure(db);
  expect(counts).toEqual({ waiting: 2, retrying: 1, failed: 1 });
  expect(overdueSeconds).toBeGreaterThanOrEqual(100);
});
