// Two processes of the shop behind a pooler in transaction mode, as operators are told to set it up: orders, changes of the catalogue
// and migrations.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { makeLastingDatabase } from '../database/lasting-database.ts';
import { onPostgres } from '../database/test-database.ts';
import { aProduct } from '../factories/product.ts';
import { freePort } from '../processes/free-port.ts';
import { findPgbouncer, startPgbouncer } from '../processes/pgbouncer.ts';
import { runCommand } from '../processes/run-command.ts';
import { launchShop, limitsOfMany } from '../processes/shop-process.ts';
import { cardForm } from '../rigs/bench/orders.ts';
import { benchPassword, benchPool, makeAccounts } from '../rigs/bench/sign-ins.ts';

const onPooler = findPgbouncer() ? onPostgres : onPostgres.skip;
const LONG = { timeout: 60_000 };
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const products = ['chip', 'disk', 'fan'];

async function aShop() {
  const [place, folder] = await Promise.all([makeLastingDatabase(), mkdtemp(join(tmpdir(), 'hearth-pooler-'))]);
  const databaseUrl = place.databaseUrl ?? '';
  const pooler = await startPgbouncer(join(folder, 'pgbouncer'), { url: databaseUrl, connections: 4 });
  const database = await openDatabase<Tables>({ databaseUrl, dataDir: folder });
  const running: Array<ReturnType<typeof launchShop>> = [];
  onTestFinished(async () => {
    await Promise.all(running.map((process) => process.kill()));
    await pooler.stop();
    await database.close();
    await Promise.all([place.drop(), rm(folder, { recursive: true, force: true })]);
  });
  const ports = [await freePort(), await freePort()].map(String);
  const environment = {
    ...limitsOfMany,
    ...benchPool,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    SECRETS_KEY,
    DEMO_CATALOGUE: 'off',
    // A token of one is a token of the other.
    PUBLIC_URL: `http://localhost:${ports[0]}`,
  };
  return {
    addresses: ports.map((port) => `http://localhost:${port}`),
    database,
    databaseUrl,
    launch: () =>
      ports.map((PORT) => {
        const launched = launchShop({ ...environment, PORT, MIGRATIONS: 'wait' });
        running.push(launched);
        return launched;
      }),
    migrate: () => runCommand('migrate', [], { environment }),
  };
}

async function signIn(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      ClientId: 'hearthstorefront',
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: benchPassword },
    }),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return (JSON.parse(text) as { AuthenticationResult: { IdToken: string } }).AuthenticationResult.IdToken;
}

/** Orders one of each product and pays. Answers the id of the order as the shop confirms it. */
async function buy(address: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const items = products.map((product_id) => ({ product_id, quantity: 1 }));
  const order = { amount: 7.5, items };
  const placed = await fetch(`${address}/api/checkout-session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(order),
  });
  const text = await placed.text();
  expect(placed.status, text).toBe(200);
  const { checkout_url: card } = JSON.parse(text) as { checkout_url: string };
  const paid = await fetch(card, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(card).origin },
    body: new URLSearchParams(cardForm),
  });
  const back = new URL(paid.headers.get('location') ?? '');
  const confirmed = await fetch(`${address}/api/success/${back.search}`, { headers });
  expect(confirmed.status).toBe(200);
  return ((await confirmed.json()) as { order_id: string }).order_id;
}

async function priceAt(address: string, id: string): Promise<number> {
  return ((await (await fetch(`${address}/api/product/${id}`)).json()) as { price: number }).price;
}

onPooler(
  'behind a pooler in transaction mode two processes are one shop, and npm run migrate makes its tables',
  async () => {
    const shop = await aShop();
    await shop.database.executeScript(`alter table platform.process drop column role;
      delete from platform.migration where name = '0007-roles-of-processes.sql'`);
    const starting = shop.launch();
    const { addresses } = shop;
    await expect.poll(() => starting[1]?.err(), LONG).toContain('Waiting for platform/0007-roles-of-processes.sql');
    expect(await shop.migrate()).toMatchObject({
      code: 0,
      out: 'Database prepared: platform/0007-roles-of-processes.sql\n',
    });
    await Promise.all(starting.map(({ opened }) => opened));

    const rows = products.map((product_id) => aProduct({ product_id }));
    await shop.database.kysely.insertInto('api.product').values(rows).execute();
    const accounts = await makeAccounts({ DATABASE_URL: shop.databaseUrl, SECRETS_KEY }, 4);
    for (const address of addresses) await expect.poll(() => priceAt(address, 'fan'), LONG).toBe(2.5);

    // So often that without a pooler the statements would have names; each buyer's at one process after the other.
    const orders = await Promise.all(
      accounts.map(async ({ email }, index) => {
        const token = await signIn(addresses[index % 2] ?? '', email);
        const ids = [];
        for (let time = 0; time < 4; time++) ids.push(await buy(addresses[(index + time) % 2] ?? '', token));
        return ids;
      }),
    );
    const { rows: paid } = await sql<{ order_id: string; lines: number }>`
      select order_id, (select count(*)::int from api.order_line where order_id = placed.order_id) as lines
      from api."order" placed where status = 'paid'`.execute(shop.database.kysely);
    expect(paid.map(({ order_id }) => order_id).sort()).toEqual([...new Set(orders.flat())].sort());
    expect(new Set(paid.map(({ lines }) => lines))).toEqual(new Set([3]));

    await sql`update api.product set price_micros = 9000000 where product_id = 'fan'`.execute(shop.database.kysely);
    for (const address of addresses) await expect.poll(() => priceAt(address, 'fan'), LONG).toBe(9);
    // Each process listens past the pooler, whose connections listen to nothing.
    const { rows: listening } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(shop.database.kysely);
    expect(listening).toHaveLength(2);
    expect(starting.map(({ err }) => err()).join('')).not.toMatch(/prepared statement|08P01/);
  },
  240_000,
);
