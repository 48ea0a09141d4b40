import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  aLine,
  eachWithPayments,
  type openPaymentsDatabase,
  type TestPayments,
} from '../../../../test/parts/payments.ts';
import { tidy } from '../upkeep/tidy.ts';
import { claimKey, findKey, saveAnswer } from './idempotency-key.store.ts';

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
let payments: TestPayments;
eachWithPayments((started, opened) => {
  database = opened;
  payments = started;
});

const idempotencyKey = 'order-7';

const countSessions = async () => (await payments.stripe.checkout.sessions.list({ limit: 100 })).data.length;

/** As if this much time had passed for every key. */
const pass = (time: string) =>
  sql`update payments.idempotency_key set locked_until = locked_until - ${time}::interval,
    created_at = created_at - ${time}::interval`.execute(database.kysely);

test('the same key and parameters give the first answer, however often they come', async () => {
  const first = await payments.createSession({}, { idempotencyKey });
  const second = await payments.createSession({}, { idempotencyKey });
  expect(second).toEqual(first);
  expect(second.lastResponse).toMatchObject({ idempotencyKey });
  const headers = second.lastResponse.headers as unknown as Headers;
  expect(headers.get('idempotent-replayed')).toBe('true');
  expect(headers.get('original-request')).toBe(first.lastResponse.requestId);
  expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  expect(await countSessions()).toBe(1);
});

test('the first answer stays what it was, whatever has happened to the session since', async () => {
  const first = await payments.createSession({}, { idempotencyKey });
  await payments.pay(first);
  expect(await payments.createSession({}, { idempotencyKey })).toMatchObject({ id: first.id, status: 'open' });
});

test('the order of the parameters does not matter', async () => {
  const form = 'payment_intent=pi_unknown&metadata[a]=1&metadata[b]=2';
  const post = (body: string) =>
    payments.request('/v1/refunds', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': idempotencyKey },
      body,
    });
  const [first, second] = [await post(form), await post(form.split('&').reverse().join('&'))];
  expect(second).toMatchObject({ status: first.status, body: first.body });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('the same key with other parameters, or for something else, is refused', async () => {
  const { id } = await payments.createSession({}, { idempotencyKey });
  await expect(payments.createSession({ line_items: [aLine(1_251)] }, { idempotencyKey })).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
    message: expect.stringContaining('can only be used with the same parameters'),
  });
  await expect(payments.stripe.checkout.sessions.expire(id, {}, { idempotencyKey })).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
    message: expect.stringContaining('can only be used for the same endpoint'),
  });
  expect(await countSessions()).toBe(1);
});

test('a request that was processed and failed fails again, also when it could succeed now', async () => {
  const { id } = await payments.createSession();
  await payments.pay({ id }, { number: '4000 0000 0000 0002' });
  const { payment_intent } = await payments.stripe.checkout.sessions.retrieve(id);
  const refund = () => payments.stripe.refunds.create({ payment_intent: payment_intent as string }, { idempotencyKey });
  const failure = { statusCode: 400, message: expect.stringContaining('does not have a successful charge') };
  await expect(refund()).rejects.toMatchObject(failure);
  await payments.pay({ id });
  await expect(refund()).rejects.toMatchObject(failure);
});

test('a request that was not valid leaves its key free', async () => {
  await expect(payments.createSession({ line_items: [aLine(-1)] }, { idempotencyKey })).rejects.toMatchObject({
    statusCode: 400,
  });
  expect(await payments.createSession({}, { idempotencyKey })).toMatchObject({ status: 'open' });
});

test('twenty at once with one key make one session', async () => {
  const asked = Array.from({ length: 20 }, () => payments.createSession({}, { idempotencyKey }));
  const outcomes = await Promise.allSettled(asked);
  const ids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  expect(await countSessions()).toBe(1);
});

test('while the first is in flight others wait; what a dead process has left is taken over', async () => {
  // Request of a process that does not live to do it.
  const { id } = await payments.createSession();
  const expire = () => payments.stripe.checkout.sessions.expire(id, {}, { idempotencyKey });
  await expire();
  const { rows } = await sql<{ endpoint: string; parameters_hash: Buffer }>`
    delete from payments.idempotency_key where key = ${idempotencyKey} returning *`.execute(database.kysely);
  const [known] = rows;
  if (!known) throw new Error('the key was not stored');
  const dead = {
    key: idempotencyKey,
    endpoint: known.endpoint,
    parametersHash: Buffer.from(known.parameters_hash),
    requestId: 'req_dead',
  };
  expect(await claimKey(database.kysely, dead)).toBe(true);

  await expect(expire()).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  await pass('15 seconds');
  await expect(expire()).rejects.toThrow('This Checkout Session has a status of `expired`');
  expect(await saveAnswer(database.kysely, dead, { status: 200, body: '{}' })).toBe(false);
});

test('who took too long changes nothing: its work is undone when another has taken over', async () => {
  const { id } = await payments.createSession();
  await payments.pay({ id });
  const { payment_intent } = await payments.stripe.checkout.sessions.retrieve(id);
  await sql`create function payments.late() returns trigger language plpgsql as $$ begin
    update payments.idempotency_key set request_id = 'req_other'; return null; end $$`.execute(database.kysely);
  await sql`create trigger late after insert on payments.refund execute function payments.late()`.execute(
    database.kysely,
  );
  const refund = payments.stripe.refunds.create({ payment_intent: payment_intent as string }, { idempotencyKey });
  await expect(refund).rejects.toMatchObject({ statusCode: 409 });
  await sql`drop function payments.late() cascade`.execute(database.kysely);
  expect((await payments.stripe.refunds.list()).data).toEqual([]);
});

test('a fault of ours is not stored: a retry may do better', async () => {
  await sql`alter table payments.checkout_session rename to away`.execute(database.kysely);
  await expect(payments.createSession({}, { idempotencyKey })).rejects.toMatchObject({
    statusCode: 500,
    type: 'StripeAPIError',
  });
  await sql`alter table payments.away rename to checkout_session`.execute(database.kysely);
  expect(await payments.createSession({}, { idempotencyKey })).toMatchObject({ status: 'open' });
  expect(payments.logged.filter((line) => line.includes('"level":50'))).toHaveLength(1);
});

test('a key is stored for a day, and then forgotten', async () => {
  await payments.createSession({}, { idempotencyKey });
  const sandbox = {
    db: database.kysely,
    origin: '',
    shopName: '',
    listensTo: null,
    returnOrigins: null,
    methods: ['card' as const],
    processingFee: { basisPoints: 290, fixed: 30 },
    settleMs: null,
    notifyShop: async () => {},
    now: () => new Date(),
  };
  await pass('24 hours');
  await tidy(sandbox);
  expect(await findKey(database.kysely, idempotencyKey)).toMatchObject({ answer: { status: 200 } });
  await pass('2 hours');
  await tidy(sandbox);
  expect(await findKey(database.kysely, idempotencyKey)).toBe(null);
});

test('a key of more than 255 signs is refused', async () => {
  await expect(payments.createSession({}, { idempotencyKey: 'k'.repeat(256) })).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
  });
  expect(await payments.createSession({}, { idempotencyKey: 'k'.repeat(255) })).toMatchObject({ status: 'open' });
});
