// Access, from a payment with a card to what the buyer is shown, and back. The endpoint is the example that sellers copy.

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { arrangeStates } from '../../../../test/database/guard-states.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeGift } from '../../../../test/factories/entitlement.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { startProvider } from '../../../../test/processes/provider.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { EntitlementStatus } from '../entitlement/entitlement.rules.ts';
import { getEntitlement } from '../entitlement/entitlement.store.ts';
import { forgetMoneyBack, listOverAccess, recordMoneyBack } from './access-grant.store.ts';
import { runPromises } from './run-promises.ts';
import { settleAccess } from './settle-access.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<ApiTables>;
let shop: Buying;
let ada: Awaited<ReturnType<Buying['api']['signIn']>>;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Kysely<ApiTables>;
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database, { patienceMs: 500 });
  await storeSeller(database, { seller_id: 'ours', address: 'ours', name: 'Our shop' }, { ada: 'owner' });
  const claims = { sub: 'ada', auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] };
  ada = await shop.api.signIn({ email: addressOf('ada'), nickname: 'ada' }, claims);
  jane = await shop.customer('jane');
  await jane.get('/user/jane@example.com');
  await shop.api.provision.start();
});
afterEach(async () => {
  await shop.api.provision.close(1_000);
  await shop.close();
});
afterAll(() => database.close());

const endpointOf = '/seller/ours/provision-endpoint';

async function sell(goods: GoodsOfOne, price_unit = '') {
  const product = aProduct({ product_id: 'bird', product_name: 'Bird', price_micros: 10_000_000, seller_id: 'ours' });
  await db
    .insertInto('api.product')
    .values({ ...product, price_unit, goods: JSON.stringify(goods) })
    .execute();
}

/** Answers the id of the order. Its line is the only one. */
async function buy(quantity = 1): Promise<string> {
  const items = [{ product_id: 'bird', quantity }];
  const asked = await jane.post('/checkout-session', { items, amount: 10 * quantity });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  await shop.pay(asked.body.checkout_url);
  const { order_id: orderId } = asked.body;
  await expect.poll(async () => (await jane.get(`/order/${orderId}`)).body.order_status).not.toBe('pending');
  return orderId;
}

const access = async (orderId: string) => (await jane.get(`/library/${orderId}-0/access`)).body;
const calls = async () => (await ada.get(`${endpointOf}/call`)).body as Array<Record<string, unknown>>;
const again = () => sql`update api.provision_call set due_at = now() where state = 'waiting'`.execute(db);
/** Nothing is under way any more; failures wait, and the endpoint is not left alone for a while. */
const unpause = () => sql`update api.provision_endpoint set paused_until = null`.execute(db);

async function withProvider(settings: Record<string, string> = {}) {
  // It must know the secret, and the shop its address: first an address that nothing listens on.
  const { secret } = (await ada.put(endpointOf, { url: 'http://127.0.0.1:9/' })).body;
  const provider = await startProvider(secret, settings);
  onTestFinished(provider.close);
  await ada.put(endpointOf, { url: provider.url });
  return provider;
}

/** An endpoint that misbehaves. */
async function withEndpoint(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const made = await ada.put(endpointOf, { url: `http://127.0.0.1:${port}/` });
  expect(made.status).toBe(200);
}

describe('[G-12] a text', () => {
  test('is there at once, with what was bought in it, and is text', async () => {
    await sell({
      access: { by: 'text', text: 'Hello <b>{{buyer_id}}</b>: {{product_name}} × {{quantity}}, {{ order_id }}' },
    });
    const orderId = await buy(2);
    const shown = await access(orderId);
    expect(shown).toMatchObject({ by: 'text', state: 'ready', fields: [], offers_money_back: false });
    expect(shown.text).toMatch(/^Hello <b>buyer_[0-9a-f]{24}<\/b>: Bird × 2, /);
    expect(shown.text).toContain(orderId);
    expect((await jane.get(`/order/${orderId}`)).body.order_status).toBe('fulfilled');
    const other = await shop.customer('joe');
    expect((await other.get(`/library/${orderId}-0/access`)).status).toBe(404);
    expect((await other.post(`/library/${orderId}-0/money-back`, {})).status).toBe(404);
  });

  test('is gone with the money', async () => {
    await sell({ access: { by: 'text', text: 'The word is Sesame.' } });
    const orderId = await buy();
    const refund = { lines: [{ line: 0, amount: 10 }], reason: 'As agreed.' };
    expect((await ada.post(`/seller/ours/order/${orderId}/refund`, refund)).status).toBe(200);
    expect(await access(orderId)).toMatchObject({ state: 'ended', text: null });
  });
});

describe('[G-12] access for a time', () => {
  const daysFrom = (instant: string, days: number) =>
    new Date(new Date(instant).getTime() + days * 24 * 60 * 60_000).toISOString();
  const granted = async (orderId: string) => (await jane.get(`/library/${orderId}-0`)).body.granted_at as string;
  const settled = async (orderId: string) =>
    expect.poll(async () => (await jane.get(`/order/${orderId}`)).body.order_status).toBe('fulfilled');

  test('that is sold by the month works so many times as long, the order and the library say until when, and it ends', async () => {
    await sell({ access: { by: 'text', text: 'The word is Sesame.', valid_days: 30 } }, 'month');
    const orderId = await buy(3);
    const until = daysFrom(await granted(orderId), 90);
    expect(await access(orderId)).toMatchObject({ state: 'ready', expires_at: until });
    expect((await jane.get(`/order/${orderId}`)).body.products).toMatchObject([{ access_until: until }]);
    shop.wait(89 * 24 * 60 * 60);
    expect(await access(orderId)).toMatchObject({ state: 'ready' });
    shop.wait(2 * 24 * 60 * 60);
    expect(await access(orderId)).toMatchObject({ state: 'ended', text: null, expires_at: until });
  });

  test('of several seats lasts as long as that of one, and one without an end says none', async () => {
    await sell({ access: { by: 'text', text: 'Sesame', valid_days: 30 } }, 'seat per month');
    const orderId = await buy(3);
    expect(await access(orderId)).toMatchObject({ expires_at: daysFrom(await granted(orderId), 30) });
    await db
      .updateTable('api.product')
      .set({ goods: JSON.stringify({ access: { by: 'text', text: 'Sesame' } }) })
      .execute();
    const other = await buy();
    expect(await access(other)).toMatchObject({ state: 'ready', expires_at: null });
    expect((await jane.get(`/order/${other}`)).body.products[0]).not.toHaveProperty('access_until');
  });

  test('the endpoint is told until when, and to withdraw at the end, once', async () => {
    const provider = await withProvider();
    await sell({ access: { by: 'endpoint', within_minutes: 10, valid_days: 30 } }, 'month');
    const orderId = await buy();
    await settled(orderId);
    const until = daysFrom(await granted(orderId), 30);
    const { body } = await db
      .selectFrom('api.provision_call')
      .select('body')
      .where('type', '=', 'access.grant')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(body)).toMatchObject({ data: { valid_until: until } });
    expect(await access(orderId)).toMatchObject({ state: 'ready', expires_at: until });
    shop.wait(31 * 24 * 60 * 60);
    await runPromises(shop.api.provisioning.access as never);
    await runPromises(shop.api.provisioning.access as never);
    const withdrawals = async () => (await calls()).filter(({ type }) => type === 'access.withdraw').length;
    expect(await withdrawals()).toBe(1);
    expect(await access(orderId)).toMatchObject({ state: 'ended', text: null, fields: [], expires_at: until });
    await provider.close();
  });

  test('ends for everybody, however many there are whose end fails, which is logged', async () => {
    const goods: GoodsOfOne = { access: { by: 'text', text: 'Sesame', valid_days: 1 } };
    const at = new Date();
    const ids = [...Array.from({ length: 101 }, (_, place) => `bad-${place}`), 'good'];
    for (const id of ids) await storeGift(db, { id, account: 'jane', goods, at });
    const granted = { state: 'ready' as const, ready_at: at };
    // Those that fail have ended before.
    const ended = (id: string) => new Date(at.getTime() + (id === 'good' ? 2 : 1));
    const rows = ids.map((id) => ({ ...granted, entitlement_id: id, ends_at: ended(id) }));
    await db.insertInto('api.access_grant').values(rows).execute();
    await sql`alter table api.access_grant add constraint failing check (entitlement_id = 'good' or state <> 'withdrawn')`.execute(
      db,
    );
    onTestFinished(async () => {
      await sql`alter table api.access_grant drop constraint failing`.execute(db);
    });
    shop.wait(25 * 60 * 60);
    const faults: object[] = [];
    const log = { error: (what: object) => void faults.push(what) } as never;
    await runPromises({ ...shop.api.provisioning.access, log });
    expect(
      await db.selectFrom('api.access_grant').select('entitlement_id').where('state', '=', 'withdrawn').execute(),
    ).toEqual([{ entitlement_id: 'good' }]);
    expect(faults).toHaveLength(101);
    expect(faults).toContainEqual(
      expect.objectContaining({ entitlement: 'bad-0', error: expect.stringMatching(/failing/) }),
    );
  });

  test('of an order in review is not ended again and again: it ends when the review has', async () => {
    await sell({ access: { by: 'text', text: 'Sesame', valid_days: 1 } });
    const orderId = await buy();
    await settled(orderId);
    const inReview = { status: 'in_review', resume_status: 'fulfilled', review_reason: 'dispute' } as const;
    await db.updateTable('api.order').set(inReview).execute();
    shop.wait(25 * 60 * 60);
    const service = { ...shop.api.provisioning.access, log: shop.service.log };
    const over = () => listOverAccess(db, service.now(), { behind: '', limit: 10 });
    expect(await over()).toEqual([]);
    expect(await access(orderId)).toMatchObject({ state: 'on_hold' });
    await db.updateTable('api.order').set({ status: 'fulfilled', resume_status: null, review_reason: null }).execute();
    expect(await over()).toEqual([{ entitlement_id: `${orderId}-0`, order_id: orderId }]);
    await runPromises(service);
    expect(await over()).toEqual([]);
    expect(await access(orderId)).toMatchObject({ state: 'ended' });
  });

  test('that its endpoint never sets up stays late beyond that time, is not delivered, and its money can be taken back', async () => {
    await withEndpoint((_request, answer) => void answer.writeHead(503).end());
    await sell({ access: { by: 'endpoint', within_minutes: 10, valid_days: 1 } });
    const orderId = await buy();
    await expect.poll(calls).toMatchObject([{ attempts: 1, failure: expect.any(String) }]);
    shop.wait(25 * 60 * 60);
    await runPromises({ ...shop.api.provisioning.access, log: shop.service.log });
    expect(await access(orderId)).toMatchObject({ state: 'late', offers_money_back: true, expires_at: null });
    expect(await calls()).toMatchObject([{ type: 'access.grant', state: 'waiting' }]);
    const order = (await jane.get(`/order/${orderId}`)).body;
    expect(order.order_status).toBe('paid');
    expect(order.products[0]).not.toHaveProperty('access_until');
    expect((await jane.post(`/library/${orderId}-0/money-back`, {})).status).toBe(200);
    expect((await shop.stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([1_000]);
  });

  test('that is set up late works for the whole time from then on: the endpoint, the library and the order say until when', async () => {
    let fails = true;
    const untils: string[] = [];
    await withEndpoint(async (request, answer) => {
      const { type, data } = JSON.parse(await text(request));
      if (type === 'access.grant') untils.push(data.valid_until);
      if (fails) answer.writeHead(503).end();
      else answer.end('{"text": "Here it is."}');
    });
    await sell({ access: { by: 'endpoint', within_minutes: 10, valid_days: 1 } });
    const orderId = await buy();
    await expect.poll(calls).toMatchObject([{ attempts: 1, failure: expect.any(String) }]);
    shop.wait(25 * 60 * 60);
    fails = false;
    await unpause();
    await again();
    await sql`select pg_notify('api_provision_call', '')`.execute(db);
    await settled(orderId);
    const [first, until = ''] = untils;
    expect(first).toBe(daysFrom(await granted(orderId), 1));
    const { ready_at: readyAt, ...known } = await access(orderId);
    expect(known).toMatchObject({ state: 'ready', text: 'Here it is.', expires_at: until });
    // It is counted from the moment of the call that it answers.
    const hadMs = Date.parse(until) - Date.parse(readyAt);
    expect(Math.round(hadMs / 60_000)).toBe(24 * 60);
    expect((await jane.get(`/order/${orderId}`)).body.products).toMatchObject([{ access_until: until }]);
    shop.wait(23 * 60 * 60);
    await runPromises({ ...shop.api.provisioning.access, log: shop.service.log });
    expect(await access(orderId)).toMatchObject({ state: 'ready' });
    shop.wait(2 * 60 * 60);
    await runPromises({ ...shop.api.provisioning.access, log: shop.service.log });
    expect(await access(orderId)).toMatchObject({ state: 'ended', text: null, expires_at: until });
    expect((await calls()).map(({ type }) => type)).toEqual(['access.withdraw', 'access.grant']);
  });
});

describe('[G-12] an endpoint', () => {
  const goods: GoodsOfOne = { access: { by: 'endpoint', within_minutes: 10 } };

  test('is called, signed; the buyer is shown what came, the line is delivered, and a refund takes it back', async () => {
    await withProvider();
    expect((await ada.post(`${endpointOf}/test`, {})).body).toMatchObject({ ok: true, status: 200, answer: '{}' });
    await sell(goods);
    const orderId = await buy();
    await expect.poll(async () => (await access(orderId)).state).toBe('ready');
    const shown = await access(orderId);
    expect(shown.fields.map(({ label, secret }: { label: string; secret: boolean }) => [label, secret])).toEqual([
      ['Address', false],
      ['User', false],
      ['Password', true],
    ]);
    await expect.poll(async () => (await jane.get(`/order/${orderId}`)).body.order_status).toBe('fulfilled');
    expect(shop.mails.filter(({ heading }) => heading === 'Delivered')).toHaveLength(1);
    expect((await jane.post(`/library/${orderId}-0/money-back`, {})).status).toBe(409);
    // Nothing that an endpoint answers lies open in the database.
    const [row] = await db.selectFrom('api.access_grant').select('answer').execute();
    expect(Buffer.from(row?.answer ?? []).toString('latin1')).not.toContain('Password');

    const refund = { lines: [{ line: 0, amount: 10 }], reason: 'As agreed.' };
    expect((await ada.post(`/seller/ours/order/${orderId}/refund`, refund)).status).toBe(200);
    expect(await access(orderId)).toMatchObject({ state: 'ended', text: null, fields: [] });
    await expect.poll(calls).toMatchObject([
      { type: 'access.withdraw', state: 'sent' },
      { type: 'access.grant', state: 'sent' },
    ]);
    expect(
      JSON.stringify((await db.selectFrom('api.provision_call').select('body').execute()).map(({ body }) => body)),
    ).not.toContain('jane');
  });

  test('is not asked again by the process after the one that ended with its answer noted, and the line is delivered', async () => {
    let asked = 0;
    await withEndpoint((request, response) => {
      request.resume();
      asked += 1;
      response.writeHead(asked === 1 ? 200 : 500).end(JSON.stringify({ text: 'The word is Sesame.' }));
    });
    await sell({ access: { by: 'endpoint', within_minutes: 60 } });
    const orderId = await buy();
    const status = async () => (await jane.get(`/order/${orderId}`)).body.order_status;
    await expect.poll(status, { timeout: 10_000 }).toBe('fulfilled');
    await expect.poll(async () => (await calls())[0]?.state, { timeout: 10_000 }).toBe('sent');
    // As a process leaves it that ends between the two.
    await arrangeStates(db, async (arranged) => {
      await sql`update api."order" set status = 'paid', fulfilled_at = null`.execute(arranged);
      await sql`update api.order_line set delivered_at = null`.execute(arranged);
    });
    await sql`update api.provision_call set state = 'waiting', finished_at = null, due_at = now()`.execute(db);
    await sql`select pg_notify('api_provision_call', '')`.execute(db);
    await expect.poll(status, { timeout: 10_000 }).toBe('fulfilled');
    expect(asked).toBe(1);
    expect(await access(orderId)).toMatchObject({ state: 'ready', text: 'The word is Sesame.' });
  });

  test('that is killed and comes back answers the same', async () => {
    const { secret } = (await ada.put(endpointOf, { url: 'http://127.0.0.1:9/' })).body;
    await sell(goods);
    const orderId = await buy();
    await expect.poll(calls).toMatchObject([{ state: 'waiting', failure: expect.stringContaining('refused') }]);
    const provider = await startProvider(secret);
    onTestFinished(provider.close);
    await ada.put(endpointOf, { url: provider.url });
    await expect.poll(calls).toMatchObject([{ state: 'sent', attempts: 2 }]);
    const before = await access(orderId);
    // The shop has heard the answer, and died before it could write that down.
    await sql`update api.provision_call set state = 'waiting', finished_at = null, due_at = now()`.execute(db);
    await sql`select pg_notify('api_provision_call', '')`.execute(db);
    await expect.poll(calls).toMatchObject([{ state: 'sent', attempts: 3 }]);
    expect(await access(orderId)).toEqual(before);
    expect(shop.mails.filter(({ heading }) => heading === 'Delivered')).toHaveLength(1);
  });

  const large = 'x'.repeat(70_000);
  test.each<[string, RequestListener, RegExp]>([
    ['never answers', () => {}, /no answer within/],
    ['answers no JSON', (_request, answer) => answer.end('<html>'), /not JSON/],
    ['answers another shape', (_request, answer) => answer.end('{"text": "x", "html": "<b>"}'), /cannot be used/],
    ['answers nothing to show', (_request, answer) => answer.end('{}'), /must have a text or fields/],
    ['answers too much', (_request, answer) => answer.end(JSON.stringify({ text: large })), /larger than 64 kB/],
    [
      'answers without an end',
      (_request, answer) => {
        const more = () => answer.destroyed || answer.write(large, more);
        more();
      },
      /larger than 64 kB/,
    ],
    [
      'leads elsewhere',
      (_request, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /Redirects/,
    ],
    ['fails', (_request, answer) => answer.writeHead(500).end(), /answered 500/],
    ['refuses', (_request, answer) => answer.writeHead(403).end(), /answered 403/],
    [
      'dies in the middle',
      (_request, answer) => {
        answer.writeHead(200, { 'content-length': '100' });
        answer.write('{"text": "Half', () => answer.destroy());
      },
      /not JSON/,
    ],
  ])('that %s is asked again, and the buyer waits', async (_what, listener, failure) => {
    await withEndpoint(listener);
    await sell(goods);
    const orderId = await buy();
    await expect
      .poll(calls)
      .toMatchObject([{ type: 'access.grant', state: 'waiting', failure: expect.stringMatching(failure) }]);
    expect(await access(orderId)).toMatchObject({ state: 'being_set_up', text: null, offers_money_back: false });
    const [before] = await calls();
    expect(new Date(before?.next_attempt_at as string).getTime()).toBeLessThan(Date.now() + 90_000);
    await unpause();
    await again();
    await sql`select pg_notify('api_provision_call', '')`.execute(db);
    await expect.poll(async () => (await calls())[0]?.attempts).toBe(2);
    expect((await ada.get(endpointOf)).body).toMatchObject({
      waiting: 1,
      endpoint: { last_success_at: null, last_failure: expect.any(String), failing_since: expect.any(String) },
    });
  });

  test('that is late: the buyer is told once, takes the money back once, and what comes then is shown to nobody', async () => {
    let late = true;
    await withEndpoint(
      (_request, answer) => void (late ? answer.writeHead(503).end() : answer.end('{"text": "Too late."}')),
    );
    await sell(goods);
    const orderId = await buy();
    await expect.poll(calls).toMatchObject([{ attempts: 1, failure: expect.any(String) }]);
    expect((await jane.post(`/library/${orderId}-0/money-back`, {})).status).toBe(409);
    shop.wait(11 * 60);
    const service = { ...shop.api.provisioning.access, log: shop.service.log };
    await runPromises(service);
    await runPromises(service);
    expect(shop.mails.filter(({ heading }) => heading === 'It is not there yet')).toHaveLength(1);
    expect(shop.mails.filter(({ heading }) => heading === 'A buyer waits for access')).toMatchObject([
      { to: addressOf('ada') },
    ]);
    expect(await access(orderId)).toMatchObject({ state: 'late', offers_money_back: true });
    const asked = await Promise.all([1, 2, 3].map(() => jane.post(`/library/${orderId}-0/money-back`, {})));
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(asked[0]?.body).toMatchObject({ amount: 10, access: { state: 'money_back' } });
    const refunds = await shop.stripe.refunds.list();
    expect(refunds.data.map(({ amount }) => amount)).toEqual([1_000]);
    expect((await jane.get(`/order/${orderId}`)).body).toMatchObject({ order_status: 'refunded' });
    late = false;
    await again();
    await unpause();
    await sql`select pg_notify('api_provision_call', '')`.execute(db);
    await expect.poll(calls).toMatchObject([{ type: 'access.withdraw', state: 'sent' }, { state: 'failed' }]);
    expect(await access(orderId)).toMatchObject({ state: 'money_back', text: null });
    expect((await jane.post(`/library/${orderId}-0/money-back`, {})).status).toBe(200);
    expect((await shop.stripe.refunds.list()).data).toHaveLength(1);
  });

  test('that is late and answers after all, before the buyer has decided', async () => {
    await withEndpoint((_request, answer) => void answer.writeHead(503).end());
    await sell(goods);
    const orderId = await buy();
    await expect.poll(calls).toMatchObject([{ attempts: 1, failure: expect.any(String) }]);
    shop.wait(11 * 60);
    expect(await access(orderId)).toMatchObject({ state: 'late' });
    await withEndpoint((_request, answer) => void answer.end('{"text": "Here it is."}'));
    await again();
    await sql`select pg_notify('api_provision_call', '')`.execute(db);
    await expect
      .poll(() => access(orderId))
      .toMatchObject({ state: 'ready', text: 'Here it is.', offers_money_back: false });
    expect((await jane.post(`/library/${orderId}-0/money-back`, {})).status).toBe(409);
  });

  test('of one shop that hangs keeps nobody else waiting', async () => {
    await withEndpoint(() => {});
    await sell(goods);
    const orderId = await buy();
    const body = (await db.selectFrom('api.provision_call').select('body').executeTakeFirstOrThrow()).body;
    const waiting = Array.from({ length: 40 }, (_, number) => ({
      id: `prv_${number}`,
      seller_id: 'ours',
      type: 'access.withdraw' as const,
      entitlement_id: `${orderId}-0`,
      session_id: null,
      body,
      promised_at: null,
      give_up_at: new Date(Date.now() + 1_000_000),
    }));
    await db.insertInto('api.provision_call').values(waiting).execute();
    const received: string[] = [];
    const server = createServer((request, answer) => {
      received.push(request.headers['webhook-id'] as string);
      answer.end('{}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const [own] = await db.selectFrom('api.provision_endpoint').selectAll().execute();
    const { putEndpoint } = await import('./manage-endpoint.ts');
    const { secrets } = shop.api.provisioning.hours;
    await putEndpoint({ db, secrets }, { sellerId: '', by: 'test' }, `http://127.0.0.1:${port}/`);
    expect(own?.seller_id).toBe('ours');
    await db
      .insertInto('api.provision_call')
      .values({ ...(waiting[0] as (typeof waiting)[0]), id: 'prv_other', seller_id: '' })
      .execute();
    await expect.poll(() => received).toEqual(['prv_other']);
    const { rows } = await sql<{ most: number }>`select count(*) as most from api.provision_call
      where seller_id = 'ours' and attempts > 0 and failure is null`.execute(db);
    expect(rows[0]?.most).toBeLessThanOrEqual(4);
  });
});

describe('[G-12] what is asked anew', () => {
  const goods: GoodsOfOne = { access: { by: 'endpoint', within_minutes: 10 } };
  const gift = { id: 'gift', account: 'sub-of-jane@example.com', product: 'bird', sellerId: 'ours' };
  /** Settles as the transaction of an order does, where the money goes and comes again. */
  const settle = (standing: EntitlementStatus) =>
    db.transaction().execute(async (transaction) => {
      const entitlement = await getEntitlement(transaction, 'gift');
      if (entitlement) await settleAccess(transaction, [{ ...entitlement, standing }], new Date());
    });
  const wake = () => sql`select pg_notify('api_provision_call', '')`.execute(db);

  test('access that is granted again is not taken away by what was asked for before', async () => {
    let fails = false;
    const received: string[] = [];
    await withEndpoint(async (request, answer) => {
      const { type } = JSON.parse(await text(request));
      received.push(type);
      if (fails) answer.writeHead(503).end();
      else answer.end('{"text": "Here it is."}');
    });
    await storeGift(db, { ...gift, goods, at: new Date() });
    await settle('active');
    await expect.poll(calls).toMatchObject([{ type: 'access.grant', state: 'sent' }]);
    fails = true;
    await settle('refunded');
    await expect.poll(calls).toMatchObject([{ type: 'access.withdraw', failure: expect.stringContaining('503') }, {}]);
    // The money could not go back after all.
    fails = false;
    await settle('active');
    await expect.poll(async () => (await calls())[0]).toMatchObject({ type: 'access.grant', state: 'sent' });
    await again();
    await wake();
    expect((await calls())[1]).toMatchObject({ type: 'access.withdraw', state: 'failed' });
    expect(received).toEqual(['access.grant', 'access.withdraw', 'access.grant']);
  });

  test('a grant that was given up is not repeated once it is not wanted any more', async () => {
    await withEndpoint((_request, answer) => void answer.writeHead(503).end());
    await storeGift(db, { ...gift, goods, at: new Date() });
    await settle('active');
    await expect.poll(calls).toMatchObject([{ failure: expect.stringContaining('503') }]);
    shop.wait(8 * 24 * 60 * 60);
    await unpause();
    await again();
    await wake();
    await expect.poll(calls).toMatchObject([{ state: 'failed' }]);
    const [{ call_id: callId } = {}] = await calls();
    await settle('refunded');
    expect((await ada.post(`${endpointOf}/call/${callId}/repeat`, {})).status).toBe(404);
    // Access that is wanted again has a call of its own.
    await settle('active');
    expect((await ada.post(`${endpointOf}/call/${callId}/repeat`, {})).status).toBe(404);
  });

  test('a call that is under way is not made a second time beside it', async () => {
    let asked = 0;
    const { promise: mayAnswer, resolve: answerNow } = Promise.withResolvers<void>();
    await withEndpoint(async (_request, answer) => {
      asked++;
      await mayAnswer;
      answer.end('{"text": "Here it is."}');
    });
    await storeGift(db, { ...gift, goods, at: new Date() });
    await settle('active');
    await expect.poll(() => asked).toBe(1);
    const [{ call_id: callId } = {}] = await calls();
    expect((await ada.post(`${endpointOf}/call/${callId}/repeat`, {})).status).toBe(202);
    answerNow();
    await expect.poll(calls).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(asked).toBe(1);
  });

  test('what has waited for an endpoint is asked for as soon as there is one', async () => {
    await storeGift(db, { ...gift, goods, at: new Date(Date.now() - 60 * 60_000) });
    await settle('active');
    await expect.poll(calls).toMatchObject([{ failure: 'The shop has no endpoint.' }]);
    await withEndpoint((_request, answer) => void answer.end('{"text": "Here it is."}'));
    await expect.poll(calls).toMatchObject([{ state: 'sent' }]);
  });

  test('an endpoint that asks for time is given it', async () => {
    await withEndpoint((_request, answer) => void answer.writeHead(429, { 'retry-after': '120' }).end());
    await storeGift(db, { ...gift, goods, at: new Date() });
    await settle('active');
    await expect.poll(calls).toMatchObject([{ failure: 'It answered 429.' }]);
    const paused = await sql<{ seconds: number }>`select extract(epoch from paused_until - now())::float8 as seconds
      from api.provision_endpoint`.execute(db);
    expect(paused.rows[0]?.seconds).toBeGreaterThan(60);
  });

  test('money that could not go back leaves nothing unanswered that came meanwhile', async () => {
    let late = true;
    await withEndpoint(
      (_request, answer) => void (late ? answer.writeHead(503).end() : answer.end('{"text": "Here."}')),
    );
    await storeGift(db, { ...gift, goods, at: new Date() });
    await settle('active');
    await expect.poll(calls).toMatchObject([{ failure: expect.stringContaining('503') }]);
    const later = new Date(Date.now() + 11 * 60_000);
    expect(await recordMoneyBack(db, 'gift', later)).toBe(1);
    late = false;
    await unpause();
    await again();
    await wake();
    await expect.poll(calls).toMatchObject([{ state: 'sent' }]);
    const [before] = await db.selectFrom('api.access_grant').select('state').execute();
    expect(before?.state).toBe('waiting');
    await forgetMoneyBack(db, 'gift');
    await expect
      .poll(() => db.selectFrom('api.access_grant').select('state').executeTakeFirst())
      .toEqual({ state: 'ready' });
  });
});

describe('[G-12] the address of an endpoint', () => {
  test('is no address of the shop, and its secret is told once', async () => {
    expect((await ada.put(endpointOf, { url: 'http://shop.test/hooks' })).status).toBe(400);
    expect((await ada.put(endpointOf, { url: 'http://10.0.0.1/hooks' })).status).toBe(400);
    expect((await ada.put(endpointOf, { url: 'ftp://example.com/' })).status).toBe(400);
    const first = await ada.put(endpointOf, { url: 'http://127.0.0.1:9/' });
    expect(first.body.secret).toMatch(/^whsec_/);
    expect((await ada.put(endpointOf, { url: 'http://127.0.0.1:10/' })).body).toMatchObject({ secret: null });
    const rotated = await ada.post(`${endpointOf}/rotate`, {});
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(first.body.secret);
    expect((await ada.get(endpointOf)).body.endpoint.previous_secret_until).not.toBeNull();
    expect((await ada.delete(endpointOf)).status).toBe(204);
    expect((await ada.get(endpointOf)).body).toEqual({ endpoint: null, waiting: 0, failed: 0 });
    expect((await ada.post(`${endpointOf}/test`, {})).status).toBe(404);
  });
});
