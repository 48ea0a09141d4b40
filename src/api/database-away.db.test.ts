import { afterAll, beforeAll, expect } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { makeLastingDatabase } from '../../test/database/lasting-database.ts';
import { type SeverablePostgres, severable } from '../../test/database/severable-postgres.ts';
import { onPostgres } from '../../test/database/test-database.ts';
import { startApi } from '../../test/parts/api.ts';
import type { ApiTables } from './schema/schema.ts';

let place: Awaited<ReturnType<typeof makeLastingDatabase>>;
let way: SeverablePostgres;
let database: Database<ApiTables>;

beforeAll(async () => {
  place = await makeLastingDatabase();
  way = await severable(place.databaseUrl ?? '');
  database = await openDatabase<ApiTables>({ databaseUrl: way.url, dataDir: '' });
});
afterAll(async () => {
  await database.close();
  await way.close();
  await place.drop();
});

onPostgres('while the database is away callers are told to come again, and served when it is back', async () => {
  const api = await startApi(database);
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  expect((await jane.get('/user/jane@example.com')).status).toBe(200);
  way.cut();
  for (const ask of [
    () => api.get('/product'),
    () => api.get('/product/some'),
    () => jane.get('/user/jane@example.com'),
    () => jane.post('/user', { user_id: 'jane@example.com', username: 'Jane' }),
  ]) {
    const { status, headers, body } = await ask();
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(body.code).toBe('unavailable');
  }
  way.mend();
  await expect.poll(async () => (await api.get('/product')).status).toBe(200);
  expect((await jane.get('/user/jane@example.com')).status).toBe(200);
  api.version.close();
});
