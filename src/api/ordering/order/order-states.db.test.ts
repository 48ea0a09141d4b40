// Whatever buyers, sellers, the staff, their banks and the clock do to an order, in whatever order: nothing takes a step that the
// tables do not have (test databases refuse it), nothing fails, and the books are in order.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderStatus } from '#contract/ordering/order.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { cardsThat, dashboard } from '../../../../test/clients/payments-dashboard.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { faultLog, someSteps, takeSteps } from '../../../../test/parts/random-steps.ts';
import { reconcile } from '../checkout/reconcile.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let ahead: number;
let faults: string[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

const as = (account: string) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000) + ahead, amr: ['pwd', 'mfa'] },
  );

/** Once the provider has told all that the course before had for it. */
async function begin(): Promise<void> {
  await shop?.close();
  await emptyDatabase(database);
  await emptyPayments(database);
  await emptyTables(database, ['platform.rate_limit']);
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { owner: 'owner' });
  await storeStaff(database, 'staff', 'admin');
  const product = { price_micros: 100_000_000, stock: null, seller_id: 'ours' };
  await database.kysely
    .insertInto('api.product')
    .values([aProduct({ product_id: 'birds', ...product }), aProduct({ product_id: 'bats', ...product })])
    .execute();
  const kept = faultLog();
  faults = kept.faults;
  shop = await startBuying(database, { log: kept.log });
  ahead = 0;
}

/** Everything that somebody can do to an order, by name. */
function verbsOf(orderId: string, checkoutUrl: string) {
  const toPay = (card?: string) => atProvider(shop.pay(checkoutUrl, card));
  const buyer = async (path: string, body: object = {}) => (await as('buyer')).post(path, body);
  const owner = async (path: string, body: object = {}) => (await as('owner')).post(path, body);
  const staff = async (path: string, body: object = {}) => (await as('staff')).post(path, body);
  const ofSale = `/seller/ours/order/${orderId}`;
  const ofDispute = async (
    ask: (path: string, body?: object) => Promise<{ status: number }>,
    verb: string,
    body = {},
  ) => {
    const id = await disputeOf(orderId);
    const path = verb === 'decide' ? `/admin/dispute/${id}` : `/dispute/${id}`;
    return id ? ask(`${path}/${verb}`, body) : null;
  };
  const decide = (decision: object) => ofDispute(staff, 'decide', { reason: 'We looked at it.', ...decision });
  const { refund, failRefund, dispute, winDispute, loseDispute } = dashboard(shop.stripe);
  const ofPayment = async (work: (payment: string) => Promise<unknown>) => {
    const payment = await paymentOf(orderId);
    return payment ? atProvider(work(payment)) : null;
  };
  const ofBankDispute = (work: (id: string) => Promise<unknown>) =>
    ofPayment(async (payment_intent) => {
      const [one] = (await shop.stripe.disputes.list({ payment_intent })).data;
      return one && work(one.id);
    });
  const later = async (seconds: number) => {
    shop.wait(seconds);
    ahead += seconds;
    await reconcile(shop.service);
    return null;
  };
  return {
    pay: () => toPay(),
    payByCardThatIsDisputed: () => toPay(cardsThat.areDisputed),
    payByCardThatFailsToRefund: () => toPay(cardsThat.failToRefund),
    cancel: () => buyer(`/order/${orderId}/cancel`),
    waitAnHour: () => later(3_600),
    waitTwoWeeks: () => later(15 * 86_400),
    deliverOne: () => owner(`${ofSale}/deliver`, { lines: [0] }),
    deliverAll: () => owner(`${ofSale}/deliver`),
    deliverByStaff: () => staff(`/admin/order/${orderId}/deliver`),
    refundLine: () => owner(`${ofSale}/refund`, { lines: [{ line: 0 }], reason: 'Broken.' }),
    refundByStaff: () => staff(`/admin/order/${orderId}/refund`, { amount: 30, reason: 'Broken.' }),
    acceptOtherAmount: () => staff(`/admin/order/${orderId}/accept`),
    refundInDashboard: () => ofPayment(refund),
    failRefund: () =>
      ofPayment(async (payment_intent) => {
        const [one] = (await shop.stripe.refunds.list({ payment_intent })).data;
        return one && failRefund(one.id);
      }),
    disputeAtBank: () => ofPayment((payment) => dispute(payment, { amount: 5_000 })),
    winAtBank: () => ofBankDispute(winDispute),
    loseAtBank: () => ofBankDispute(loseDispute),
    dispute: () => buyer(`/order/${orderId}/dispute`, { line: 0, reason: 'not_delivered', text: 'Nothing came.' }),
    answerDispute: () => ofDispute(owner, 'message', { text: 'It is there.' }),
    withdrawDispute: () => ofDispute(buyer, 'withdraw'),
    decideForBuyer: () => decide({ decision: 'buyer' }),
    decideInPart: () => decide({ decision: 'part', amount: 10 }),
    decideForSeller: () => decide({ decision: 'seller' }),
  };
}

type Verb = keyof ReturnType<typeof verbsOf>;

const afterPayment: Verb[] = [
  ...(['waitTwoWeeks', 'refundLine', 'refundByStaff', 'refundInDashboard', 'failRefund', 'disputeAtBank'] as const),
  ...(['dispute', 'answerDispute', 'withdrawDispute', 'decideForBuyer', 'decideInPart', 'decideForSeller'] as const),
];
const fitting: Record<OrderStatus, Verb[]> = {
  pending: ['pay', 'pay', 'payByCardThatIsDisputed', 'payByCardThatFailsToRefund', 'cancel', 'waitAnHour'],
  paid: ['deliverOne', 'deliverAll', 'deliverByStaff', ...afterPayment],
  fulfilled: afterPayment,
  cancelled: ['pay', 'waitAnHour'],
  expired: ['pay', 'cancel', 'waitAnHour'],
  in_review: ['acceptOtherAmount', 'refundByStaff', 'refundInDashboard', 'winAtBank', 'loseAtBank'],
  refunded: ['failRefund', 'waitTwoWeeks'],
};

/** The provider refuses what cannot be done on its side. */
async function atProvider(work: Promise<unknown>): Promise<null> {
  await work.catch(() => null);
  return null;
}

const findOrder = (orderId: string) =>
  database.kysely.selectFrom('api.order').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
const paymentOf = async (orderId: string) => (await findOrder(orderId)).payment_intent;

async function disputeOf(orderId: string): Promise<string | undefined> {
  const dispute = await database.kysely
    .selectFrom('api.line_dispute')
    .select('dispute_id')
    .where('order_id', '=', orderId)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst();
  return dispute?.dispute_id;
}

async function place(isOtherAmount: boolean): Promise<{ orderId: string; checkoutUrl: string }> {
  const items = ['birds', 'bats'].map((product_id) => ({ product_id, quantity: 1 }));
  const { body } = await (await as('buyer')).post('/checkout-session', { items, amount: 200 });
  expect(body.checkout_url, JSON.stringify(body)).toBeTruthy();
  if (isOtherAmount)
    await database.kysely
      .updateTable('api.order')
      .set({ total_cents: 19_900, subtotal_cents: 19_900 })
      .where('order_id', '=', body.order_id)
      .execute();
  return { orderId: body.order_id, checkoutUrl: body.checkout_url };
}

test('an order, its lines, refunds and disputes take no step that their tables do not have, whatever is done to it', async () => {
  const course = fc.record({ isOtherAmount: fc.nat({ max: 4 }).map((one) => one === 0), steps: someSteps(16) });
  await fc.assert(
    fc.asyncProperty(course, async ({ isOtherAmount, steps }) => {
      await begin();
      const { orderId, checkoutUrl } = await place(isOtherAmount);
      await takeSteps(steps, {
        verbs: verbsOf(orderId, checkoutUrl),
        fitting: async () => fitting[(await findOrder(orderId)).status],
        faults,
      });
      expect((await database.kysely.transaction().execute(verifyLedger)).faults).toEqual([]);
    }),
    // A failure is shown with what led to it, however long it takes to make that shorter.
    { numRuns: 25, interruptAfterTimeLimit: 150_000 },
  );
}, 180_000);
