import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/database/test-database.ts';
import { startIdentity, type TestIdentity } from '../../test/parts/identity.ts';
import { tidy } from './tidy.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

const day = 24 * 60 * 60_000;

function count(table: 'session' | 'spent_challenge' | 'attempt' | 'code' | 'device' | 'user'): Promise<number> {
  return database.kysely
    .selectFrom(`identity.${table}`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count));
}

test('what has expired is deleted, and what still counts stays', async () => {
  await identity.register('ada@example.com');
  await identity.signIn('ada@example.com');
  await identity.call('SignUp', { Username: 'never@example.com', Password: 'correct horse' });
  await identity.signIn('ada@example.com', 'wrong password').catch(() => {});
  const { user_id } = await database.kysely
    .selectFrom('identity.user')
    .select('user_id')
    .where('email', '=', 'ada@example.com')
    .executeTakeFirstOrThrow();
  await database.kysely
    .insertInto('identity.device')
    .values({ device_key: randomUUID(), user_id, device_group_key: 'g', name: 'Phone', secret_sealed: Buffer.of(1) })
    .execute();
  await database.kysely
    .insertInto('identity.spent_challenge')
    .values({ nonce: 'spent', expires_at: new Date(Date.now() + 60_000) })
    .execute();

  await tidy(database.kysely, new Date());
  expect([
    await count('session'),
    await count('spent_challenge'),
    await count('attempt'),
    await count('device'),
  ]).toEqual([1, 1, 1, 1]);
  expect([await count('code'), await count('user')]).toEqual([2, 2]);

  await tidy(database.kysely, new Date(Date.now() + 2 * day));
  expect([await count('spent_challenge'), await count('attempt'), await count('code')]).toEqual([0, 0, 0]);
  expect([await count('session'), await count('user')]).toEqual([1, 2]);

  await tidy(database.kysely, new Date(Date.now() + 31 * day));
  expect([await count('session'), await count('user'), await count('device')]).toEqual([0, 1, 1]);

  await tidy(database.kysely, new Date(Date.now() + 366 * day));
  expect([await count('user'), await count('device')]).toEqual([1, 0]);
});
