// An account is deleted while its owner goes on ordering, from many windows at once: whatever comes first, nothing of it can be paid for afterwards, and
// what was paid goes back.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#ledger/verify.store.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { verifyWallet } from '../../money/wallet/verify-wallet.store.ts';
import { cancelOrdersOfDeleted } from '../../ordering/checkout/cancel-order.ts';
import { reconcile } from '../../ordering/checkout/reconcile.ts';

let database: Database<Tables>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database as never);
  await emptyPayments(database);
  await emptyTables(database as never, ['platform.rate_limit']);
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu', price_micros: 100_000_000, stock: 1_000 }))
    .execute();
  shop = await startBuying(database);
  jane = await shop.customer('jane');
});
afterEach(async () => {
  const faults = [...(await verifyLedger(database.kysely)).faults, ...(await verifyWallet(database.kysely)).faults];
  await shop.close();
  expect(faults).toEqual([]);
});
afterAll(() => database.close());

const account = 'sub-of-jane@example.com';
const PLACED = 12;
const order = (quantity: number) =>
  jane.post('/checkout-session', { items: [{ product_id: 'gpu', quantity }], amount: 100 * quantity });
const payIn = (place: number) => jane.post('/buyer-wallet/pay-in', { amount: 5, request_key: `pay-in-${place}` });

/** Some before, most while it is deleted. */
async function orderMeanwhile(remove: () => Promise<unknown>) {
  const before = [await order(101), await order(102)];
  const asked = Array.from({ length: PLACED }, (_, place) => [order(place + 1), payIn(place)]).flat();
  asked.splice(6, 0, remove() as never);
  const answers = [...before, ...(await Promise.all(asked))];
  return answers.flatMap((answer) => (answer && 'body' in answer && answer.body?.checkout_url) || []) as string[];
}

async function nothingIsKept(pages: string[]): Promise<void> {
  const orders = () => database.kysely.selectFrom('api.order').select(['status', 'account_id']).execute();
  expect((await orders()).filter(({ status, account_id }) => status === 'pending' || account_id !== null)).toEqual([]);
  // A customer who still has such a page open may press its button.
  for (const page of pages) await shop.pay(page);
  await reconcile(shop.service);
  expect((await orders()).filter(({ status }) => status === 'paid' || status === 'fulfilled')).toEqual([]);
  const { data: payments } = await shop.stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] });
  for (const payment of payments)
    expect(await shop.stripe.refunds.list({ payment_intent: payment.id })).toMatchObject({
      data: [{ amount: payment.amount_received, status: 'succeeded' }],
    });
  expect((await order(1)).status).toBe(401);
  expect((await payIn(99)).status).toBe(401);
}

test.each([1, 2, 3])('by its owner, time %i: nothing stays payable', async () => {
  const pages = await orderMeanwhile(() => jane.delete('/user/jane@example.com'));
  await nothingIsKept(pages);
});

test.each([1, 2, 3])('at the account service alone, time %i: nothing stays payable', async () => {
  const pages = await orderMeanwhile(() => cancelOrdersOfDeleted(shop.service, [account]));
  await nothingIsKept(pages);
});

test('what was paid by a page that was open when the account ended goes back', async () => {
  const { checkout_url: url } = (await order(1)).body;
  shop.loseWebhooks();
  expect(await shop.pay(url)).toBe(303);
  await cancelOrdersOfDeleted(shop.service, [account]);
  await reconcile(shop.service);
  const refunds = await database.kysely.selectFrom('api.refund').select(['state', 'amount_cents']).execute();
  expect(refunds).toEqual([{ state: 'succeeded', amount_cents: 10_000 }]);
});
