// A trial as somebody opens it for the first time: who can sign in, and what they find.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadFile, listFiles } from '@huggingface/hub';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deliveryMinutes } from '#contract/catalogue/product/delivery.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import { listingStates } from '#contract/selling/listing/listing-labels.ts';
import { prepareDataDir } from './database/prepared-data-dir.ts';
import { runCommand } from './processes/run-command.ts';
import type { ServerProcess } from './processes/server-process.ts';
import { startShop } from './processes/shop-process.ts';
import { announced } from './rigs/settings/faults-of-a-trial.ts';

let dataDir: string;
let shop: ServerProcess;
let signedIn: Record<'buyer' | 'seller' | 'staff', { authorization: string }>;

beforeAll(async () => {
  dataDir = prepareDataDir(await mkdtemp(join(tmpdir(), 'hearth-demo-')));
  shop = await startShop({ DATA_DIR: dataDir, DEMO_MARKETPLACE: 'on', LOG_LEVEL: 'error' });
  await vi.waitUntil(() => Object.keys(announced(shop.out())).length === 3, 15_000);
  const [buyer, seller, staff] = await Promise.all([signIn('buyer'), signIn('seller'), signIn('staff')]);
  signedIn = { buyer, seller, staff };
}, 120_000);
afterAll(async () => {
  await shop.stop();
  await rm(dataDir, { recursive: true });
});

type Tokens = { message?: string; AuthenticationResult?: { IdToken: string; AccessToken: string } };

async function callAccounts(operation: string, input: object, at = shop): Promise<Tokens> {
  const response = await fetch(`${at.address}/identity`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  });
  return JSON.parse((await response.text()) || '{}');
}

function signInAt(at: ServerProcess, who: string, printed: string): Promise<Tokens> {
  const { email, password } = announced(printed)[who] ?? { email: '', password: '' };
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  return callAccounts(
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', ClientId: 'hearthstorefront', AuthParameters },
    at,
  );
}

async function signIn(who: string, at = shop, printed = shop.out()): Promise<{ authorization: string }> {
  const { AuthenticationResult } = await signInAt(at, who, printed);
  return { authorization: `Bearer ${AuthenticationResult?.IdToken}` };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it
async function ask(who: keyof typeof signedIn, path: string): Promise<any> {
  const response = await fetch(`${shop.address}/api${path}`, { headers: signedIn[who] });
  expect(response.status, path).toBe(200);
  return response.json();
}

test('[B-17] the start of a trial says where to sign in as whom', () => {
  expect(shop.out()).toContain(`Sign in at ${shop.address}/account/login as`);
  expect(Object.keys(announced(shop.out())).sort()).toEqual(['buyer', 'seller', 'staff']);
});

test('[B-17] the buyer has orders, an answered question, a review and something saved', async () => {
  const orders = await ask('buyer', `/order/user/${announced(shop.out()).buyer?.email}`);
  const states = new Set(orders.map((order: { order_status: string }) => order.order_status));
  expect([...states].sort()).toEqual(['fulfilled', 'paid']);
  expect((await ask('buyer', '/saved-product')).items).toHaveLength(1);
  expect(JSON.stringify(await ask('buyer', '/thread'))).toContain('Saltmarsh Datasets');
  expect(JSON.stringify(await ask('buyer', '/review/product/math-worked-solutions-25k'))).toContain('Thank you.');
});

test('[B-17] [W-11] the buyer has paid in to a wallet, and an order partly from it', async () => {
  expect(await ask('buyer', '/buyer-wallet')).toMatchObject({ is_open: true, balance: 30, spent_this_month: 20 });
  const kinds = (await ask('buyer', '/buyer-wallet/movement')).map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['wallet_payment', 'pay_in']);
});

test('[B-17] the seller has a product in every state, sales and an unread question', async () => {
  const { items } = await ask('seller', '/seller/mine');
  const [own] = items;
  expect(own).toMatchObject({ name: 'Saltmarsh Datasets', state: 'approved', role: 'owner' });
  const { listings } = await ask('seller', `/seller/${own.seller_id}/listing?limit=100`);
  const states = new Set(listings.map((listing: { state: string }) => listing.state));
  expect([...states].sort()).toEqual([...listingStates].sort());
  expect((await ask('seller', `/seller/${own.seller_id}/order`)).length).toBeGreaterThanOrEqual(2);
});

test('[B-17] the seller has a wallet of months to look at: earned, given back, owed and netted, paid out, come back, disputed', async () => {
  const { items } = await ask('seller', '/seller/mine');
  const path = `/seller/${items[0].seller_id}`;
  const movements: Array<{ at: string; kind: string }> = await ask('seller', `${path}/wallet/movements?limit=100`);
  const months = new Set(movements.map(({ at }) => at.slice(0, 7)));
  expect(months.size).toBeGreaterThanOrEqual(3);
  const kinds = new Set(movements.map(({ kind }) => kind));
  expect([...kinds]).toEqual(
    expect.arrayContaining(['release', 'refund', 'fee_returned', 'netting', 'payout', 'payout_failed']),
  );
  const payouts: Array<{ state: string }> = await ask('seller', `${path}/payout`);
  expect(payouts.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'failed', 'paid']);
  const disputes = await ask('seller', `${path}/dispute`);
  expect(JSON.stringify(disputes)).toContain('"state":"open"');
  const verified = await runCommand('ledger', ['verify'], { environment: { DATA_DIR: dataDir } });
  expect(verified, verified.out).toMatchObject({ code: 0 });
});

test('[B-17] the staff find something on every screen of the back office', async () => {
  for (const list of [
    'order',
    'product',
    'customer',
    'seller',
    'review',
    'coupon',
    'payout',
    'dispute',
    'audit',
    'job',
  ])
    expect((await ask('staff', `/admin/${list}?limit=5`)).length, list).toBeGreaterThan(0);
  await expect
    .poll(async () => (await ask('staff', '/admin/job'))[0], { timeout: 20_000 })
    .toMatchObject({ state: 'done', changed: 3, refused: 1 });
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const { totals, previous_totals: before } = await ask('staff', `/admin/figures?from=${day(29)}&to=${day(0)}`);
  for (const { sales, views, view_to_order: share } of [totals, before]) {
    expect(sales).toBeGreaterThan(0);
    expect(share).toBeGreaterThan(0);
    expect(views).toBeGreaterThan(100);
    expect(share).toBeLessThan(1);
  }
  const hours = await ask('staff', '/admin/hours');
  expect(JSON.stringify(hours)).toContain('EPYC');
  expect(JSON.stringify(await ask('staff', '/admin/manual-movement'))).toContain('goodwill');
  await expect
    .poll(async () => JSON.stringify(await ask('staff', '/admin/import')), { timeout: 20_000 })
    .toMatch(/"state":"checked".*"new":1.*"changed":1.*"refused":1/);
  await expect
    .poll(async () => (await ask('staff', '/admin/check/ledger')).last, { timeout: 20_000 })
    .toMatchObject({ state: 'in_order', differences: 0 });
  expect(await ask('staff', '/admin/product/wind-turbine-telemetry')).toMatchObject({
    stock_changes: [{ reason: 'Five more sites have agreed', before: 3, after: 8 }],
  });
  expect(await ask('staff', '/admin/product/wildlife-camera-traps')).toMatchObject({ sales: [{ state: 'planned' }] });
});

/** Library item of the buyer, by how the product's name begins. */
async function bought(name: string) {
  const { entries } = await ask('buyer', '/library');
  const found = entries.find((entry: { product: { name: string } }) => entry.product.name.startsWith(name));
  expect(found, name).toBeDefined();
  return found;
}

test('[G-17] the buyer has files with a newer version, a key, access, hours of a machine that runs, and something free', async () => {
  expect(await bought('Tide Gauge')).toMatchObject({
    standing: 'active',
    because: 'order',
    files: { bought: { version: '1.0.0' }, newest: { version: '1.1.0' }, updates: 'free' },
  });
  expect(await bought('Harbor Sounds')).toMatchObject({ standing: 'active', because: 'free' });
  const { entitlement_id: ofKey } = await bought('Pier Desk');
  expect((await ask('buyer', `/library/${ofKey}/key`)).items).toMatchObject([{ key: expect.stringMatching(/^PD-/) }]);
  const { entitlement_id: ofRoom } = await bought('Notebook Room');
  await expect
    .poll(async () => (await ask('buyer', `/library/${ofRoom}/access`)).state, { timeout: 20_000 })
    .toBe('ready');
  const { entitlement_id: ofHours } = await bought('T4 16 GB');
  await expect
    .poll(async () => (await ask('buyer', `/library/${ofHours}/hours`)).session?.state, { timeout: 20_000 })
    .toBe('running');
});

test('[G-17] [G-09] what was bought is downloaded by the client of the hub, verified with the public key, and loaded', async () => {
  const { entitlement_id: id } = await bought('Tide Gauge');
  const { hub } = await ask('buyer', `/library/${id}`);
  const made = await fetch(`${shop.address}/api/library/token`, {
    method: 'POST',
    headers: { ...signedIn.buyer, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'a notebook' }),
  });
  const { token } = (await made.json()) as { token: string };
  const client = { repo: { type: 'dataset' as const, name: hub.repo }, hubUrl: shop.address, accessToken: token };
  const folder = await mkdtemp(join(tmpdir(), 'hearth-tides-'));
  try {
    for await (const { path } of listFiles(client)) {
      const file = await downloadFile({ ...client, path });
      await writeFile(join(folder, path), Buffer.from(await (file as Blob).arrayBuffer()));
    }
    const verified = await runCommand('goods', ['verify', folder, '--shop', shop.address], {
      environment: { DATA_DIR: dataDir },
    });
    expect(verified).toMatchObject({ code: 0 });
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(join(folder, 'readings.parquet')),
      compressors,
    });
    expect(rows).toHaveLength(4_464);
    expect(rows[0]).toMatchObject({ level_m: 3.526, quality: 'good' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('[V-09] most products that are sold here are delivered at once, and of all others it is said when', async () => {
  const all = (await ask('buyer', '/product/all')) as Product[];
  const soldHere = all.filter(({ provider }) => !['DBC', 'HYCONS'].includes(provider));
  const { total } = await ask('buyer', '/product?at_once=true');
  expect(total).toBeGreaterThan(all.length / 2);
  expect(soldHere.filter((product) => deliveryMinutes(product) === 0)).toHaveLength(total);
  expect(soldHere.filter((product) => deliveryMinutes(product) === null).map(({ product_id }) => product_id)).toEqual(
    [],
  );
  expect(await ask('buyer', '/product/l40s-48gb')).toMatchObject({ goods: { hours: { by: 'endpoint' } } });
  // Machines of the operator's own are started as those of a shop are: by an endpoint that answers.
  expect(await ask('buyer', '/product/h100-sxm-80gb')).toMatchObject({ goods: { hours: { by: 'endpoint' } } });
  const called = await fetch(`${shop.address}/api/admin/provision-endpoint/test`, {
    method: 'POST',
    headers: signedIn.staff,
  });
  expect(await called.json()).toMatchObject({ status: 200 });
  const { items } = await ask('buyer', '/product/street-scenes-120k/release');
  expect(items[0]).toMatchObject({ version: '1.0.0', file_count: 2, notes: expect.stringContaining('invented') });
});

test('[B-17] staff find an application, a new product, changes and a reported conversation to decide about', async () => {
  const { waiting } = await ask('staff', '/admin/approval');
  expect(waiting).toEqual({ application: 1, product: 1, change: 2 });
  expect(JSON.stringify(await ask('staff', '/admin/report'))).toContain('pay outside the marketplace');
});

test('[B-02] the last administrator does not delete the account by the account protocol either', async () => {
  const { AuthenticationResult } = await signInAt(shop, 'staff', shop.out());
  const refused = await callAccounts('DeleteUser', { AccessToken: AuthenticationResult?.AccessToken });
  expect(refused.message).toContain('You are the last administrator');
  expect(await ask('staff', '/admin/me')).toMatchObject({ role: 'admin' });
});

test('[S-16] an account that is deleted by the account protocol alone leaves its shop, which closes', async () => {
  const { AuthenticationResult } = await signInAt(shop, 'seller', shop.out());
  await callAccounts('DeleteUser', { AccessToken: AuthenticationResult?.AccessToken });
  const found = async () => (await ask('staff', '/admin/seller?q=saltmarsh'))[0];
  await expect.poll(async () => (await found()).state, { timeout: 10_000 }).toBe('closing');
  const { members } = await ask('staff', `/admin/seller/${(await found()).id}`);
  expect(members.map(({ role }: { role: string }) => role)).not.toContain('owner');
});

test('[B-17] the accounts sign nobody in where the data is opened by a shop that is no trial', async () => {
  const before = shop.out();
  await shop.stop();
  shop = await startShop({
    DATA_DIR: dataDir,
    DEMO_MARKETPLACE: 'on',
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'error',
  });
  expect(shop.printed()).toContain('demo accounts of a trial were disabled');
  expect(announced(shop.out())).toEqual({});
  for (const who of ['buyer', 'seller', 'staff'])
    expect((await signIn(who, shop, before)).authorization).toBe('Bearer undefined');
});
