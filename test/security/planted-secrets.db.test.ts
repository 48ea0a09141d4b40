// Secrets are planted where sellers and buyers keep them; then everybody asks every address that answers a GET, and what comes is searched for them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Goods } from '#contract/goods/goods.ts';
import { checkNames } from '#contract/operations/integrity-check.ts';
import { webhookEvents } from '#contract/selling/webhook.ts';
import { createLog } from '#platform/observability/log.ts';
import { refundOrder } from '../../src/api/ordering/checkout/refund/refund-order.ts';
import { openTestDatabase } from '../database/test-database.ts';
import { objectIdOf, storeRelease } from '../factories/goods.ts';
import { addressOf, storeStaff } from '../factories/seller.ts';
import { type Buying, startBuying } from '../parts/buying.ts';
import { aContent, openListings } from '../parts/listings.ts';

const team = [{ name: 'License', value: 'Team' }];
const texts = {
  'the text that gives access': 'The door code is planted-access-whole.',
  'the text of a variant': 'The door code is planted-access-team.',
  'the text of a draft': 'The door code is planted-access-draft.',
  'a key that somebody has': 'PLANTED-KEY-GIVEN-0001',
  'a key that nobody has': 'PLANTED-KEY-FREE-0002',
  'what an endpoint has answered': 'planted-answer-of-the-endpoint',
};

type Secret =
  | keyof typeof texts
  | 'the secret of the endpoint'
  | 'the secret of a webhook'
  | 'a token'
  | 'a key of the API'
  | 'a place in the storage';

const people = ['nobody', 'jane', 'eve', 'stranger', 'owner', 'finance', 'support', 'admin'] as const;
type Person = (typeof people)[number];

const shopReads = ['owner', 'finance'];
const staffReads = ['support', 'admin'];
const ofListing =
  /^GET \/api\/seller\/\{sellerId\}\/listing\/\{productId\}(\/(difference|version(\/\{version\})?))?$|\/listing\/export$/;
const ofApproval = /^GET \/api\/admin\/approval\/\{approvalId\}$/;

/** Readers of each secret, by route. Other secrets are nobody's. */
const readers: Array<[secrets: Secret[], who: string[], where: RegExp]> = [
  [['the text that gives access', 'the text of a variant', 'the text of a draft'], shopReads, ofListing],
  [['the text that gives access', 'the text of a variant', 'the text of a draft'], staffReads, ofApproval],
  [
    ['the text that gives access', 'what an endpoint has answered'],
    ['jane'],
    /^GET \/api\/library\/\{entitlementId\}\/access$/,
  ],
  [['a place in the storage'], shopReads, /\/listing\/\{productId\}\/release\/\{releaseId\}$/],
  [['a key that somebody has'], ['jane'], /^GET \/api\/library\/\{entitlementId\}\/(key|access)$/],
];

const mayRead = (secret: Secret, who: Person, route: string) =>
  readers.some(([secrets, whose, where]) => secrets.includes(secret) && whose.includes(who) && where.test(route));

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let planted: Array<[Secret, string]>;
/** Values for each name in an address. */
let places: Record<string, string[]>;
const endpoint = createServer((incoming, outgoing) => {
  incoming.resume();
  outgoing.end(JSON.stringify({ text: texts['what an endpoint has answered'] }));
});
const log: string[] = [];

const as = (account: string) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] },
  );

beforeAll(async () => {
  database = await openTestDatabase();
  shop = await startBuying(database, { log: createLog('trace', { write: (line) => void log.push(line) }) });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  await plant();
}, 60_000);
afterAll(async () => {
  await shop.api.provision.close(1_000);
  endpoint.closeAllConnections();
  endpoint.close();
  await shop.close();
  await database.close();
});

async function plant() {
  const { kysely: db } = database;
  const listings = await openListings(database, shop.api);
  for (const role of ['support', 'admin'] as const) await storeStaff(database, role, role);
  const { owner, base } = listings;
  const ownerNow = await as('owner');
  const made = async <Answer>(answer: Promise<{ status: number; body: Answer }>): Promise<Answer> => {
    const { status, body } = await answer;
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body;
  };
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  const provision = await made(ownerNow.put('/seller/ours/provision-endpoint', { url }));
  const webhook = await made(ownerNow.post('/seller/ours/webhook', { url, events: webhookEvents }));
  const sellerKey = await made(
    ownerNow.post('/seller/ours/key', { name: 'Books', scopes: ['readOrders'], expires_at: null }),
  );

  const access = { by: 'text', text: texts['the text that gives access'] } as const;
  const goods: Goods = {
    access,
    keys: { source: 'list' },
    files: { updates: 'free' },
    variants: [{ selected_options: team, access: { by: 'text', text: texts['the text of a variant'] } }],
  };
  const variant = (selected_options: typeof team, is_default: boolean) => ({
    ...{ selected_options, is_default, price: 10, sale_price: null, stock: null },
  });
  const content = aContent({
    price: 10,
    options: [{ name: 'License', choices: ['One', 'Team'] }],
    variants: [variant([{ name: 'License', value: 'One' }], true), variant(team, false)],
  });
  const { product_id: productId, revision } = await listings.create(content);
  const releaseId = await storeRelease(database, {
    product_id: productId,
    number: 1,
    seller_id: 'ours',
    published_at: null,
  });
  const whole = { ...content, goods: { ...goods, files: { ...goods.files, release: releaseId } } } as typeof content;
  await listings.save(productId, revision, whole);
  await made(listings.submit(productId));
  await listings.approve(productId);
  const keys = [texts['a key that somebody has'], texts['a key that nobody has']];
  await made(owner.post(`${base}/${productId}/key`, { keys }));
  const called = await listings.sell(
    aContent({ product_name: 'Called', price: 10, goods: { access: { by: 'endpoint', within_minutes: 60 } } }),
  );

  // Jane has bought all of it, Eve has ordered and not paid.
  const place = async (account: string, product_id: string) => {
    const items = [{ product_id, quantity: 1 }];
    return made((await as(account)).post('/checkout-session', { items, amount: 10 }));
  };
  const orders = [await place('jane', productId), await place('jane', called)];
  for (const { checkout_url } of orders) await shop.pay(checkout_url);
  await shop.api.provision.start();
  const jane = await as('jane');
  const isDelivered = async () => {
    for (const { order_id } of orders)
      expect((await jane.get(`/order/${order_id}`)).body.order_status).toBe('fulfilled');
  };
  await vi.waitFor(isDelivered, { timeout: 15_000 });
  const eves = await place('eve', productId);
  const token = await made(jane.post('/library/token', { name: 'Laptop', expires_at: null }));
  const review = await made(
    jane.post('/review', { product_id: productId, rate: 4, review_text: 'Does what it says.' }),
  );
  const thread = await made(jane.post('/thread', { product_id: productId, text: 'How?' }));
  await jane.post(`/thread/${thread.thread_id}/report`, { reason: 'They do not answer.' });

  // A change waits for a decision.
  const listing = await listings.read(productId);
  const next = { ...whole, goods: { ...whole.goods, access: { by: 'text', text: texts['the text of a draft'] } } };
  await made(listings.save(productId, listing.revision, next as typeof content));
  await made(listings.submit(productId));
  const approval = await listings.waiting(productId);
  const [delivery] = await db.selectFrom('api.webhook_delivery').select('id').execute();

  const { items: invoices }: { items: Array<{ invoice_id: string }> } = (
    await jane.get(`/order/${orders[0]?.order_id}/invoice`)
  ).body;
  expect(invoices).not.toEqual([]);

  planted = [
    ...(Object.entries(texts) as Array<[Secret, string]>),
    ['the secret of the endpoint', provision.secret],
    ['the secret of a webhook', webhook.secret],
    ['a token', token.token],
    ['a key of the API', sellerKey.key],
    ['a place in the storage', objectIdOf(releaseId, 'README.md')],
  ];
  for (const [name, text] of planted) expect(text?.length, name).toBeGreaterThan(15);
  const entitlements = orders.map(({ order_id }) => `${order_id}-0`);
  places = {
    outbox: ['webhook', 'provision', 'mail'],
    check: [...checkNames],
    sellerId: ['ours'],
    list: ['order', 'customer'],
    viewId: ['none'],
    jobId: ['none'],
    importId: ['none'],
    saleId: ['none'],
    address: ['ours'],
    productId: [productId, called],
    id: [productId, ...orders.map(({ order_id }) => order_id), eves.order_id],
    orderId: [...orders.map(({ order_id }) => order_id), eves.order_id],
    line: ['0'],
    version: ['1'],
    entitlementId: [...entitlements, `${eves.order_id}-0`],
    releaseId: [releaseId],
    objectId: [objectIdOf(releaseId, 'README.md')],
    approvalId: [approval?.approval_id ?? ''],
    threadId: [thread.thread_id],
    webhookId: [webhook.webhook_id],
    deliveryId: [delivery?.id ?? ''],
    email: [addressOf('jane')],
    userId: [addressOf('jane')],
    entryId: ['1'],
    name: ['terms'],
    path: ['README.md'],
    token: ['unknown'],
    file: ['unknown.pem'],
    invoiceId: invoices.map(({ invoice_id }) => invoice_id),
    month: ['2026-11'],
    disputeId: ['unknown'],
    fileId: ['unknown'],
    noteId: ['unknown'],
    payoutId: ['unknown'],
    batchId: ['unknown'],
    format: ['csv'],
    accountId: [`order:${orders[0]?.order_id}:held`],
    transferId: ['1'],
    payInId: ['unknown'],
    transactionId: ['unknown'],
    reviewId: [review.review_id],
    code: ['TENTH'],
    licenseId: ['LicenseRef-Unknown'],
  };
}

/** Every address of a route, with what is known in the place of each name. */
function addressesOf(route: string): string[] {
  const [, path = ''] = route.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.reduce(
    (addresses, name) => {
      const known = places[name];
      if (!known) throw new Error(`${route}: say in places what stands for ${name}`);
      return addresses.flatMap((one) => known.map((text) => one.replace(`{${name}}`, encodeURIComponent(text))));
    },
    [path.replace(/^\/api/, '')],
  );
}

/** Queries without which some addresses answer nothing. */
const queries: Record<string, string> = {
  'GET /api/search': '?q=kitchen',
  'GET /api/search/suggestions': '?q=kitchen',
  'GET /api/license': '?expression=MIT',
};

/** Asks every address as somebody. Answers what is read there. */
async function read(who: Person): Promise<Array<{ secret: Secret; route: string }>> {
  await shop.api.version.refresh();
  const caller = who === 'nobody' ? shop.api : await as(who);
  const found = [];
  for (const route of routesRead())
    for (const address of addressesOf(route)) {
      const { body, headers } = await caller.send('GET', `${address}${queries[route] ?? ''}`);
      const answer = `${JSON.stringify(body)} ${JSON.stringify([...headers])}`;
      for (const [secret, text] of planted) if (answer.includes(text)) found.push({ secret, route });
    }
  return found;
}

function routesRead(): string[] {
  return Object.entries((shop.api.openapi() as { paths: Record<string, object> }).paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => `GET ${path.startsWith('/api') ? path : `/api${path}`}`);
}

test('[G-12] [G-11] no address tells anybody a text that gives access, a key, a secret or a place in the storage that is not theirs', async () => {
  expect(routesRead().length).toBeGreaterThan(60);
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const who of people)
    for (const { secret, route } of await read(who)) {
      if (mayRead(secret, who, route)) seen.add(secret);
      else found.add(`${who} reads ${secret}: ${route}`);
    }
  expect([...found]).toEqual([]);
  // Secrets that nobody finds anywhere would prove nothing.
  expect([...seen].sort()).toEqual([...new Set(readers.flatMap(([secrets]) => secrets))].sort());
}, 120_000);

test('[G-11] [G-12] neither logs nor mails nor what shops are told by webhooks have any of it', () => {
  expect(log.length).toBeGreaterThan(20);
  expect(shop.mails.length).toBeGreaterThan(3);
  const outputs = { 'the log': log.join(''), mails: JSON.stringify(shop.mails) };
  for (const [where, text] of Object.entries(outputs))
    for (const [secret, planting] of planted) expect(text.includes(planting), `${secret} in ${where}`).toBe(false);
});

test('[G-11] [G-12] in the database keys, secrets and tokens lie sealed, and texts that give access where goods are', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('api', 'ledger', 'platform', 'mail', 'payments', 'identity') and table_type = 'BASE TABLE'`.execute(
    database.kysely,
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select one::text as row from ${sql.raw(name)} as one`.execute(
      database.kysely,
    );
    for (const { row } of rows)
      for (const [secret, text] of planted)
        if (row.includes(text) || row.includes(Buffer.from(text).toString('hex'))) found.add(`${secret} in ${name}`);
  }
  const accessTexts = ['the text of a draft', 'the text of a variant', 'the text that gives access'] as const;
  expect([...found].sort()).toEqual(
    [
      'a place in the storage in api.goods_object',
      'a place in the storage in api.release_file',
      ...accessTexts.map((text) => `${text} in api.approval`),
      ...accessTexts.slice(0, 2).map((text) => `${text} in api.listing`),
      ...accessTexts.slice(1).flatMap((text) => [`${text} in api.product`, `${text} in api.product_version`]),
      'the text that gives access in api.entitlement',
      'the text that gives access in api.order_line',
    ].sort(),
  );
});

test('[G-14] once the money goes back, what its buyer could read is gone', async () => {
  for (const orderId of places.orderId?.slice(0, 2) ?? [])
    await refundOrder(shop.service, { orderId, amountCents: null, reason: 'Sorry.' });
  expect(await read('jane')).toEqual([]);
}, 120_000);
