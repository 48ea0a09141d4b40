import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { Message } from '../../../mail/mailer.ts';
import { recordEvent } from '../../event/event.store.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { addWebhook as addToShop, changeWebhook, type Webhooks } from './manage-webhooks.ts';
import { reEncryptWebhooks, webhooksNeedOlderKey } from './re-encrypt-webhooks.ts';

type Started = Awaited<ReturnType<typeof startApi>>;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Started;
let ada: Awaited<ReturnType<Started['signIn']>>;
let mails: Message[];
let clock: number;
const opened: Started[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.job']);
  mails = [];
  clock = 0;
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { ada: 'owner' });
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { mallory: 'owner' });
  api = await start();
  ada = await api.signIn({ email: addressOf('ada'), nickname: 'Ada' }, { sub: 'ada' });
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.webhooks.close(500);
});
afterAll(() => database.close());

const keys = [new Uint8Array(32).fill(5)];

async function start(webhooks: Parameters<typeof startApi>[1] = {}) {
  const made = await startApi(database, {
    now: () => new Date(Date.now() + clock),
    sendMail: async (_transaction, message) => void mails.push(message),
    ...webhooks,
    webhooks: { secrets: createSecrets(keys), patienceMs: 400, ...webhooks?.webhooks },
  });
  opened.push(made);
  return made;
}

type Received = { headers: Record<string, string>; body: string };
type Answer = { status: number; headers?: Record<string, string>; body?: string; afterMs?: number } | 'nothing';

/** A machine of a seller's: what it has heard, and what it answers next; the last answer is given again. */
async function receiver(...answers: Answer[]) {
  const received: Received[] = [];
  const server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString();
    received.push({ headers: incoming.headers as Record<string, string>, body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'nothing') return;
    if (answer?.afterMs) await setTimeout(answer.afterMs);
    outgoing.writeHead(answer?.status ?? 204, answer?.headers).end(answer?.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard: received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

const addWebhook = async (url: string, events: string[] = ['order.paid', 'review.posted']) =>
  (await ada.post('/seller/ours/webhook', { url, events })).body;

/** As the stores of the API know them. */
const tables = () => database.kysely as unknown as Kysely<ApiTables>;

const note = (sellerId = 'ours', orderId = 'ORDER1') =>
  tables()
    .transaction()
    .execute((transaction) =>
      recordEvent(transaction, sellerId, 'order.paid', {
        order_id: orderId,
        paid_at: '2026-11-20T09:30:00Z',
        lines: [],
      }),
    );

const deliveriesOf = async (webhookId: string) =>
  (await ada.get(`/seller/ours/webhook/${webhookId}/delivery`)).body as Array<Record<string, unknown>>;

/** Makes waiting deliveries due at once, and notifies whoever delivers: by themselves they look every few seconds. */
async function hurry() {
  await sql`update api.webhook_delivery set due_at = now() where state = 'waiting'`.execute(database.kysely);
  await sql`select pg_notify('api_webhook_delivery', '')`.execute(database.kysely);
}

const until = (look: () => Promise<unknown> | unknown, expected: unknown) =>
  expect.poll(look, { timeout: 10_000, interval: 20 }).toEqual(expected);

describe('[S-13] an event', () => {
  test('reaches those who have asked for it, signed as the convention says, and is told with request and answer', async () => {
    const machine = await receiver({ status: 200, body: 'taken' });
    const { webhook_id, secret } = await addWebhook(machine.url);
    await addWebhook(machine.url, ['listing.approved']);
    await note();
    await note('theirs');
    await api.webhooks.start();
    await until(() => machine.heard.length, 1);
    const { headers, body } = machine.heard[0] as Received;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'order.paid',
      data: { order_id: 'ORDER1', lines: [] },
    });
    await until(async () => (await deliveriesOf(webhook_id)).map(({ state }) => state), ['delivered']);
    const [delivery] = await deliveriesOf(webhook_id);
    expect(delivery).toMatchObject({ type: 'order.paid', event_id: headers['webhook-id'], attempts: 1, failure: null });
    const detail = (await ada.get(`/seller/ours/webhook/${webhook_id}/delivery/${delivery?.delivery_id}`)).body;
    expect(detail.request_body).toBe(body);
    expect(detail.tries).toMatchObject([{ url: machine.url, status: 200, answer: 'taken', error: null }]);
    expect(detail.tries[0].request_headers['webhook-signature']).toBe(headers['webhook-signature']);
  });

  test('of what is not done is not told', async () => {
    const machine = await receiver({ status: 200 });
    const { webhook_id } = await addWebhook(machine.url);
    await tables()
      .transaction()
      .execute(async (transaction) => {
        await recordEvent(transaction, 'ours', 'seller.suspended', { reason: 'A test.' });
        await recordEvent(transaction, 'ours', 'order.paid', { order_id: 'A', paid_at: '', lines: [] });
        throw new Error('it comes to nothing');
      })
      .catch(() => {});
    expect(await deliveriesOf(webhook_id)).toEqual([]);
  });

  test('that is not taken is sent again, with the same id, until it is', async () => {
    const machine = await receiver(
      { status: 500, body: 'no' },
      { status: 302, headers: { location: '/' } },
      'nothing',
      {
        status: 204,
      },
    );
    const { webhook_id } = await addWebhook(machine.url);
    await note();
    await api.webhooks.start();
    for (const attempt of [1, 2, 3]) {
      await until(
        async () => (await deliveriesOf(webhook_id))[0]?.failure,
        expect.stringMatching(failures[attempt] ?? ''),
      );
      const [delivery] = await deliveriesOf(webhook_id);
      expect(delivery).toMatchObject({ state: 'waiting', attempts: attempt });
      expect(new Date(String(delivery?.next_attempt_at)).getTime()).toBeGreaterThan(Date.now());
      await sql`update api.webhook set paused_until = null`.execute(database.kysely);
      await hurry();
    }
    await until(async () => (await deliveriesOf(webhook_id))[0]?.state, 'delivered');
    expect(new Set(machine.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [{ delivery_id } = {}] = await deliveriesOf(webhook_id);
    const { tries } = (await ada.get(`/seller/ours/webhook/${webhook_id}/delivery/${delivery_id}`)).body;
    expect(tries.map(({ status }: { status: number | null }) => status)).toEqual([500, 302, null, 204]);
    expect(tries[0].answer).toBe('no');
  }, 30_000);

  const failures: Record<number, string> = { 1: '500', 2: '302', 3: 'no answer within' };

  test('that nobody has taken in three days is given up, and can be sent again by hand', async () => {
    const machine = await receiver({ status: 500 }, { status: 200 });
    const { webhook_id } = await addWebhook(machine.url);
    await note();
    await sql`update api.webhook_delivery set attempts = 13`.execute(database.kysely);
    await api.webhooks.start();
    await until(async () => (await deliveriesOf(webhook_id))[0]?.state, 'failed');
    const [{ delivery_id, event_id } = {}] = await deliveriesOf(webhook_id);
    const again = await ada.post(`/seller/ours/webhook/${webhook_id}/delivery/${delivery_id}/resend`, {});
    expect(again).toMatchObject({ status: 202, body: { state: 'waiting' } });
    await until(async () => (await deliveriesOf(webhook_id))[0]?.state, 'delivered');
    expect(machine.heard.map(({ headers }) => headers['webhook-id'])).toEqual([event_id, event_id]);
  });

  test('is in the hands of one process at a time', async () => {
    const machine = await receiver({ status: 200 });
    await addWebhook(machine.url);
    for (let number = 0; number < 30; number++) await note('ours', `ORDER${number}`);
    const other = await start();
    await Promise.all([api.webhooks.start(), other.webhooks.start()]);
    await until(() => new Set(machine.heard.map(({ headers }) => headers['webhook-id'])).size, 30);
    await Promise.all([api.webhooks.close(5_000), other.webhooks.close(5_000)]);
    expect(machine.heard).toHaveLength(30);
  });

  test('is not sent where nothing may be, whatever the name said before', async () => {
    const machine = await receiver({ status: 200 });
    const { port } = new URL(machine.url);
    const addresses = ['93.184.215.14', '10.0.0.7'];
    const resolve = async () => [{ address: addresses.length > 1 ? (addresses.shift() ?? '') : '10.0.0.7', family: 4 }];
    const strict = await start({ webhooks: { isTrial: false, resolve } });
    const owner = await strict.signIn({ email: addressOf('ada'), nickname: 'Ada' }, { sub: 'ada' });
    const wanted = { url: `https://hooks.example:${port}/`, events: ['order.paid'] };
    const { webhook_id } = (await owner.post('/seller/ours/webhook', wanted)).body;
    await note();
    await strict.webhooks.start();
    await until(async () => (await deliveriesOf(webhook_id))[0]?.failure, expect.stringContaining('no public address'));
    expect(machine.heard).toEqual([]);
  });

  test('that says nothing tests a webhook, also one that is off, once', async () => {
    const machine = await receiver({ status: 500 });
    const { webhook_id, url } = await addWebhook(machine.url);
    await ada.put(`/seller/ours/webhook/${webhook_id}`, { url, events: ['order.paid'], enabled: false });
    await note();
    await api.webhooks.start();
    expect((await ada.post(`/seller/ours/webhook/${webhook_id}/test`, {})).status).toBe(202);
    await until(
      async () => (await deliveriesOf(webhook_id)).map(({ type, state }) => [type, state]),
      [['webhook.test', 'failed']],
    );
    expect(JSON.parse(machine.heard[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} });
    expect((await ada.get(`/seller/ours/webhook/${webhook_id}`)).body.failing_since).toBeNull();
  });
});

describe('[S-13] a webhook', () => {
  test('that answers 410 is switched off, and its owners are told', async () => {
    const machine = await receiver({ status: 410 });
    const { webhook_id } = await addWebhook(machine.url);
    await note();
    await api.webhooks.start();
    const find = async () => (await ada.get(`/seller/ours/webhook/${webhook_id}`)).body;
    await until(async () => (await find()).off_reason, 'gone');
    expect((await find()).enabled).toBe(false);
    await until(async () => (await deliveriesOf(webhook_id))[0]?.state, 'failed');
    expect(mails).toMatchObject([
      { to: addressOf('ada'), action: { url: expect.stringContaining('/profile/shop-keys') } },
    ]);
    await note();
    expect(await deliveriesOf(webhook_id)).toHaveLength(1);
    const [{ delivery_id } = {}] = await deliveriesOf(webhook_id);
    expect((await ada.post(`/seller/ours/webhook/${webhook_id}/delivery/${delivery_id}/resend`, {})).status).toBe(409);
  });

  test('where nothing has arrived for days is switched off, and one that takes an event again is not', async () => {
    const machine = await receiver({ status: 500 });
    const { webhook_id, url } = await addWebhook(machine.url);
    await note();
    await sql`update api.webhook set failing_since = now() - interval '6 days', failures = 1`.execute(database.kysely);
    await api.webhooks.start();
    const find = async () => (await ada.get(`/seller/ours/webhook/${webhook_id}`)).body;
    await until(async () => (await find()).off_reason, 'failing');
    expect(mails).toHaveLength(1);
    const on = await ada.put(`/seller/ours/webhook/${webhook_id}`, { url, events: ['order.paid'] });
    expect(on.body).toMatchObject({ enabled: true, off_reason: null, failing_since: null });
  });

  test('that hangs keeps nobody else waiting', async () => {
    const hanging = await receiver('nothing');
    const quick = await receiver({ status: 200 });
    await addWebhook(hanging.url);
    for (let number = 0; number < 100; number++) await note('ours', `ORDER${number}`);
    const mallory = await api.signIn({ email: addressOf('mallory'), nickname: 'Mallory' }, { sub: 'mallory' });
    await mallory.post('/seller/theirs/webhook', { url: quick.url, events: ['order.paid'] });
    await note('theirs');
    await api.webhooks.start();
    await until(() => quick.heard.length, 1);
    expect(hanging.heard.length).toBeLessThan(100);
  });

  test('that takes its time over each event has a few of them at once, and keeps nobody else waiting', async () => {
    const slow = await receiver({ status: 200, afterMs: 250 });
    const quick = await receiver({ status: 200 });
    await addWebhook(slow.url);
    for (let number = 0; number < 40; number++) await note('ours', `ORDER${number}`);
    const mallory = await api.signIn({ email: addressOf('mallory'), nickname: 'Mallory' }, { sub: 'mallory' });
    await mallory.post('/seller/theirs/webhook', { url: quick.url, events: ['order.paid'] });
    await note('theirs');
    await api.webhooks.start();
    await until(() => quick.heard.length, 1);
    expect(slow.heard.length).toBeLessThanOrEqual(8);
    // Waiting deliveries are taken as soon as there is room, not when somebody looks again.
    await expect.poll(() => slow.heard.length, { timeout: 4_500 }).toBe(40);
  });

  test('has a new secret beside the old one for a day', async () => {
    const machine = await receiver({ status: 200 });
    const { webhook_id, secret } = await addWebhook(machine.url);
    const rotated = (await ada.post(`/seller/ours/webhook/${webhook_id}/rotate`, {})).body;
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.previous_secret_until).not.toBeNull();
    await api.webhooks.start();
    await note();
    await until(() => machine.heard.length, 1);
    const [both] = machine.heard as [Received];
    for (const one of [secret, rotated.secret])
      expect(() => new Webhook(one).verify(both.body, both.headers)).not.toThrow();
    clock = 25 * 3_600_000;
    await note();
    await until(() => machine.heard.length, 2);
    expect(machine.heard[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect((await ada.get(`/seller/ours/webhook/${webhook_id}`)).body.previous_secret_until).toBeNull();
  });

  test('keeps its secret sealed, also under a new key', async () => {
    const { secret } = await addWebhook('https://hooks.example/');
    const rows = await database.kysely.selectFrom('api.webhook').selectAll().execute();
    expect(Buffer.from(rows[0]?.secret ?? []).toString('latin1')).not.toContain(secret.slice(6, 20));
    const newer = createSecrets([new Uint8Array(32).fill(6), ...keys]);
    expect(await webhooksNeedOlderKey(database.kysely, newer)).toBe(true);
    expect(await reEncryptWebhooks(database.kysely, newer)).toBe(1);
    expect(await webhooksNeedOlderKey(database.kysely, newer)).toBe(false);
    expect(await reEncryptWebhooks(database.kysely, newer)).toBe(0);
  });

  test.each([
    ['nothing', 'is not an address'],
    ['ftp://hooks.example/', 'https://'],
    ['http://hooks.example/', 'https://'],
    ['https://name:password@hooks.example/', 'no password'],
    ['https://hooks.example:25/', 'port'],
    ['http://shop.test/api', 'https://'],
    ['https://shop.test/api', 'this shop itself'],
    ['https://shop.test./api', 'this shop itself'],
    ['https://127.0.0.1/', 'no public address'],
    ['https://[::1]:8443/', 'no public address'],
    ['https://169.254.169.254/latest', 'no public address'],
    ['https://[::ffff:10.0.0.1]/', 'no public address'],
    ['https://hooks.example/\u0000', 'control'],
    [`https://hooks.example/${'x'.repeat(2_000)}`, 'at most'],
  ])('is not added at %s', async (url, reason) => {
    const strict = await start({ webhooks: { isTrial: false, resolve: async () => [] } });
    const owner = await strict.signIn({ email: addressOf('ada'), nickname: 'Ada' }, { sub: 'ada' });
    const { status, body } = await owner.post('/seller/ours/webhook', { url, events: ['order.paid'] });
    expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringContaining(reason) });
  });

  test.each(['http://shop.test/api', 'http://shop.test.:80/'])('of a trial is not added at %s either', async (url) => {
    const { status, body } = await ada.post('/seller/ours/webhook', { url, events: ['order.paid'] });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'This is an address of this shop itself: name one of a machine of yours.',
    });
  });

  test('asks for events that there are, and is one of a few', async () => {
    for (const events of [[], ['order.everything'], 'order.paid'])
      expect((await ada.post('/seller/ours/webhook', { url: 'https://hooks.example/', events })).status).toBe(400);
    const wanted = { url: 'https://hooks.example/', events: ['order.paid'] };
    const added = await Promise.all(Array.from({ length: 12 }, () => ada.post('/seller/ours/webhook', wanted)));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(added.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  test('of another shop is not there, nor are its deliveries', async () => {
    const { webhook_id } = await addWebhook('https://hooks.example/');
    await note();
    const [{ delivery_id } = {}] = await deliveriesOf(webhook_id);
    const mallory = await api.signIn({ email: addressOf('mallory'), nickname: 'Mallory' }, { sub: 'mallory' });
    const own = (
      await mallory.post('/seller/theirs/webhook', { url: 'https://hooks.example/', events: ['order.paid'] })
    ).body;
    const at = `/seller/theirs/webhook/${webhook_id}`;
    for (const path of [
      at,
      `${at}/delivery`,
      `${at}/delivery/${delivery_id}`,
      `/seller/theirs/webhook/${own.webhook_id}/delivery/${delivery_id}`,
    ])
      expect((await mallory.get(path)).status, path).toBe(404);
    for (const path of [`${at}/test`, `${at}/rotate`, `${at}/delivery/${delivery_id}/resend`])
      expect((await mallory.post(path, {})).status, path).toBe(404);
    expect((await mallory.put(at, { url: 'https://evil.example/', events: ['order.paid'] })).status).toBe(404);
    expect((await mallory.delete(at)).status).toBe(404);
    expect((await ada.get(`/seller/ours/webhook/${webhook_id}`)).body.url).toBe('https://hooks.example/');
    expect((await ada.delete(`/seller/ours/webhook/${webhook_id}`)).status).toBe(204);
    expect((await ada.get(`/seller/ours/webhook/${webhook_id}/delivery`)).status).toBe(404);
  });

  test('is that of whoever said last where events go to, and ends with them', async () => {
    await sql`insert into api.seller_member (seller_id, account_id, user_id, role)
      values ('ours', 'bob', ${addressOf('bob')}, 'owner')`.execute(database.kysely);
    const bob = await api.signIn({ email: addressOf('bob'), nickname: 'Bob' }, { sub: 'bob' });
    await bob.get(`/user/${addressOf('bob')}`);
    const { webhook_id } = await addWebhook('https://hooks.example/');
    const at = `/seller/ours/webhook/${webhook_id}`;
    const wanted = { url: 'https://hooks.example/', events: ['order.paid'], enabled: true };
    const maker = async (change: object) => (await bob.put(at, { ...wanted, ...change })).body.made_by;
    expect(await maker({})).not.toBe('Bob');
    expect(await maker({ url: 'https://other.example/' })).toBe('Bob');
    const fresh = { auth_time: Math.floor(Date.now() / 1_000) };
    const owner = await api.signIn({ email: addressOf('ada'), nickname: 'Ada' }, { sub: 'ada', ...fresh });
    expect((await owner.delete('/seller/ours/member/bob')).status).toBe(204);
    expect((await ada.get(at)).body.enabled).toBe(false);
    expect((await bob.put(at, wanted)).status).toBe(404);
  });

  test('is not added or changed by whoever left the shop while its address was looked up', async () => {
    const { webhook_id: webhookId } = await addWebhook('https://hooks.example/');
    const service = { db: tables(), secrets: createSecrets(keys) } as unknown as Webhooks;
    const wanted = { url: 'https://evil.example/', events: ['order.paid' as const], enabled: true };
    for (const by of ['mallory', 'key:gone']) {
      const gone = { sellerId: 'ours', by };
      await expect(addToShop(service, gone, wanted)).rejects.toThrow('does not include this any more');
      await expect(changeWebhook(service, { ...gone, webhookId }, wanted)).rejects.toThrow('any more');
    }
    expect((await ada.get('/seller/ours/webhook')).body.items).toMatchObject([{ url: 'https://hooks.example/' }]);
  });

  test('tells its deliveries page by page, the newest first', async () => {
    const { webhook_id } = await addWebhook('https://hooks.example/');
    for (let number = 0; number < 5; number++) await note('ours', `ORDER${number}`);
    const seen: string[] = [];
    let next: string | undefined = `/seller/ours/webhook/${webhook_id}/delivery?limit=2`;
    while (next) {
      const page: Awaited<ReturnType<typeof ada.get>> = await ada.get(next);
      seen.push(...page.body.map(({ delivery_id }: { delivery_id: string }) => delivery_id));
      next = page.headers.get('link')?.match(/<\/api(.*?)>/)?.[1];
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });
});
