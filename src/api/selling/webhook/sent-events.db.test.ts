// Where the other events come from: each is told by the transaction of its own topic.
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { webhookEvents } from '../../../contract/selling/webhook.ts';
import type { ApiTables } from '../../schema/schema.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<ApiTables>;
let shop: Buying;
let key: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Kysely<ApiTables>;
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { ada: 'owner' });
  await storeStaff(database, 'boss', 'admin');
  const bird = aProduct({ product_id: 'bird', price_micros: 10_000_000, seller_id: 'ours' });
  await db.insertInto('api.product').values(bird).execute();
  const webhook = { webhook_id: 'w1', seller_id: 'ours', url: 'https://hooks.example/', secret: Buffer.from('sealed') };
  await db
    .insertInto('api.webhook')
    .values({ ...webhook, events: JSON.stringify(webhookEvents) })
    .execute();
  const scopes = ['readListings', 'editListings', 'readOrders', 'deliverOrders', 'refundOrders', 'answerReviews'];
  const made = await (await signIn('ada')).post('/seller/ours/key', {
    name: 'All of it',
    scopes: [...scopes, 'readMessages', 'writeMessages'],
  });
  key = made.body.key;
});
afterEach(() => shop.close());
afterAll(() => database.close());

const signIn = (account: string) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] },
  );

async function byKey(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await shop.api.send(method, `/seller/ours${path}`, headers, body && JSON.stringify(body));
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

const readEvents = async () => {
  const rows = await db.selectFrom('api.webhook_delivery').select('body').orderBy('created_at').execute();
  return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
};

test('[S-13] a program sells, delivers and refunds by its key alone, and is told of each step once', async () => {
  const jane = await shop.customer('jane');
  await jane.get('/user/jane@example.com');
  const items = [{ product_id: 'bird', quantity: 1 }];
  const { checkout_url, order_id } = (await jane.post('/checkout-session', { items, amount: 10 })).body;
  await shop.pay(checkout_url);
  await expect.poll(async () => (await jane.get(`/order/${order_id}`)).body.order_status).toBe('paid');
  expect(await byKey('GET', '/order')).toMatchObject([{ order_id }]);
  await byKey('POST', `/order/${order_id}/deliver`, {});
  await byKey('POST', `/order/${order_id}/deliver`, {});
  await byKey('POST', `/order/${order_id}/refund`, { lines: [{ line: 0, amount: 4 }], reason: 'It was late.' });
  const events = await readEvents();
  expect(events.map(({ type }) => type)).toEqual(['order.paid', 'order.delivered', 'order.refunded']);
  expect(events[1]?.data).toEqual({ order_id, lines: [0] });
  expect(events[2]?.data).toEqual({
    order_id,
    whole: false,
    lines: [{ line: 0, product_id: 'bird', refunded: 4 }],
  });
  expect(JSON.stringify(events)).not.toContain('jane');
});

test('[S-13] a message of a buyer is told without its text, and a program reads and answers it', async () => {
  const jane = await shop.customer('jane');
  await jane.get('/user/jane@example.com');
  const asked = await jane.post('/thread', { product_id: 'bird', text: 'Does it sing at night?' });
  expect(asked.status).toBe(201);
  const { thread_id } = asked.body;
  expect(await readEvents()).toMatchObject([{ type: 'message.received', data: { thread_id, product_id: 'bird' } }]);
  expect(JSON.stringify(await readEvents())).not.toContain('night');
  await byKey('POST', `/thread/${thread_id}/message`, { text: 'It does.' });
  const thread = await byKey('GET', `/thread/${thread_id}`);
  expect(JSON.stringify(thread)).toContain('Does it sing at night?');
  // The shop's own messages are no news to it.
  expect(await readEvents()).toHaveLength(1);
});

test('[S-13] a product is told of when it is returned and when it is approved, and so is a suspended shop', async () => {
  const boss = await signIn('boss');
  const content = {
    product_name: 'Bird Calls',
    product_type: 'data',
    description: 'Calls of forty birds, recorded at dawn and named by hand.',
    price: 49,
    attributes: { personal_data: false },
    license: 'CC-BY-4.0',
  };
  const { product_id } = await byKey('POST', '/listing', { content });
  const submit = async () => {
    const { revision } = await byKey('GET', `/listing/${product_id}`);
    await byKey('POST', `/listing/${product_id}/submit`, { revision });
    const waiting = await boss.get('/admin/approval');
    const [approval] = waiting.body.items ?? waiting.body;
    return approval.approval_id as string;
  };
  const first = await submit();
  const returned = await boss.post(`/admin/approval/${first}/return`, { reason: 'Say where they were recorded.' });
  expect(returned.status, JSON.stringify(returned.body)).toBe(200);
  const second = await submit();
  const approved = await boss.post(`/admin/approval/${second}/approve`, {});
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  const suspended = await boss.post('/admin/seller/ours/suspend', { reason: 'It sells what is not its own.' });
  expect(suspended.status, JSON.stringify(suspended.body)).toBeLessThan(300);
  expect((await readEvents()).map(({ type, data }) => [type, data])).toEqual([
    ['listing.returned', { product_id, reason: 'Say where they were recorded.' }],
    ['listing.approved', { product_id, version: 1 }],
    ['seller.suspended', { reason: 'It sells what is not its own.' }],
  ]);
});
