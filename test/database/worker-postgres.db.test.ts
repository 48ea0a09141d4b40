import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import { onPostgres } from './test-database.ts';
import { takePostgres } from './worker-postgres.ts';

const server = process.env.TEST_DATABASE_URL ?? '';

function take() {
  return takePostgres(server, inject('prepared'));
}

type Taken = Awaited<ReturnType<typeof take>>;

async function nameOf({ kysely }: Taken): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely);
  return rows[0]?.name;
}

async function countCoupons({ kysely }: Taken): Promise<number> {
  return (await kysely.selectFrom('api.coupon').select('code').execute()).length;
}

onPostgres('a database is given to the next file as the migrations have left it', async () => {
  const first = await take();
  const name = await nameOf(first);
  await first.kysely.insertInto('api.coupon').values({ code: 'TENOFF', percent: 10 }).execute();
  expect(await countCoupons(first)).toBe(1);
  await first.close();
  const second = await take();
  expect(await nameOf(second)).toBe(name);
  expect(await countCoupons(second)).toBe(0);
  await second.close();
});

onPostgres('a database whose tables a test has changed is given to nobody', async () => {
  const first = await take();
  const name = await nameOf(first);
  await sql`alter table api.coupon add column surprise text`.execute(first.kysely);
  await first.close();
  const second = await take();
  expect(await nameOf(second)).not.toBe(name);
  await second.close();
});
