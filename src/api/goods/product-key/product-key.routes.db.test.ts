// Keys as a shop loads them, and as its buyers get them, with real payments.
import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Goods } from '#contract/goods/goods.ts';
import { webhookEvents } from '#contract/selling/webhook.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, aListing, storeSeller } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
type Customer = Awaited<ReturnType<Buying['customer']>>;
let jane: Customer;
let editor: Customer;

const KEYS = '/seller/ours/listing/quill/key';
const product = { product_id: 'quill', product_name: 'Quill', price_micros: 10_000_000, seller_id: 'ours', version: 3 };

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
  await storeSeller(
    database,
    { seller_id: 'ours', address: 'ours', name: 'Inkworks' },
    { editor: 'editor', fin: 'finance' },
  );
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { stranger: 'owner' });
  await sell({ keys: { source: 'list' } });
  await database.kysely
    .insertInto('api.listing')
    .values(aListing({ product_id: 'quill', seller_id: 'ours', version: 3, name: 'Quill', name_folded: 'quill' }))
    .execute();
  jane = await shop.customer('jane');
  editor = await as('editor');
});
afterEach(() => shop.close());
afterAll(() => database.close());

const as = (account: string) =>
  shop.api.signIn({ email: addressOf(account), nickname: account }, { sub: account, auth_time: Date.now() / 1_000 });

/** The product is on sale with these goods. */
async function sell(goods: Goods, more: Parameters<typeof aProduct>[0] = {}) {
  const row = aProduct({ ...product, goods: JSON.stringify(goods), ...more });
  const { product_id: _, ...changes } = row;
  await database.kysely
    .insertInto('api.product')
    .values(row)
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(changes))
    .execute();
}

const load = (keys: string[], query = '') => editor.post(`${KEYS}${query}`, { keys });
const many = (count: number, start = 0) =>
  Array.from({ length: count }, (_, index) => `QK-${1_000 + start + index}-ABCD`);
const stock = async () => (await shop.api.get('/product/quill')).body.stock;
const paid = async (customer: Customer, orderId: string) =>
  expect.poll(async () => (await customer.get(`/order/${orderId}`)).body.order_status).not.toBe('pending');

async function place(customer: Customer, quantity = 1, more: object = {}) {
  const items = [{ product_id: 'quill', quantity, ...more }];
  return customer.post('/checkout-session', { items, amount: 10 * quantity });
}

async function buy(customer: Customer, quantity = 1, more: object = {}): Promise<string> {
  const { status, body } = await place(customer, quantity, more);
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.pay(body.checkout_url);
  await paid(customer, body.order_id);
  return body.order_id;
}

const own = async (customer: Customer, orderId: string) => (await customer.get(`/library/${orderId}-0/key`)).body;
const textsOf = async (customer: Customer, orderId: string): Promise<string[]> =>
  (await own(customer, orderId)).items.map(({ key }: { key: string }) => key);

describe('loading', () => {
  test('[G-11] keys come trimmed, each once, in the order of the list, and are its stock', async () => {
    expect(await stock()).toBe(0);
    const text = ' QK-1-AAAA-1111 \r\n\nQK-2-BBBB-2222\nQK-1-AAAA-1111\n';
    const dry = await editor.send('POST', `${KEYS}?dry_run=true`, { 'content-type': 'text/plain' }, text);
    expect(dry.body).toMatchObject({ loaded: 2, duplicates: 1, dry_run: true, lists: [{ free: 0 }] });
    expect(await stock()).toBe(0);
    const sent = await editor.send('POST', `${KEYS}?batch=Autumn`, { 'content-type': 'text/plain' }, text);
    expect(sent.body).toMatchObject({ loaded: 2, duplicates: 1, served: 0, lists: [{ free: 2, is_low: true }] });
    expect((await load(['QK-2-BBBB-2222', 'QK-3-CCCC-3333'])).body).toMatchObject({ loaded: 1, duplicates: 1 });
    expect(await stock()).toBe(3);
    expect(await textsOf(jane, await buy(jane, 2))).toEqual(['QK-1-AAAA-1111', 'QK-2-BBBB-2222']);
    expect(await stock()).toBe(1);
  });

  test('[G-11] what nobody could type, or what is too much, is refused with the line', async () => {
    const text = (body: string) => editor.send('POST', KEYS, { 'content-type': 'text/plain; charset=utf-8' }, body);
    for (const [answer, said] of [
      [await text('QK-1\nQK\u0007-2'), 'Line 2 has control characters'],
      [await text(`${'x'.repeat(501)}`), 'Line 1 is longer than 500 characters'],
      [await text(' \n\n'), 'There is no key in it'],
      [await load(['ok', 'a\u202eb']), 'Key 2 has control characters'],
      [await load(['one\ntwo']), 'Key 1 has control characters'],
      [await load(many(10_001)), 'keys must be at most 10000 at once'],
      [await editor.post(KEYS, { keys: [1] }), 'keys.0 must be text'],
      [await editor.send('POST', KEYS, { 'content-type': 'application/json' }, '{'), 'The body'],
      [await editor.send('POST', KEYS, { 'content-type': 'text/csv' }, 'QK-1'), 'text/plain'],
      [await load(['QK-1'], '?edition=other'), 'no variant with keys of its own'],
    ] as const)
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(said)]);
    expect((await text('QK-123456\n'.repeat(110_000))).status).toBe(413);
    const latin = await editor.send('POST', KEYS, { 'content-type': 'text/plain' }, Buffer.from('QK-\xe9', 'latin1'));
    expect(latin.body.message).toContain('not UTF-8');
    expect(await stock()).toBe(0);
  });

  test('[G-11] the shop sees what became of each, and never a whole key; nothing of it lies open in the database', async () => {
    await load(['QK-7F3A-55AA-91D2', 'QK-8B2C-66BB-A2E3'], '?batch=Autumn');
    const orderId = await buy(jane);
    const { lists, items, next } = (await editor.get(KEYS)).body;
    expect(next).toBeNull();
    expect(lists).toEqual([
      { edition: '', selected_options: [], free: 1, given: 1, revoked: 0, waiting: 0, low_mark: 5, is_low: true },
    ]);
    expect(items).toMatchObject([
      {
        masked: 'QK-8••••A2E3'.replace('A2E3', 'A2E3'),
        state: 'free',
        batch: 'Autumn',
        order_id: null,
        given_at: null,
      },
      { masked: 'QK-7••••91D2', state: 'given', order_id: orderId, given_at: expect.any(String) },
    ]);
    expect((await editor.get(`${KEYS}?state=free`)).body.items).toHaveLength(1);
    const rows = await database.kysely.selectFrom('api.product_key').selectAll().execute();
    for (const { sealed, digest } of rows)
      expect(`${Buffer.from(sealed).toString('latin1')}${Buffer.from(digest).toString('latin1')}`).not.toContain('QK-');
    const [, given] = items;
    const [free] = items;
    expect((await editor.delete(`${KEYS}/${given.key_id}`)).status).toBe(409);
    expect((await editor.delete(`${KEYS}/${free.key_id}`)).status).toBe(204);
    expect((await editor.delete(`${KEYS}/${free.key_id}`)).status).toBe(404);
    expect(await stock()).toBe(0);
    const audit = await listAudit(database.kysely, { subject: 'quill', limit: 9 });
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['goods.key_removed', 'goods.keys_loaded']),
    );
    expect(JSON.stringify(audit)).not.toContain('QK-');
  });

  test('[G-11] a long list is told in pages', async () => {
    await load(many(60));
    const first = (await editor.get(KEYS)).body;
    const second = (await editor.get(`${KEYS}?after=${first.next}`)).body;
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.items, ...second.items].map(({ key_id }) => key_id)).size).toBe(60);
    expect((await editor.get(`${KEYS}?after=x`)).status).toBe(400);
  });
});

describe('stock', () => {
  test('[G-11] with the last key the product is sold out, whatever anybody writes as stock', async () => {
    await load(many(1));
    await database.kysely.updateTable('api.product').set({ stock: 50 }).where('product_id', '=', 'quill').execute();
    expect(await stock()).toBe(1);
    const held = (await place(jane)).body;
    const eve = await shop.customer('eve');
    expect((await place(eve)).body.error).toBe('Quill is sold out.');
    await jane.post(`/order/${held.order_id}/cancel`, {});
    await buy(eve);
    expect(await stock()).toBe(0);
    expect((await place(jane)).body.error).toBe('Quill is sold out.');
    await load(many(1, 1));
    expect((await place(jane)).status).toBe(200);
  });

  test('[G-11] the offer and a file say that its stock is that of its keys', async () => {
    await load(many(2));
    const offer = (body: object) => editor.put('/seller/ours/listing/quill/offer', body);
    const refused = await offer({ stock: 50 });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('the number of its keys that nobody has'),
    ]);
    expect((await offer({ stock: 2, price: 12 })).status).toBe(200);
    const file =
      'product_id,product_name,product_type,description,price,stock\nquill,Quill,computing,What it is.,13,99\n';
    const imported = await editor.send('POST', '/seller/ours/listing/import', { 'content-type': 'text/csv' }, file);
    expect(imported.status, JSON.stringify(imported.body)).toBe(200);
    expect(JSON.stringify(imported.body)).toContain('stock is left out: it is the number of keys that nobody has');
    expect((await shop.api.get('/product/quill')).body).toMatchObject({ price: 13, stock: 2 });
  });

  test('[G-11] variants without keys of their own share those of the product; one with its own has its own', async () => {
    const choice = (value: string) => [{ name: 'License', value }];
    const variant = (value: string, is_default = false) => ({
      selected_options: choice(value),
      price: 10,
      sale_price: null,
      stock: 99,
      is_default,
    });
    await sell(
      {
        keys: { source: 'list' },
        variants: [{ selected_options: choice('Team'), keys: { source: 'list', seats: 10 } }],
      },
      {
        options: JSON.stringify([{ name: 'License', choices: ['One', 'Two', 'Team'] }]),
        variants: JSON.stringify([variant('One', true), variant('Two'), variant('Team')]),
      },
    );
    await load(many(1));
    const [, team] = (await editor.get(KEYS)).body.lists;
    expect(team).toMatchObject({ selected_options: choice('Team'), free: 0 });
    await load(['TEAM-1', 'TEAM-2'], `?edition=${encodeURIComponent(team.edition)}`);
    const { body } = await shop.api.get('/product/quill');
    expect(body.variants.map(({ stock: own }: { stock: number }) => own)).toEqual([1, 1, 2]);
    expect(body.stock).toBe(3);
    const one = { selected_options: choice('One') };
    expect((await place(jane, 1, one)).status).toBe(200);
    const eve = await shop.customer('eve');
    // The only key is held for Jane, who has chosen another variant.
    expect((await place(eve, 1, { selected_options: choice('Two') })).status).toBe(409);
    expect(await textsOf(eve, await buy(eve, 1, { selected_options: choice('Team') }))).toEqual(['TEAM-1']);
    expect((await own(eve, `${await buy(eve, 1, { selected_options: choice('Team') })}`)).seats).toBe(10);
  });

  test('[G-11] the list of products says which keys run low, those of a variant too', async () => {
    const team = [{ name: 'License', value: 'Team' }];
    const variant = (value: string, is_default = false) => ({
      ...{ selected_options: [{ name: 'License', value }], price: 10, sale_price: null, stock: 99, is_default },
    });
    const attention = async () => {
      const { listings } = (await editor.get('/seller/ours/listing')).body;
      return listings[0].attention;
    };
    await sell({ keys: { source: 'list' } });
    await load(many(30));
    expect(await attention()).toBe('');
    await sell(
      { keys: { source: 'list' }, variants: [{ selected_options: team, keys: { source: 'list' } }] },
      {
        options: JSON.stringify([{ name: 'License', choices: ['One', 'Team'] }]),
        variants: JSON.stringify([variant('One', true), variant('Team')]),
      },
    );
    expect(await attention()).toBe('No key is left of License: Team: load more.');
    const [, { edition }] = (await editor.get(KEYS)).body.lists;
    await load(['TEAM-1', 'TEAM-2'], `?edition=${encodeURIComponent(edition)}`);
    expect(await attention()).toBe('2 keys are left of License: Team: load more.');
    await buy(jane, 20);
    await buy(jane, 5);
    expect(await attention()).toBe('2 lists of keys are running low: load more.');
  });

  test('[G-11] its seller is told once that keys run low, by mail and webhook, and again after more were loaded', async () => {
    await database.kysely
      .insertInto('api.webhook')
      .values({
        webhook_id: 'w1',
        seller_id: 'ours',
        url: 'https://hooks.example/',
        secret: Buffer.from('sealed'),
        events: JSON.stringify(webhookEvents),
      })
      .execute();
    const lowEvents = async () => {
      const rows = await database.kysely
        .selectFrom('api.webhook_delivery')
        .select('body')
        .orderBy('created_at')
        .execute();
      return rows.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'keys.low');
    };
    const mails = () =>
      shop.mails.filter(({ subject }) => subject.includes('eys')).map(({ to, subject }) => [to, subject]);
    await load(many(7));
    await buy(jane);
    expect(mails()).toEqual([]);
    await buy(jane);
    expect(mails()).toEqual([['editor@example.com', 'Keys of Quill are running low']]);
    await buy(jane);
    expect(mails()).toHaveLength(1);
    expect((await lowEvents()).map(({ data }) => data)).toEqual([
      { product_id: 'quill', selected_options: [], free: 5, waiting: 0 },
    ]);
    await load(many(1, 50));
    await buy(jane, 5);
    expect(mails()[1]).toEqual(['editor@example.com', 'There are no keys left of Quill']);
    expect(await lowEvents()).toHaveLength(2);
  });

  test('[G-11] who has paid and got none gets the next that is loaded, before anybody can buy it', async () => {
    await load(many(1));
    const { order_id, checkout_url } = (await place(jane)).body;
    // Sold elsewhere meanwhile, and taken off sale: what was promised before is owed.
    const [{ key_id }] = (await editor.get(KEYS)).body.items;
    await database.kysely
      .updateTable('api.product')
      .set({ paused: true } as never)
      .execute()
      .catch(() => undefined);
    await database.kysely.updateTable('api.listing').set({ paused: true }).execute();
    await database.kysely
      .updateTable('api.product')
      .set({ listed: false } as never)
      .execute();
    await editor.delete(`${KEYS}/${key_id}`);
    await shop.pay(checkout_url);
    await paid(jane, order_id);
    expect(await own(jane, order_id)).toMatchObject({ items: [], quantity: 1, waiting: 1, standing: 'active' });
    expect((await jane.get(`/order/${order_id}`)).body.order_status).toBe('paid');
    expect((await editor.get(KEYS)).body.lists[0]).toMatchObject({ free: 0, waiting: 1 });
    expect(shop.mails.find(({ heading }) => heading === 'No keys are left')?.paragraphs.join(' ')).toContain(
      'One key is paid and waited for',
    );
    const answer = await load(['QK-LATE-1', 'QK-LATE-2']);
    expect(answer.body).toMatchObject({ loaded: 2, served: 1, lists: [{ free: 1, given: 1, waiting: 0 }] });
    expect(await textsOf(jane, order_id)).toEqual(['QK-LATE-1']);
    expect((await jane.get(`/order/${order_id}`)).body.order_status).toBe('fulfilled');
    expect(shop.mails.filter(({ heading }) => heading === 'Delivered')).toHaveLength(1);
  });
});

describe('what a buyer has', () => {
  test('[G-11] whole keys, with seats and until when; another account has nothing there', async () => {
    await sell({ keys: { source: 'list', seats: 5, valid_days: 30 } });
    await load(many(3));
    const orderId = await buy(jane, 2);
    const keys = await own(jane, orderId);
    expect(keys).toMatchObject({
      standing: 'active',
      seats: 5,
      quantity: 2,
      waiting: 0,
      is_expired: false,
      revoked_at: null,
    });
    expect(keys.items).toHaveLength(2);
    expect(new Date(keys.valid_until).getTime() - Date.now()).toBeGreaterThan(29.9 * 24 * 60 * 60_000);
    const eve = await shop.customer('eve');
    expect((await eve.get(`/library/${orderId}-0/key`)).status).toBe(404);
    expect((await eve.get('/library/%00/key')).status).toBe(404);
    shop.wait(31 * 24 * 60 * 60);
    expect(await own(jane, orderId)).toMatchObject({ is_expired: true, standing: 'active', items: [{}, {}] });
  });

  test('[G-11] a key that the shop signs says what was bought, stays the same, and needs no stock', async () => {
    await sell({ keys: { source: 'signed', seats: 3, valid_days: 365 } });
    const orderId = await buy(jane, 2);
    expect((await jane.get(`/order/${orderId}`)).body.order_status).toBe('fulfilled');
    const reads = await Promise.all([textsOf(jane, orderId), textsOf(jane, orderId), textsOf(jane, orderId)]);
    expect(new Set(reads.map((texts) => texts.join(' '))).size).toBe(1);
    const [token = '', second = ''] = reads[0] ?? [];
    expect(token).not.toBe(second);
    const { keys } = (await shop.api.get('/goods/keys')).body;
    await compactVerify(token, createLocalJWKSet({ keys }));
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      jti: `${orderId}-0-1`,
      product_id: 'quill',
      version: '3',
      seats: 3,
      iss: 'http://shop.test',
    });
    expect(String(claims.sub)).not.toContain('jane');
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(365 * 24 * 60 * 60);
    await refundOrder(shop.service, { orderId, amountCents: null, reason: '' });
    expect(await own(jane, orderId)).toMatchObject({ standing: 'refunded', items: [], revoked_at: expect.any(String) });
  });
});
