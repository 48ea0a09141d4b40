// Hours, from a payment with a card to a machine that is on, and to its end. Machines are those of the example that sellers copy.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { newSshKey } from '../../../../test/factories/ssh-key.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { startProvider } from '../../../../test/processes/provider.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { runHours } from './run-hours.ts';

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
  shop = await startBuying(database, { patienceMs: 2_000 });
  await storeSeller(database, { seller_id: 'ours', address: 'ours', name: 'Our shop' }, { ada: 'owner' });
  ada = await signIn('ada');
  jane = await shop.customer('jane');
  await jane.get('/user/jane@example.com');
  await shop.api.provision.start();
});
afterEach(async () => {
  await shop.api.provision.close(1_000);
  await shop.close();
});
afterAll(() => database.close());

const signIn = (account: string) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] },
  );
const endpointOf = '/seller/ours/provision-endpoint';
const run = () => runHours(shop.api.provisioning.hours);

async function sell(hours: GoodsOfOne['hours']) {
  const product = aProduct({ product_id: 'gpu', product_name: 'GPU', price_micros: 10_000_000, seller_id: 'ours' });
  await db
    .insertInto('api.product')
    .values({ ...product, price_unit: '', goods: JSON.stringify({ hours }) })
    .execute();
}

async function buy(quantity = 1): Promise<string> {
  const items = [{ product_id: 'gpu', quantity }];
  const asked = await jane.post('/checkout-session', { items, amount: 10 * quantity });
  await shop.pay(asked.body.checkout_url);
  const { order_id: orderId } = asked.body;
  await expect.poll(async () => (await jane.get(`/order/${orderId}`)).body.order_status).toBe('fulfilled');
  return orderId;
}

const hoursOf = (orderId: string) => `/library/${orderId}-0/hours`;
const hours = async (orderId: string) => (await jane.get(hoursOf(orderId))).body;
const keptAndLeft = async (orderId: string): Promise<number> => {
  await run();
  return (await hours(orderId)).minutes_left;
};
const headings = () => shop.mails.map(({ heading }) => heading);

async function withProvider(settings: Record<string, string> = {}) {
  const { secret } = (await ada.put(endpointOf, { url: 'http://127.0.0.1:9/' })).body;
  // The clock of the shop is put forward, the provider's is not.
  const provider = await startProvider(secret, { TOLERANCE_SECONDS: '1000000', ...settings });
  onTestFinished(provider.close);
  await ada.put(endpointOf, { url: provider.url });
}

async function useMachine(fields: Array<{ label: string; value: string }>): Promise<string> {
  const fieldValue = (name: string) => fields.find(({ label }) => label === name)?.value ?? '';
  const answer = await fetch(fieldValue('Address'), { headers: { authorization: `Bearer ${fieldValue('Token')}` } });
  return answer.text();
}

const isReached = (fields: Array<{ label: string; value: string }>) =>
  useMachine(fields).then(
    () => true,
    () => false,
  );

describe('[G-13] by an endpoint', () => {
  test('a machine is started, used, counted, and stopped', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy(2);
    expect(await hours(orderId)).toMatchObject({
      minutes_bought: 120,
      minutes_left: 120,
      session: null,
      may_start: true,
      may_extend: true,
    });
    const key = { 'idempotency-key': 'one' };
    const started = await Promise.all([1, 2, 3].map(() => jane.post(`${hoursOf(orderId)}/start`, {}, key)));
    expect(started.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(async () => (await hours(orderId)).session.state).toBe('running');
    const { session, minutes_left: left } = await hours(orderId);
    expect(left).toBe(119);
    expect(await useMachine(session.fields)).toBe('It works.');
    const stored = await db.selectFrom('api.machine_session').select('fields').execute();
    expect(stored).toHaveLength(1);
    expect(Buffer.from(stored[0]?.fields ?? []).toString('latin1')).not.toContain('127.0.0.1');
    shop.wait(10 * 60);
    await run();
    await run();
    expect((await hours(orderId)).minutes_used).toBeGreaterThanOrEqual(10);
    const stopped = await jane.post(`${hoursOf(orderId)}/stop`, {});
    // The provider may have answered by now.
    const state = expect.stringMatching(/^stop(ping|ped)$/);
    expect(stopped.body.session).toMatchObject({ state, stop_reason: 'buyer', minutes: 11, fields: [] });
    await expect.poll(async () => (await hours(orderId)).session.state).toBe('stopped');
    await expect.poll(() => isReached(session.fields)).toBe(false);
    shop.wait(60 * 60);
    await run();
    expect(await hours(orderId)).toMatchObject({ minutes_used: 11, minutes_left: 109 });
    // The request with this key has come to its end: it starts nothing new.
    expect((await jane.post(`${hoursOf(orderId)}/start`, {}, key)).body.session.state).toBe('stopped');
    const ledger = await jane.get(`${hoursOf(orderId)}/entry?limit=1`);
    expect(ledger.body).toMatchObject([{ kind: 'used' }]);
    const next = /<\/api(.*)>/.exec(ledger.headers.get('link') ?? '')?.[1] ?? '';
    const rest = (await jane.get(next.replace('limit=1', 'limit=50'))).body as Array<{ kind: string; minutes: number }>;
    expect(rest.at(-1)).toMatchObject({ kind: 'bought', minutes: 120 });
    const other = await shop.customer('joe');
    for (const path of ['', '/entry']) expect((await other.get(`${hoursOf(orderId)}${path}`)).status).toBe(404);
    for (const path of ['/start', '/stop'])
      expect((await other.post(`${hoursOf(orderId)}${path}`, {})).status).toBe(404);
  });

  test('one that takes its time is asked about until it is on', async () => {
    await withProvider({ STARTING_SECONDS: '1' });
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    await jane.post(`${hoursOf(orderId)}/start`, {});
    await expect.poll(async () => (await hours(orderId)).session.state).toBe('running');
    const types = await db.selectFrom('api.provision_call').select('type').execute();
    expect(types.map(({ type }) => type)).toContain('hours.status');
    expect((await hours(orderId)).minutes_used).toBe(1);
  });

  test('an answer that is heard twice, as after a crash, is asked about once', async () => {
    await withProvider({ STARTING_SECONDS: '600' });
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    await jane.post(`${hoursOf(orderId)}/start`, {});
    const ofType = (type: 'hours.start' | 'hours.status') =>
      db.selectFrom('api.provision_call').select(['id', 'state']).where('type', '=', type).execute();
    await expect.poll(() => ofType('hours.start')).toMatchObject([{ state: 'sent' }]);
    await sql`update api.provision_call set state = 'waiting', finished_at = null, due_at = now()
      where type = 'hours.start'`.execute(db);
    await sql`select pg_notify('api_provision_call', '')`.execute(db);
    await expect.poll(() => ofType('hours.start')).toMatchObject([{ state: 'sent' }]);
    expect((await ofType('hours.status')).filter(({ state }) => state === 'waiting')).toHaveLength(1);
  });

  test('the buyer is warned, a second purchase goes on, and it ends with the last minute', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60 });
    const first = await buy();
    await jane.post(`${hoursOf(first)}/start`, {});
    await expect.poll(async () => (await hours(first)).session.state).toBe('running');
    const { fields } = (await hours(first)).session;
    shop.wait(40 * 60);
    await run();
    await run();
    expect(headings().filter((heading) => heading.endsWith(' left'))).toHaveLength(1);
    const second = await buy();
    const types = async () =>
      (await db.selectFrom('api.provision_call').select(['type', 'state']).execute()).map(
        ({ type, state }) => `${type} ${state}`,
      );
    await expect.poll(types).toContain('hours.extend sent');
    shop.wait(60 * 60);
    // Hours that somebody else works with are counted at the next look.
    await expect.poll(() => keptAndLeft(first)).toBe(0);
    expect((await hours(first)).session.state).toBe('running');
    expect((await hours(second)).minutes_left).toBeLessThan(30);
    expect(await useMachine(fields)).toBe('It works.');
    shop.wait(60 * 60);
    await expect.poll(() => keptAndLeft(second)).toBe(0);
    await expect.poll(async () => (await hours(first)).session.stop_reason).toBe('used_up');
    const ended = await hours(first);
    expect(ended).toMatchObject({ minutes_left_in_all: 0, may_start: false });
    expect(ended.session).toMatchObject({ stop_reason: 'used_up', minutes: 120 });
    await expect.poll(() => isReached(fields)).toBe(false);
    expect(headings()).toContain('Your machine is off');
    expect((await jane.post(`${hoursOf(second)}/start`, {})).status).toBe(409);
  });

  test('a refund stops the machine and takes what is left', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    await jane.post(`${hoursOf(orderId)}/start`, {});
    await expect.poll(async () => (await hours(orderId)).session.state).toBe('running');
    const { fields } = (await hours(orderId)).session;
    shop.wait(5 * 60);
    const refund = { lines: [{ line: 0, amount: 10 }], reason: 'As agreed.' };
    expect((await ada.post(`/seller/ours/order/${orderId}/refund`, refund)).status).toBe(200);
    expect(await hours(orderId)).toMatchObject({
      state: 'ended',
      minutes_left: 0,
      minutes_used: 6,
      session: { fields: [] },
    });
    const { body: entries } = await jane.get(`${hoursOf(orderId)}/entry`);
    expect(entries[0]).toMatchObject({ kind: 'taken', minutes: -54 });
    await expect.poll(() => isReached(fields)).toBe(false);
    expect((await jane.post(`${hoursOf(orderId)}/start`, {})).status).toBe(409);
  });

  test('one that the shop cannot start costs nothing, and the buyer is told', async () => {
    const server = createServer((_request, answer) => answer.writeHead(503).end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    await ada.put(endpointOf, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    await jane.post(`${hoursOf(orderId)}/start`, {});
    const failures = async () => (await db.selectFrom('api.provision_call').select('failure').execute())[0]?.failure;
    await expect.poll(failures).toBe('It answered 503.');
    expect((await hours(orderId)).session.state).toBe('starting');
    shop.wait(16 * 60);
    await sql`update api.provision_call set due_at = now()`.execute(db);
    await sql`select pg_notify('api_provision_call', '')`.execute(db);
    await expect.poll(async () => (await hours(orderId)).session.state).toBe('failed');
    await run();
    expect(headings()).toContain('It could not be started');
    expect(await hours(orderId)).toMatchObject({ minutes_left: 60, may_start: true });
    // In case it has begun nonetheless.
    const types = await db.selectFrom('api.provision_call').select('type').execute();
    expect(types.map(({ type }) => type)).toContain('hours.stop');
  });
});

describe('[G-13] by hand', () => {
  test('the shop sees who waits, says that it is on and off, and the buyer is told', async () => {
    await sell({ by: 'hand', minutes_each: 60, valid_days: 30 });
    const orderId = await buy();
    const sold = async (query = '') => (await ada.get(`/seller/ours/hours${query}`)).body;
    expect(await sold()).toMatchObject([{ minutes_left: 60, request: null, order_id: orderId }]);
    expect(JSON.stringify(await sold())).not.toContain('jane');
    const say = (what: string, body = {}) => ada.post(`/seller/ours/hours/${orderId}-0/${what}`, body);
    expect((await say('started')).status).toBe(409);
    await jane.post(`${hoursOf(orderId)}/start`, {});
    expect(await sold('?state=requests')).toMatchObject([{ request: 'start' }]);
    shop.wait(30 * 60);
    await run();
    expect(await hours(orderId)).toMatchObject({ minutes_used: 0, session: { state: 'starting' } });
    const fields = [{ label: 'Address', value: 'ssh you@gpu.example', secret: false }];
    expect((await say('started', { fields })).body).toMatchObject({ request: null, session: { state: 'running' } });
    expect((await hours(orderId)).session.fields).toEqual(fields);
    await run();
    expect(headings()).toContain('Your machine is on');
    shop.wait(9 * 60);
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    expect(await sold('?state=requests')).toMatchObject([{ request: 'stop', minutes_used: 10 }]);
    expect((await say('stopped')).body).toMatchObject({ request: null, session: { state: 'stopped' } });
    expect((await say('stopped')).status).toBe(200);
    expect(await sold('?state=requests')).toEqual([]);
    // The rest expires.
    shop.wait(30 * 24 * 60 * 60);
    expect(await hours(orderId)).toMatchObject({ state: 'expired', may_start: false });
    await run();
    expect((await jane.get(`${hoursOf(orderId)}/entry`)).body[0]).toMatchObject({ kind: 'expired', minutes: -50 });
    expect((await jane.post(`${hoursOf(orderId)}/start`, {})).status).toBe(409);
  });

  test('a machine that is asked for anew before the shop has said that the last one is off waits once', async () => {
    await sell({ by: 'hand', minutes_each: 60 });
    const orderId = await buy();
    const say = (what: string) => ada.post(`/seller/ours/hours/${orderId}-0/${what}`, {});
    const waiting = async () => (await ada.get('/seller/ours/hours?state=requests')).body;
    await jane.post(`${hoursOf(orderId)}/start`, {});
    await say('started');
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    await jane.post(`${hoursOf(orderId)}/start`, {});
    expect(await waiting()).toMatchObject([{ request: 'start' }]);
    await say('started');
    expect(await waiting()).toEqual([]);
  });

  test('an outage gives the minutes back, once, whoever records it', async () => {
    await storeStaff(database, 'boss', 'support');
    const boss = await signIn('boss');
    await sell({ by: 'hand', minutes_each: 60 });
    const orderId = await buy();
    await jane.post(`${hoursOf(orderId)}/start`, {});
    await ada.post(`/seller/ours/hours/${orderId}-0/started`, {});
    const started = new Date((await hours(orderId)).session.started_at).getTime();
    shop.wait(30 * 60);
    const at = (minutes: number) => new Date(started + minutes * 60_000).toISOString();
    const reason = 'Power cut.';
    const record = (body: object) => ada.post('/seller/ours/hours/outage', { reason, ...body });
    expect((await record({ product_id: 'gpu', from: at(20), to: at(40) })).status).toBe(400);
    expect((await record({ product_id: 'gpu', from: at(20), to: at(10) })).status).toBe(400);
    expect((await record({ product_id: 'other', from: at(10), to: at(20) })).status).toBe(404);
    expect((await record({ from: at(10), to: at(20) })).status).toBe(400);
    expect((await record({ product_id: 'gpu', from: at(10), to: at(20) })).body).toMatchObject({
      sessions: 1,
      minutes: 10,
    });
    const { session_id } = (await hours(orderId)).session;
    const byStaff = { reason, session_id, from: at(15), to: at(25) };
    expect((await boss.post('/admin/hours/outage', byStaff)).body).toMatchObject({ sessions: 1, minutes: 5 });
    expect((await boss.post('/admin/hours/outage', byStaff)).body).toMatchObject({ sessions: 0, minutes: 0 });
    const after = await hours(orderId);
    expect(after.session).toMatchObject({ minutes: 31, minutes_returned: 15 });
    expect(after).toMatchObject({ minutes_used: 16, minutes_left: 44 });
    const { body: entries } = await jane.get(`${hoursOf(orderId)}/entry`);
    expect(entries[0]).toMatchObject({ kind: 'returned', minutes: 5, reason });
  });
});

describe('[G-13] who has to know is told by mail', () => {
  const ofHeading = (heading: string) => shop.mails.filter((mail) => mail.heading === heading);

  test('the people of the shop: once for a start and a stop, and of a purchase while it runs', async () => {
    await sell({ by: 'hand', minutes_each: 60 });
    const orderId = await buy();
    const say = (what: string) => ada.post(`/seller/ours/hours/${orderId}-0/${what}`, {});
    // Nobody has heard of it, and nobody has to.
    await jane.post(`${hoursOf(orderId)}/start`, {});
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    await run();
    expect(ofHeading('Start a machine')).toEqual([]);
    await jane.post(`${hoursOf(orderId)}/start`, {});
    await run();
    await run();
    expect(ofHeading('Start a machine')).toMatchObject([
      { to: addressOf('ada'), action: { url: 'http://shop.test/profile/machine-hours?seller=ours' } },
    ]);
    expect(JSON.stringify(ofHeading('Start a machine'))).not.toContain('jane');
    await say('started');
    await buy();
    shop.wait(6 * 60);
    await run();
    expect(ofHeading('Let a machine run on')).toMatchObject([{ to: addressOf('ada') }]);
    // However often it is started and stopped, there is one mail in a while.
    for (let round = 0; round < 3; round++) {
      await jane.post(`${hoursOf(orderId)}/stop`, {});
      await run();
      await jane.post(`${hoursOf(orderId)}/start`, {});
      await say('started');
    }
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    await run();
    expect(ofHeading('Switch a machine off')).toHaveLength(0);
    shop.wait(6 * 60);
    await run();
    expect(ofHeading('Switch a machine off')).toHaveLength(1);
  });

  test('buyers: of what an outage gives back, which is told before it is recorded', async () => {
    await sell({ by: 'hand', minutes_each: 60 });
    const orderId = await buy();
    await jane.post(`${hoursOf(orderId)}/start`, {});
    await ada.post(`/seller/ours/hours/${orderId}-0/started`, {});
    const started = new Date((await hours(orderId)).session.started_at).getTime();
    shop.wait(30 * 60);
    const at = (minutes: number) => new Date(started + minutes * 60_000).toISOString();
    const range = { product_id: 'gpu', from: at(10), to: at(20) };
    const asked = await ada.post('/seller/ours/hours/outage/preview', range);
    expect(asked.body).toEqual({ sessions: 1, buyers: 1, minutes: 10 });
    expect((await hours(orderId)).session.minutes_returned).toBe(0);
    expect((await ada.post('/seller/ours/hours/outage/preview', { ...range, to: at(40) })).status).toBe(400);
    const recorded = await ada.post('/seller/ours/hours/outage', { ...range, reason: 'Power <b>cut</b>.' });
    expect(recorded.body).toMatchObject({ sessions: 1, minutes: 10 });
    expect((await ada.post('/seller/ours/hours/outage/preview', range)).body).toEqual({
      sessions: 0,
      buyers: 0,
      minutes: 0,
    });
    await run();
    await run();
    const returnMails = ofHeading('10 min were given back');
    expect(returnMails).toMatchObject([{ to: 'jane@example.com' }]);
    expect(returnMails[0]?.paragraphs.join(' ')).toContain('Power <b>cut</b>.');
    expect((await jane.get(`/order/${orderId}`)).body.order_status).toBe('fulfilled');
  });
});

test("[G-13] the staff switch machines of the operator's own products, and of no seller's", async () => {
  await storeStaff(database, 'boss', 'support');
  const boss = await signIn('boss');
  await sell({ by: 'hand', minutes_each: 60 });
  await db.updateTable('api.product').set({ seller_id: null }).where('product_id', '=', 'gpu').execute();
  const orderId = await buy();
  await jane.post(`${hoursOf(orderId)}/start`, {});
  await run();
  expect(shop.mails.filter(({ heading }) => heading === 'Start a machine')).toMatchObject([
    { action: { url: 'http://shop.test/admin/hours' } },
  ]);
  expect((await boss.get('/admin/hours?state=requests')).body).toMatchObject([{ request: 'start', order_id: orderId }]);
  const fields = [{ label: 'Address', value: 'ssh you@gpu.example', secret: false }];
  const say = (what: string, body = {}) => boss.post(`/admin/hours/${orderId}-0/${what}`, body);
  expect((await say('started', { fields })).body).toMatchObject({ request: null, session: { state: 'running' } });
  expect((await hours(orderId)).session.fields).toEqual(fields);
  expect((await say('stopped')).body).toMatchObject({ session: { state: 'stopped' } });
  await db.updateTable('api.product').set({ seller_id: 'ours' }).where('product_id', '=', 'gpu').execute();
  const theirs = await buy();
  await jane.post(`${hoursOf(theirs)}/start`, {});
  expect((await boss.post(`/admin/hours/${theirs}-0/started`, {})).status).toBe(404);
  expect((await boss.get('/admin/hours')).body).toHaveLength(1);
  // No shop that is suspended does it: whoever has bought from it is not left alone.
  await storeStaff(database, 'root', 'admin');
  const suspended = await (await signIn('root')).post('/admin/seller/ours/suspend', {
    reason: 'Sells what is not theirs.',
  });
  expect(suspended.status).toBe(200);
  shop.mails.length = 0;
  await db
    .updateTable('api.machine_session')
    .set({ shop_to_tell: 'start' })
    .where('entitlement_id', '=', `${theirs}-0`)
    .execute();
  await run();
  expect(shop.mails.filter(({ heading }) => heading === 'Start a machine')).toMatchObject([
    { action: { url: 'http://shop.test/admin/hours' } },
  ]);
  expect((await boss.get('/admin/hours')).body).toHaveLength(2);
  expect((await ada.get('/admin/hours')).status).toBe(404);
  await storeStaff(database, 'ada', 'admin');
  expect((await ada.post(`/admin/hours/${theirs}-0/started`, {})).status, 'an owner of it').toBe(409);
  expect((await boss.post(`/admin/hours/${theirs}-0/started`, {})).body).toMatchObject({
    session: { state: 'running' },
  });
  expect((await boss.post(`/admin/hours/${theirs}-0/stopped`, {})).body).toMatchObject({
    session: { state: 'stopped' },
  });
  const { rows: told } = await sql<{ action: string; by: string }>`
    select action, details ->> 'by' as by from platform.audit_entry where action like 'hours.%' and subject_id = ${`${theirs}-0`} order by id`.execute(
    db,
  );
  expect(told).toEqual([
    { action: 'hours.machine_on', by: 'boss' },
    { action: 'hours.machine_off', by: 'boss' },
  ]);
  // Nor does one that sells again, but has nobody left who answers for it.
  await db.updateTable('api.seller').set({ state: 'approved' }).where('seller_id', '=', 'ours').execute();
  expect((await boss.get('/admin/hours')).body).toHaveLength(1);
  await db.deleteFrom('api.seller_member').where('seller_id', '=', 'ours').where('role', '=', 'owner').execute();
  expect((await boss.get('/admin/hours')).body).toHaveLength(2);
});

test('[G-13] a ledger can be read by machine, and adds up', async () => {
  await sell({ by: 'hand', minutes_each: 60 });
  const orderId = await buy();
  for (let machine = 0; machine < 2; machine++) {
    await jane.post(`${hoursOf(orderId)}/start`, {});
    await ada.post(`/seller/ours/hours/${orderId}-0/started`, {});
    for (let minute = 0; minute < 5; minute++) {
      shop.wait(60);
      await run();
    }
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    await ada.post(`/seller/ours/hours/${orderId}-0/stopped`, {});
  }
  type Entry = { kind: string; minutes: number; since: string; at: string };
  const { body, headers } = await jane.get(`${hoursOf(orderId)}/entry?each=machine&limit=2`);
  const next = /<\/api(.*)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
  const entries: Entry[] = [...body, ...(await jane.get(next)).body];
  expect(entries.map(({ kind }) => kind)).toEqual(['used', 'used', 'bought']);
  expect(entries.reduce((sum, { minutes }) => sum + minutes, 0)).toBe((await hours(orderId)).minutes_left);
  expect(entries.every(({ since, at }) => since <= at)).toBe(true);
  expect((await jane.get(`${hoursOf(orderId)}/entry`)).body.length).toBeGreaterThan(10);
});

test('[G-13] the database itself keeps a balance above zero, and its ledger as it is', async () => {
  await sell({ by: 'hand', minutes_each: 60 });
  const orderId = await buy();
  const id = `${orderId}-0`;
  await expect(
    sql`update api.hours_balance set minutes = minutes - 61 where entitlement_id = ${id}`.execute(db),
  ).rejects.toThrow(/check/);
  await expect(sql`update api.hours_entry set minutes = 600 where entitlement_id = ${id}`.execute(db)).rejects.toThrow(
    /never changed/,
  );
});

describe('[G-20] a machine stops by itself', () => {
  const started = async (orderId: string, limits: object) => {
    const answer = await jane.post(`${hoursOf(orderId)}/start`, limits);
    if (answer.status === 200) await expect.poll(async () => (await hours(orderId)).session.state).toBe('running');
    return answer;
  };

  test('after the time that was set, with no minute more, and its user is told', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    await started(orderId, { stop_after_minutes: 20 });
    const { session } = await hours(orderId);
    expect(session).toMatchObject({ stop_after_minutes: 20, budget: null, minutes: 1 });
    expect(Date.parse(session.stops_at) - Date.parse(session.started_at)).toBe(20 * 60_000);
    shop.wait(19 * 60);
    await run();
    expect((await hours(orderId)).session).toMatchObject({ state: 'running' });
    // However late somebody looks, nothing is counted after it.
    shop.wait(3 * 60 * 60);
    await run();
    const after = await hours(orderId);
    expect(after).toMatchObject({ minutes_used: 20, minutes_left: 40 });
    expect(after.session).toMatchObject({ stop_reason: 'time_limit', minutes: 20, stops_at: null, report: null });
    expect(Date.parse(after.session.stopped_at) - Date.parse(after.session.started_at)).toBe(20 * 60_000);
    await expect.poll(async () => (await hours(orderId)).session.state).toBe('stopped');
    expect(await isReached(session.fields)).toBe(false);
    await run();
    expect(shop.mails.at(-1)?.paragraphs.join(' ')).toContain('The time that you had set is over.');
  });

  test('before it costs more than was set, at the price that was paid; whichever limit comes first ends it', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60 });
    // $10 for 60 minutes: $2 are 12 of them.
    const orderId = await buy();
    await started(orderId, { stop_after_minutes: 30, budget: 2 });
    expect(await hours(orderId)).toMatchObject({ price_of_hour: 10, session: { budget: 2, cost: 0.17 } });
    shop.wait(40 * 60);
    await run();
    expect(await hours(orderId)).toMatchObject({
      minutes_used: 12,
      session: { stop_reason: 'budget', minutes: 12, cost: 2 },
    });
  });

  test('limits are set, changed and taken away while it runs, and never back into the past', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    const limit = async (limits: object) => jane.put(`${hoursOf(orderId)}/limits`, limits);
    expect(await limit({ stop_after_minutes: 5 })).toMatchObject({ status: 409 });
    await started(orderId, { stop_after_minutes: 5 });
    shop.wait(3 * 60);
    await run();
    // Wishes of a second start are not lost in silence.
    const again = async (wishes: object) => jane.post(`${hoursOf(orderId)}/start`, wishes);
    expect(await again({ budget: 5 })).toMatchObject({ status: 409 });
    expect((await again({})).status).toBe(200);
    expect((await again({ stop_after_minutes: 5 })).status).toBe(200);
    expect((await limit({ stop_after_minutes: 2 })).body.message).toContain('has run for longer than that already');
    expect((await limit({ stop_after_minutes: 30, budget: null })).body.session).toMatchObject({
      stop_after_minutes: 30,
    });
    shop.wait(10 * 60);
    await run();
    expect((await hours(orderId)).session.state).toBe('running');
    expect((await limit({})).body.session).toMatchObject({ stop_after_minutes: null, stops_at: null });
    shop.wait(40 * 60);
    await run();
    expect((await hours(orderId)).session).toMatchObject({ state: 'running', stop_reason: null });
  });

  test('limits that mean nothing are refused with the reason, and start nothing', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    const faults = [
      { stop_after_minutes: 0 },
      { stop_after_minutes: 1.5 },
      { stop_after_minutes: 525_601 },
      { stop_after_minutes: '5' },
      { budget: 0 },
      { budget: -1 },
      { budget: 0.001 },
      { budget: 1e12 },
      { until: 'never' },
    ];
    for (const limits of faults)
      expect((await jane.post(`${hoursOf(orderId)}/start`, limits)).status, JSON.stringify(limits)).toBe(400);
    await db.updateTable('api.order_line').set({ discount_cents: 999 }).execute();
    const rich = await jane.post(`${hoursOf(orderId)}/start`, { budget: 1_000_000 });
    expect(rich).toMatchObject({ status: 200, body: { price_of_hour: 0.01 } });
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    await db.updateTable('api.order_line').set({ discount_cents: 0 }).execute();
    expect((await jane.post(`${hoursOf(orderId)}/start`, { budget: 0.1 })).body.message).toContain(
      'does not pay for one minute',
    );
    expect((await hours(orderId)).session).toMatchObject({ stop_reason: 'buyer' });
    const stranger = await shop.customer('stranger');
    expect((await stranger.put(`${hoursOf(orderId)}/limits`, {})).status).toBe(404);
    // Nothing has to be sent.
    expect((await jane.send('POST', `${hoursOf(orderId)}/start`)).status).toBe(200);
  });
});

test('[G-21] the buyer sees how busy the machine is and its last log lines, as its shop reports them, while it is on', async () => {
  await withProvider();
  await sell({ by: 'endpoint', minutes_each: 60 });
  const orderId = await buy();
  await jane.post(`${hoursOf(orderId)}/start`, {});
  await expect.poll(async () => (await hours(orderId)).session?.state).toBe('running');
  const { session } = await hours(orderId);
  expect(session.report.utilization.map(({ label }: { label: string }) => label)).toEqual(['CPU', 'Memory']);
  await useMachine(session.fields);
  // It is asked again after a minute, as it wishes: that minute is over now.
  await sql`update api.provision_call set due_at = now() where type = 'hours.status'`.execute(db);
  await sql`select pg_notify('api_provision_call', '')`.execute(db);
  await expect
    .poll(async () => (await hours(orderId)).session.report.log.join('\n'), { timeout: 15_000 })
    .toContain('GET / 200');
  const stored = await db.selectFrom('api.machine_session').select('report').execute();
  expect(Buffer.from(stored[0]?.report ?? []).toString('latin1')).not.toContain('GET');
  // Its shop has it anyway; what is shown to it has none of its buyer's limits.
  const sold = await ada.get(`/seller/ours/hours`);
  expect(JSON.stringify(sold.body)).not.toContain('report');
  await jane.post(`${hoursOf(orderId)}/stop`, {});
  expect((await hours(orderId)).session.report).toBeNull();
  expect(await db.selectFrom('api.machine_session').select('report').execute()).toEqual([{ report: null }]);
});

describe('[G-22] a machine is started with a template of its shop', () => {
  const templates = [{ name: 'Ubuntu' }, { name: 'PyTorch', image: 'docker.io/pytorch/pytorch:2.9.0' }];

  test('that the buyer chooses from those that the product has now, and the endpoint gets it', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60, templates });
    const orderId = await buy();
    expect((await hours(orderId)).templates).toEqual([{ name: 'Ubuntu' }, { name: 'PyTorch' }]);
    const start = async (template: string | null) => jane.post(`${hoursOf(orderId)}/start`, { template });
    expect((await start('Windows')).body.message).toContain('does not offer this template any more');
    expect((await hours(orderId)).session).toBeNull();
    expect((await start('PyTorch')).status).toBe(200);
    await expect.poll(async () => (await hours(orderId)).session.state).toBe('running');
    const { session, templates: none } = await hours(orderId);
    expect(session).toMatchObject({ template: 'PyTorch' });
    // While it is on there is nothing to choose.
    expect(none).toEqual([]);
    expect(session.report.log).toContain('Image: docker.io/pytorch/pytorch:2.9.0');
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    const later = { hours: { by: 'endpoint', minutes_each: 60, templates: [{ name: 'vLLM' }] } };
    await db
      .updateTable('api.product')
      .set({ goods: JSON.stringify(later) })
      .execute();
    expect((await hours(orderId)).templates).toEqual([{ name: 'vLLM' }]);
    expect((await start('PyTorch')).status).toBe(409);
    expect((await start(null)).body.session).toMatchObject({ template: null });
  });

  test('by hand, and the people of the shop see which', async () => {
    await sell({ by: 'hand', minutes_each: 60, templates });
    const orderId = await buy();
    await jane.post(`${hoursOf(orderId)}/start`, { template: 'Ubuntu', stop_after_minutes: 30 });
    const [sold] = (await ada.get('/seller/ours/hours')).body;
    expect(sold.session).toMatchObject({ template: 'Ubuntu' });
    expect(sold.session).not.toHaveProperty('stop_after_minutes');
  });
});

describe('[G-19] SSH keys are handed over with a machine', () => {
  const addKey = async (
    client: typeof jane,
    name: string,
  ): Promise<{ id: string; key: string; fingerprint: string }> => {
    const { body } = await client.post('/ssh-key', { public_key: newSshKey(), name });
    return { id: body.ssh_key_id, key: body.public_key, fingerprint: body.fingerprint };
  };
  const sessions = () => db.selectFrom('api.machine_session').select('ssh_keys').execute();
  const startBodies = async () => {
    const calls = await db.selectFrom('api.provision_call').select('body').where('type', '=', 'hours.start').execute();
    return calls.map(({ body }) => JSON.parse(body).data);
  };

  test('the endpoint gets those that are chosen, without names, and the shop has none of them once it is off', async () => {
    await withProvider();
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    const laptop = await addKey(jane, 'jane@laptop');
    const desk = await addKey(jane, 'jane@desk');
    const phone = await addKey(jane, 'jane@phone');
    const ssh_key_ids = [desk.id, laptop.id, desk.id];
    const keys = [laptop.key, desk.key].sort();
    expect((await jane.post(`${hoursOf(orderId)}/start`, { ssh_key_ids })).status).toBe(200);
    expect((await sessions()).map(({ ssh_keys }) => ssh_keys?.sort())).toEqual([keys]);
    expect((await startBodies()).map(({ ssh_keys }) => ssh_keys.sort())).toEqual([keys]);
    // A second start with a key that is not on the machine is not taken for done.
    const again = async (id: string) => jane.post(`${hoursOf(orderId)}/start`, { ssh_key_ids: [id] });
    expect((await again(phone.id)).body.message).toContain('started with other wishes');
    expect((await again(desk.id)).status).toBe(200);
    await expect.poll(async () => (await hours(orderId)).session.state).toBe('running');
    const { log } = (await hours(orderId)).session.report;
    expect(log.slice(0, 2).sort()).toEqual([laptop, desk].map(({ fingerprint }) => `SSH key: ${fingerprint}`).sort());
    // A key that is removed now is on the machine until that is off.
    await jane.delete(`/ssh-key/${desk.id}`);
    expect((await hours(orderId)).session.ssh_keys.sort()).toEqual(keys);
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    expect(await sessions()).toEqual([{ ssh_keys: null }]);
    expect((await hours(orderId)).session.ssh_keys).toEqual([]);
    const [body] = await startBodies();
    expect(body).not.toHaveProperty('ssh_keys');
    expect(body).toHaveProperty('session_id');
  });

  test('a key that is gone, or another one’s, starts nothing', async () => {
    await sell({ by: 'endpoint', minutes_each: 60 });
    const orderId = await buy();
    const [gone, kept] = [await addKey(jane, 'gone'), await addKey(jane, 'kept')];
    const others = await addKey(ada, 'others');
    await jane.delete(`/ssh-key/${gone.id}`);
    for (const id of [gone.id, others.id]) {
      const { status, body } = await jane.post(`${hoursOf(orderId)}/start`, { ssh_key_ids: [kept.id, id] });
      expect([status, body.message]).toEqual([
        409,
        'One of these SSH keys is no longer in your account. Choose again.',
      ]);
    }
    for (const ssh_key_ids of [['one'], Array.from({ length: 21 }, () => kept.id), kept.id])
      expect((await jane.post(`${hoursOf(orderId)}/start`, { ssh_key_ids })).status).toBe(400);
    expect(await sessions()).toEqual([]);
    expect((await jane.post(`${hoursOf(orderId)}/start`, {})).status).toBe(200);
    expect(await sessions()).toEqual([{ ssh_keys: null }]);
    expect((await startBodies())[0]).not.toHaveProperty('ssh_keys');
  });

  test('by hand, and the people of the shop see them until the machine is off', async () => {
    await sell({ by: 'hand', minutes_each: 60 });
    const orderId = await buy();
    const { id, key } = await addKey(jane, 'jane@laptop');
    await jane.post(`${hoursOf(orderId)}/start`, { ssh_key_ids: [id] });
    const sold = async () => (await ada.get('/seller/ours/hours')).body[0];
    expect((await sold()).session.ssh_keys).toEqual([key]);
    expect(JSON.stringify(await sold())).not.toContain('jane');
    await ada.post(`/seller/ours/hours/${orderId}-0/started`, { fields: [] });
    expect((await sold()).session).toMatchObject({ state: 'running', ssh_keys: [key] });
    await jane.post(`${hoursOf(orderId)}/stop`, {});
    expect((await sold()).session).toMatchObject({ state: 'stopping', ssh_keys: [] });
  });
});
