import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { saveTexts } from './license.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

onPostgres('two first orders under the same licenses wait for each other one way only', async () => {
  const one = { license_id: 'GPL-3.0-only', text: 'Share alike.' };
  const two = { license_id: 'MPL-2.0', text: 'Share the files.' };
  const db: Kysely<ApiTables> = database.kysely;
  let other: Promise<void> | undefined;
  await db.transaction().execute(async (transaction) => {
    await saveTexts(transaction, [one]);
    other = db.transaction().execute((later) => saveTexts(later, [two, one]));
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(1);
    });
    await saveTexts(transaction, [two]);
  });
  await expect(other).resolves.toBeUndefined();
});
