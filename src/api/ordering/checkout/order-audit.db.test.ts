// Audit log entries of orders, whoever moved them.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { cancelOrder } from './cancel-order.ts';
import { markPaid } from './payment/mark-paid.ts';
import { reconcile } from './reconcile.ts';
import { refundOrder } from './refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  const gpu = aProduct({ product_id: 'gpu', product_name: 'GPU hour', price_micros: 2_500_000, stock: 8 });
  await database.kysely.insertInto('api.product').values(gpu).execute();
  shop = await startBuying(database);
  jane = await shop.customer('jane');
});
afterEach(() => shop.close());
afterAll(() => database.close());

const operator = { kind: 'operator', name: 'somebody' } as const;
const purchase = { items: [{ product_id: 'gpu', quantity: 2 }], amount: 5 };

async function checkOut(): Promise<{ checkout_url: string; order_id: string }> {
  return (await jane.post('/checkout-session/', purchase)).body;
}

async function readAudit(orderId: string): Promise<string[]> {
  const entries = await listAudit(database.kysely, { subject: orderId, limit: 100 });
  return entries.map(({ actor_kind, action, details }) => {
    const { amount_cents: cents } = details as { amount_cents?: number };
    return `${actor_kind} ${action}${cents === undefined ? '' : ` ${cents}`}`;
  });
}

test('paid by card and refunded by an operator', async () => {
  const { checkout_url, order_id } = await checkOut();
  expect(await readAudit(order_id)).toEqual([]);
  await shop.pay(checkout_url);
  await expect.poll(() => readAudit(order_id)).toEqual(['provider order.paid 500']);
  const service = { ...shop.service, actor: operator };
  await refundOrder(service, { orderId: order_id, amountCents: 200, reason: 'one is broken' });
  expect(await refundOrder(service, { orderId: order_id, amountCents: 400, reason: '' })).toEqual({
    refused: { code: 'refund_too_large', leftCents: 300 },
  });
  expect(await readAudit(order_id)).toEqual([
    'provider order.paid 500',
    'operator order.refund_decided 200',
    'operator order.refunded 200',
  ]);
});

test('paid once is told once, however often the provider says so', async () => {
  const { checkout_url, order_id } = await checkOut();
  await shop.pay(checkout_url);
  await expect.poll(() => readAudit(order_id)).toHaveLength(1);
  await reconcile(shop.service);
  expect((await jane.get('/success/')).status).toBe(200);
  expect(await readAudit(order_id)).toEqual(['provider order.paid 500']);
});

test('a transfer that an operator notes', async () => {
  const billing = {
    first_name: 'Jane',
    last_name: 'Example',
    address: '1 Example Street',
    city: 'Berlin',
    country: 'DE',
    postcode: '10115',
    mobile: '+49 30 1234567',
    email: 'jane@example.com',
  };
  const placed = await jane.post('/order', { ...purchase, payment_method: 'transfer', billing });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  await markPaid({ ...shop.service, actor: operator }, placed.body.order_id);
  expect(await readAudit(placed.body.order_id)).toEqual(['operator order.paid 500', 'operator order.transfer_noted']);
});

test('cancelled by its customer, by an operator, and ended by the shop', async () => {
  const first = await checkOut();
  await jane.post(`/order/${first.order_id}/cancel`, {});
  // The provider's own message that its page has ended may be here first.
  expect((await readAudit(first.order_id)).at(-1)).toBe('customer order.cancelled');
  const second = await checkOut();
  await cancelOrder({ ...shop.service, actor: operator }, second.order_id, 'cancelled');
  expect(await readAudit(second.order_id)).toContain('operator order.cancelled');
  const third = await checkOut();
  shop.wait(40 * 60);
  await reconcile(shop.service);
  expect((await readAudit(third.order_id)).at(-1)).toMatch(/^(job|provider) order\.expired$/);
});

test('what is not committed is not told', async () => {
  await shop.close();
  shop = await startBuying(database, {
    webhooks: 'lost',
    sendMail: async () => {
      throw new Error('the outbox is full');
    },
  });
  jane = await shop.customer('jane');
  const { checkout_url, order_id } = await checkOut();
  await shop.pay(checkout_url);
  expect((await jane.send('GET', '/success/').catch(() => null))?.status).not.toBe(200);
  expect(await readAudit(order_id)).toEqual([]);
});
