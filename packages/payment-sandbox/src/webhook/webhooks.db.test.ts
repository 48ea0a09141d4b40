import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  emptyPayments,
  openPaymentsDatabase,
  origin,
  startPayments,
  type TestPayments,
  webhookSecret,
} from '../../../../test/parts/payments.ts';
import { createWebhooks } from './webhooks.ts';

const PATIENT_MS = 20_000;

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
const running: TestPayments[] = [];

beforeAll(async () => {
  database = await openPaymentsDatabase();
});
beforeEach(() => emptyPayments(database));
afterEach(async () => {
  for (const payments of running.splice(0)) await payments.close(0);
});
afterAll(() => database.close());

function aProcess(chosen: Parameters<typeof startPayments>[1] = {}): TestPayments {
  const payments = startPayments(database, chosen);
  running.push(payments);
  return payments;
}

async function deliveries() {
  const { rows } = await sql<{ state: string; attempts: number; failure: string | null; is_due: boolean }>`
    select state, attempts, failure, due_at <= now() as is_due from payments.webhook_delivery order by id`.execute(
    database.kysely,
  );
  return rows;
}

/** As if this much time had passed for everything that waits. */
const pass = (time: string) =>
  sql`update payments.webhook_delivery set due_at = due_at - ${time}::interval`.execute(database.kysely);

test('a payment is told to the shop in signed events, which the SDK believes', async () => {
  const payments = aProcess();
  await payments.start();
  const { id } = await payments.createSession({ client_reference_id: 'order-7' });
  await payments.pay({ id });
  await payments.shop.offered(2);
  await payments.close(PATIENT_MS);

  // The harness has read them with `constructEvent`.
  const received = new Map(payments.shop.taken.map((event) => [event.type as string, event]));
  expect([...received.keys()].sort()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
  const session = await payments.stripe.checkout.sessions.retrieve(id);
  expect(received.get('checkout.session.completed')).toMatchObject({
    id: expect.stringMatching(/^evt_/),
    object: 'event',
    api_version: Stripe.API_VERSION,
    livemode: false,
    pending_webhooks: 1,
    data: { object: session },
  });
  const intent = await payments.stripe.paymentIntents.retrieve(session.payment_intent as string);
  expect(received.get('payment_intent.succeeded')?.data.object).toEqual(JSON.parse(JSON.stringify(intent)));

  const event = await payments.stripe.events.retrieve(received.get('checkout.session.completed')?.id ?? '');
  expect(event).toMatchObject({ type: 'checkout.session.completed', pending_webhooks: 0 });
});

test('a declined card is told as well', async () => {
  const payments = aProcess();
  await payments.start();
  const { id } = await payments.createSession();
  await payments.pay({ id }, { number: '4000 0000 0000 9995' });
  await payments.shop.offered(1);
  await payments.close(PATIENT_MS);
  expect(payments.shop.taken).toMatchObject([
    {
      type: 'payment_intent.payment_failed',
      data: {
        object: {
          status: 'requires_payment_method',
          last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds', type: 'card_error' },
        },
      },
    },
  ]);
});

test('what was changed on the way, or signed with another secret, is not believed', async () => {
  const requests: Request[] = [];
  const taken = Promise.withResolvers<void>();
  const webhooks = createWebhooks({
    database,
    webhook: { url: `${origin}/api/webhook`, secret: webhookSecret },
    deliver(request) {
      requests.push(request);
      taken.resolve();
      return new Response();
    },
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  });
  await aProcess().stripe.checkout.sessions.expire((await aProcess().createSession()).id);
  await webhooks.start();
  await taken.promise;
  await webhooks.close(PATIENT_MS);

  const [request] = requests;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe(`${origin}/api/webhook`);
  expect(request?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const signature = request?.headers.get('stripe-signature') ?? '';
  expect(signature).toMatch(/^t=\d{10},v1=[\da-f]{64}$/);
  const body = (await request?.text()) ?? '';
  const { webhooks: reader } = new Stripe('sk_test_any');
  expect(reader.constructEvent(body, signature, webhookSecret).type).toBe('checkout.session.expired');
  expect(() => reader.constructEvent(body.replace('expired', 'complete'), signature, webhookSecret)).toThrow();
  expect(() => reader.constructEvent(body, signature, 'whsec_other')).toThrow();
});

test('while one secret takes the place of another, an event is signed with both', async () => {
  const received: { body: string; header: string }[] = [];
  const taken = Promise.withResolvers<void>();
  const webhooks = createWebhooks({
    database,
    webhook: { url: `${origin}/api/webhook`, secret: ['whsec_next', webhookSecret] },
    async deliver(request) {
      received.push({ body: await request.text(), header: request.headers.get('stripe-signature') ?? '' });
      taken.resolve();
      return new Response();
    },
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  });
  await aProcess().stripe.checkout.sessions.expire((await aProcess().createSession()).id);
  await webhooks.start();
  await taken.promise;
  await webhooks.close(PATIENT_MS);

  const [{ body, header } = { body: '', header: '' }] = received;
  expect(header).toMatch(/^t=\d{10},v1=[\da-f]{64},v1=[\da-f]{64}$/);
  const { webhooks: reader } = new Stripe('sk_test_any');
  for (const secret of ['whsec_next', webhookSecret])
    expect(reader.constructEvent(body, header, secret).type).toBe('checkout.session.expired');
  expect(() => reader.constructEvent(body, header, 'whsec_other')).toThrow();
});

test('a shop that answers 500 is told again, later and not before, until it takes the event', async () => {
  const payments = aProcess();
  payments.shop.answer = () => new Response('not now', { status: 500 });
  await payments.start();
  const { id } = await payments.createSession();
  await payments.stripe.checkout.sessions.expire(id);
  await payments.shop.offered(1);
  await expect
    .poll(deliveries, { timeout: PATIENT_MS })
    .toEqual([{ state: 'waiting', attempts: 1, failure: 'HTTP 500', is_due: false }]);
  await payments.close(PATIENT_MS);

  const later = aProcess();
  await later.start();
  await later.close(PATIENT_MS);
  expect(later.shop.offers).toBe(0);

  await pass('20 seconds');
  const last = aProcess();
  await last.start();
  await last.shop.offered(1);
  await last.close(PATIENT_MS);
  expect(last.shop.taken).toMatchObject([{ type: 'checkout.session.expired', data: { object: { id } } }]);
  expect(await deliveries()).toMatchObject([{ state: 'sent', attempts: 2, failure: null }]);
});

test.each([
  ['sends it elsewhere', () => Response.redirect('https://elsewhere.example/', 302), 'HTTP 302'],
  ['does not know the address', () => new Response(null, { status: 404 }), 'HTTP 404'],
  ['falls over', () => Promise.reject(new TypeError('fetch failed')), 'TypeError'],
])('a shop that %s has not taken the event', async (_what, answer, failure) => {
  const payments = aProcess();
  payments.shop.answer = answer;
  const { id } = await payments.createSession();
  await payments.stripe.checkout.sessions.expire(id);
  await payments.start();
  await payments.shop.offered(1);
  await payments.close(PATIENT_MS);
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, failure }]);
});

test('a shop that hears nothing is not waited for when the process ends', async () => {
  const payments = aProcess();
  payments.shop.answer = () => new Promise(() => {});
  const { id } = await payments.createSession();
  await payments.stripe.checkout.sessions.expire(id);
  await payments.start();
  await payments.shop.offered(1);
  await payments.close(0);
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, failure: 'AbortError' }]);
});

test('two processes tell the shop of every event once', async () => {
  const [one, other] = [aProcess(), aProcess()];
  const made: string[] = [];
  for (let index = 0; index < 12; index++) made.push((await one.createSession()).id);
  for (const id of made) await one.stripe.checkout.sessions.expire(id);
  await Promise.all([one.start(), other.start()]);
  const received = () => [...one.shop.taken, ...other.shop.taken];
  await expect.poll(() => received().length, { timeout: PATIENT_MS }).toBe(made.length);
  await Promise.all([one.close(PATIENT_MS), other.close(PATIENT_MS)]);
  expect(
    received()
      .map(({ data }) => (data.object as { id: string }).id)
      .sort(),
  ).toEqual(made.sort());
  expect(new Set(received().map(({ id }) => id)).size).toBe(made.length);
});

test('an event that is rolled back is told to nobody', async () => {
  const payments = aProcess();
  const { id } = await payments.createSession();
  await sql`create function payments.refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$`.execute(
    database.kysely,
  );
  // The last thing that paying writes.
  await sql`create trigger refuse after insert on payments.event for each row
    when (new.type = 'checkout.session.completed') execute function payments.refuse()`.execute(database.kysely);
  expect((await payments.pay({ id })).status).toBe(500);
  await sql`drop function payments.refuse() cascade`.execute(database.kysely);
  expect(await payments.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', payment_intent: null });
  expect((await payments.stripe.events.list()).data).toEqual([]);
  expect(payments.logged.filter((line) => line.includes('"level":50'))).toHaveLength(1);
  expect((await payments.pay({ id })).status).toBe(303);
});

test('events are listed newest first, of one kind or several', async () => {
  const payments = aProcess();
  const { id } = await payments.createSession();
  await payments.pay({ id }, { number: '4000 0000 0000 0002' });
  await payments.pay({ id });
  const types = async (given: Stripe.EventListParams) =>
    (await payments.stripe.events.list(given)).data.map(({ type }) => type);
  expect(await types({})).toEqual([
    'checkout.session.completed',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
  ]);
  expect(await types({ type: 'payment_intent.succeeded' })).toEqual(['payment_intent.succeeded']);
  expect(await types({ types: ['payment_intent.succeeded', 'payment_intent.payment_failed'], limit: 1 })).toEqual([
    'payment_intent.succeeded',
  ]);
  const all = await payments.stripe.events.list({ limit: 1 }).autoPagingToArray({ limit: 10 });
  expect(all).toHaveLength(3);
});

test('webhooks reach a shop in another process over HTTP', async () => {
  const received = Promise.withResolvers<Stripe.Event>();
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
    const signature = incoming.headers['stripe-signature'] ?? '';
    received.resolve(new Stripe('sk_test_any').webhooks.constructEvent(body, signature, webhookSecret));
    outgoing.end('thank you');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { id } = await aProcess().createSession();
  await aProcess().stripe.checkout.sessions.expire(id);
  const webhooks = createWebhooks({
    database,
    webhook: { url: `http://127.0.0.1:${port}/`, secret: webhookSecret },
    deliver: fetch,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  });
  await webhooks.start();
  expect(await received.promise).toMatchObject({ type: 'checkout.session.expired' });
  await webhooks.close(PATIENT_MS);
  expect(await deliveries()).toMatchObject([{ state: 'sent' }]);
});

test('a shop that names the events it wants is told of no other, and still finds them all', async () => {
  const choosy = startPayments(database, { events: ['checkout.session.completed'] });
  const { id } = await choosy.createSession();
  await choosy.pay({ id });
  await choosy.start();
  await choosy.shop.offered(1);
  await choosy.close(20_000);
  expect(choosy.shop.taken.map(({ type }) => type)).toEqual(['checkout.session.completed']);
  const all = (await choosy.stripe.events.list()).data.map(({ type }) => type);
  expect(all.sort()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
});

test('a customer who has paid goes back to a shop that knows it', async () => {
  const payments = aProcess({ events: ['checkout.session.completed'] });
  await payments.start();
  const { id } = await payments.createSession();
  await payments.pay({ id });
  expect(payments.shop.taken).toHaveLength(1);
  expect(await deliveries()).toEqual([expect.objectContaining({ state: 'sent', attempts: 1 })]);
});

test('a shop that does not answer, or has no use for it, is waited for no longer than that', async () => {
  const payments = aProcess({ patienceMs: 50 });
  await payments.start();
  let answer = (_response: Response) => {};
  payments.shop.answer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const { id } = await payments.createSession();
  expect((await payments.pay({ id })).status).toBe(303);
  expect(payments.shop.taken).toEqual([]);
  await payments.shop.offered(2);
  answer(new Response(null, { status: 500 }));
  await expect.poll(deliveries).toContainEqual(expect.objectContaining({ state: 'waiting', failure: 'HTTP 500' }));
  answer(new Response());
});
