// Refund previews for the staff against the books afterwards: asked of many orders, each beside its twin that is not refunded.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#ledger/verify.store.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { storeSeller } from '../../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { sessionOf } from '../../../../../test/parts/shop-of-one-product.ts';
import { walletOf } from '../../../../../test/parts/wallets.ts';
import { verifyWallet } from '../../../money/wallet/verify-wallet.store.ts';
import { findOrder } from '../../order/order.store.ts';
import { deliverLines } from '../delivery/deliver-lines.ts';
import { fulfilOrder } from '../delivery/fulfil-order.ts';
import { releaseDueEarnings } from '../earnings/release-due.ts';
import { type Extent, previewRefund } from './preview-refund.ts';
import { refundForStaff } from './refund-for-staff.ts';
import { refundLines } from './refund-lines.ts';
import { refundOrder } from './refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;
const DAY = 86_400;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  const { kysely } = database;
  await sql`delete from api.holding_rule`.execute(kysely);
  for (const seller_id of ['a', 'b']) await storeSeller(database, { seller_id, name: seller_id }, {});
  await kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'a', price_micros: 100_000_000, stock: null, seller_id: 'a' }),
      aProduct({ product_id: 'b', price_micros: 33_330_000, stock: null, seller_id: 'b' }),
      aProduct({ product_id: 'own', price_micros: 49_990_000, stock: null }),
    ])
    .execute();
  await kysely
    .insertInto('api.coupon')
    .values([
      { code: 'SHARED', percent: 10, seller_percent: 50 },
      { code: 'OURS', percent: 15, seller_percent: 0 },
    ])
    .execute();
  const rule = { category: null, from_at: new Date('2026-01-01'), created_by: 'test' };
  await kysely
    .insertInto('api.fee_rule')
    .values([
      { ...rule, rule_id: 'a', name: 'A', seller_id: 'a', rate_bp: 833, fixed_cents: 30, returned: true },
      { ...rule, rule_id: 'b', name: 'B', seller_id: 'b', rate_bp: 1_500, fixed_cents: 0, returned: false },
    ])
    .execute();
  await kysely
    .insertInto('api.holding_rule')
    .values({ ...rule, rule_id: 'h', seller_id: 'b', hours: 14 * 24 })
    .execute();
  const tax = { home_country: 'DE', rates: [{ country: 'DE', name: 'VAT', percent: 19 }] };
  shop = await startBuying(database, { store: { tax } });
  jane = await shop.customer('jane');
  await walletOf(shop, jane).payIn(900);
}, 30_000);
afterEach(async () => {
  const faults = await database.kysely
    .transaction()
    .execute(async (moment) => [...(await verifyLedger(moment)).faults, ...(await verifyWallet(moment)).faults]);
  await shop.close();
  expect(faults).toEqual([]);
});
afterAll(() => database.close());

/** The same numbers each time: 0 to `most - 1`. */
function numbers(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Buys a, b and own, as many of each as given. */
async function buy(quantities: Record<string, number>, given: { coupon: string | null; wallet: number }) {
  const items = Object.entries(quantities).map(([product_id, quantity]) => ({ product_id, quantity }));
  const { coupon } = given;
  const quote = (await jane.post('/cart/quote', { items, ...(coupon && { coupon }) })).body;
  const amount = quote.total;
  const wallet_amount = Math.min(given.wallet, amount);
  const { body, status } = await jane.post('/checkout-session', {
    ...{ items, amount },
    ...(coupon && { coupon }),
    ...(wallet_amount > 0 && { wallet_amount }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  if (wallet_amount < amount) {
    await shop.pay(body.checkout_url);
    await jane.get(`/success?session_id=${sessionOf(body.checkout_url)}`);
  }
  expect((await findOrder(database.kysely, body.order_id))?.paid_at).not.toBeNull();
  return body.order_id as string;
}

/** Final amounts of an order for each shop, for fees and taxes, and for the operator beside them. */
async function haveOf(orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ who: string; cents: number }>`select case
      when account_id like 'seller:operator:%' then 'own'
      when account_id like 'seller:%' then 'seller ' || split_part(account_id, ':', 2)
      when account_id = 'platform:fees' then 'fee' when account_id = 'platform:tax' then 'tax'
      when account_id = 'platform:loss' then 'operator' end as who, sum(amount)::int as cents
    from ledger.entry where about = ${orderId} and (account_id like 'seller:%' or account_id like 'platform:%') group by 1`.execute(
    database.kysely,
  );
  return Object.fromEntries(rows.map(({ who, cents }) => [who, cents]));
}

async function finish(orderId: string) {
  await fulfilOrder(shop.service, orderId, { all: true });
  shop.wait(15 * DAY);
  await releaseDueEarnings(shop.service);
}

const cases = Array.from({ length: 16 }, (_, index) => index + 1);

test.each(cases)('[B-07] who bears a refund is shown to the cent, as it is booked then (case %i)', async (seed) => {
  const { service } = shop;
  const any = numbers(seed * 7_919);
  const coupon = [null, 'SHARED', 'OURS'][any(3)] ?? null;
  const wallet = [0, 30, 400][any(3)] ?? 0;
  const bought = { a: 1 + any(3), b: 1 + any(4), own: 1 + any(2) };
  const first = await buy(bought, { coupon, wallet });
  // The same order within ten minutes would be one that was sent twice.
  shop.wait(700);
  const orders = [first, await buy(bought, { coupon, wallet })];
  // History of both: some lines are delivered, some money is released, and some has gone back.
  const delivered = ['a', 'b'].filter(() => any(2) === 0);
  const releases = any(2) === 0;
  const before = any(3);
  for (const orderId of orders) {
    const lineOf = new Map((await findOrder(database.kysely, orderId))?.lines.map((one) => [one.product_id, one.line]));
    for (const sellerId of delivered) await deliverLines(service, { orderId, sellerId, lines: null, by: 'x' });
    if (releases) {
      shop.wait(15 * DAY);
      await releaseDueEarnings(service);
    }
    if (before === 1) await refundOrder(service, { orderId, amountCents: 1_234, reason: 'late' });
    const line = lineOf.get('a') ?? 0;
    if (before === 2)
      await refundLines(service, { orderId, sellerId: 'a', lines: [{ line, cents: 777 }], reason: '', by: 'x' });
  }
  const [orderId = '', twin = ''] = orders;
  const lines = (await findOrder(database.kysely, orderId))?.lines ?? [];
  const chosen = lines.filter(() => any(2) === 0);
  const extents: Extent[] = [
    { of: 'order' },
    { of: 'amount', cents: 1 + any(5_000) },
    {
      of: 'lines',
      lines: (chosen.length > 0 ? chosen : lines).map(({ line }) => ({ line, cents: any(2) ? 1 + any(1_500) : null })),
    },
  ];
  const extent = extents[any(3)] as Extent;
  const to = ([null, 'card', 'wallet'] as const)[any(3)] ?? null;

  const history = await sql<{ count: number }>`select count(*)::int as count from ledger.transfer`.execute(
    database.kysely,
  );
  const shown = await previewRefund(service, { orderId, extent, to });
  if (!('preview' in shown)) throw new Error(JSON.stringify(shown));
  const { preview } = shown;
  const after = await sql<{ count: number }>`select count(*)::int as count from ledger.transfer`.execute(
    database.kysely,
  );
  expect(after.rows, 'a preview books nothing').toEqual(history.rows);
  expect(preview.bearers.reduce((sum, { cents }) => sum + cents, 0)).toBe(-preview.amountCents);
  expect(preview.parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(preview.amountCents);

  const made = await refundForStaff(service, {
    orderId,
    extent,
    to,
    reason: 'why',
    seen: preview.seen,
    requestKey: 'k',
  });
  expect(made).toEqual({ refund: { amountCents: preview.amountCents, state: 'succeeded', failure: null } });
  const again = await refundForStaff(service, { orderId, extent, to, reason: 'why', seen: 'old', requestKey: 'k' });
  expect(again, 'the same request again is the same refund').toEqual(made);

  for (const id of orders) await finish(id);
  const [has, hadHad] = [await haveOf(orderId), await haveOf(twin)];
  const borne: Record<string, number> = {};
  for (const { who, sellerId, cents } of preview.bearers) {
    const name = who === 'seller' ? `seller ${sellerId}` : who === 'coupon' || who === 'loss' ? 'operator' : who;
    borne[name] = (borne[name] ?? 0) + cents;
  }
  const booked = Object.fromEntries(
    [...new Set([...Object.keys(has), ...Object.keys(hadHad)])].map((who) => [
      who,
      (has[who] ?? 0) - (hadHad[who] ?? 0),
    ]),
  );
  const nonZero = (sums: Record<string, number>) =>
    Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents));
  expect(nonZero(booked), JSON.stringify({ extent, coupon, wallet, delivered, releases, before })).toEqual(
    nonZero(borne),
  );
});

test('[B-07] what somebody else gave back meanwhile is shown before anything is done', async () => {
  const { service } = shop;
  const orderId = await buy({ a: 1 }, { coupon: null, wallet: 0 });
  const asked = { orderId, extent: { of: 'order' } as const, to: null };
  const shown = await previewRefund(service, asked);
  if (!('preview' in shown)) throw new Error(JSON.stringify(shown));
  await refundOrder(service, { orderId, amountCents: 2_500, reason: 'a colleague' });
  const request = { ...asked, reason: 'why', requestKey: 'k' };
  const done = await refundForStaff(service, { ...request, seen: shown.preview.seen });
  if (!('changed' in done)) throw new Error(JSON.stringify(done));
  expect(done.changed.amountCents).toBe(7_500);
  expect((await findOrder(database.kysely, orderId))?.refunded_cents, 'nothing was done').toBe(2_500);
  expect(await refundForStaff(service, { ...request, seen: done.changed.seen })).toMatchObject({
    refund: { amountCents: 7_500, state: 'succeeded' },
  });
});

test('[B-07] two of the staff confirm at once: one refund is made', async () => {
  const { service } = shop;
  const orderId = await buy({ a: 1 }, { coupon: null, wallet: 0 });
  const asked = { orderId, extent: { of: 'lines', lines: [{ line: 0, cents: 6_000 }] } as const, to: null };
  const shown = await previewRefund(service, asked);
  if (!('preview' in shown)) throw new Error(JSON.stringify(shown));
  const confirm = (requestKey: string) =>
    refundForStaff(service, { ...asked, reason: 'why', seen: shown.preview.seen, requestKey });
  const outcomes = await Promise.all([confirm('one'), confirm('two')]);
  expect(outcomes.filter((outcome) => 'refund' in outcome)).toHaveLength(1);
  expect((await findOrder(database.kysely, orderId))?.refunded_cents).toBe(6_000);
});

test('[B-07] a preview tells nobody anything, and leaves no trace', async () => {
  const orderId = await buy({ a: 1, own: 1 }, { coupon: 'SHARED', wallet: 0 });
  const mails = shop.mails.length;
  const audit = await sql`select * from platform.audit_entry`.execute(database.kysely);
  await previewRefund(shop.service, { orderId, extent: { of: 'order' }, to: 'wallet' });
  expect(shop.mails).toHaveLength(mails);
  expect((await sql`select * from platform.audit_entry`.execute(database.kysely)).rows).toEqual(audit.rows);
  expect((await findOrder(database.kysely, orderId))?.refunds).toEqual([]);
});
