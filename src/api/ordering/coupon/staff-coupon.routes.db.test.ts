// Coupons as the staff keep them: making, changing, ending, and what they have brought.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#platform/audit/audit-log.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import type { Buying } from '../../../../test/parts/buying.ts';
import { gpu, shopOfOneProduct } from '../../../../test/parts/shop-of-one-product.ts';
import type { StaffCoupon } from '../../../contract/ordering/coupon.schema.ts';
import { refundOrder } from '../checkout/refund/refund-order.ts';
import { findCouponDifferences } from './coupon-figures.store.ts';

type Client = Awaited<ReturnType<Buying['api']['signIn']>>;

const place = shopOfOneProduct();
let shop: Awaited<ReturnType<typeof place.open>>;
let fay: Client;
let finn: Client;

const terms = {
  percent: 20,
  amount: null,
  minimum: 0,
  category: null,
  expires_at: null,
  total_limit: null,
  customer_limit: null,
  seller_percent: 50,
} as const;

beforeEach(async () => {
  const sellerId = await storeSeller(place.database, { name: 'Birds' }, {});
  await place.database.kysely.updateTable('api.product').set({ seller_id: sellerId, stock: null }).execute();
  for (const [account, role] of [
    ['fay', 'finance'],
    ['finn', 'finance'],
    ['cleo', 'catalogue'],
  ] as const)
    await storeStaff(place.database, account, role);
  shop = await place.open();
  fay = await signIn('fay');
  finn = await signIn('finn');
});

const signIn = (account: string) => shop.api.signIn({ email: addressOf(account), nickname: account }, { sub: account });
const make = (given: object = {}) => fay.post('/admin/coupon', { code: 'fifth', ...terms, ...given });
const read = async (by = fay, query = ''): Promise<StaffCoupon> => (await by.get(`/admin/coupon/fifth${query}`)).body;
const change = (given: object, by = fay) =>
  by.put('/admin/coupon/FIFTH', { ...terms, enabled: true, revision: 1, ...given });
const differences = () => findCouponDifferences(place.database.kysely);
/** The log is never emptied: what it says of this test's coupon. */
const noted = async () => {
  const entries = await listAudit(place.database.kysely, { subject: 'FIFTH', limit: 200 });
  return entries.slice(entries.findLastIndex(({ action }) => action === 'coupon.created'));
};

/** Two GPU hours with the coupon: 4.00 instead of 5.00, of which the seller bears the half. */
const order = { ...gpu(2), amount: 4, coupon: 'fifth' };
async function place2(by = shop.jane): Promise<{ order_id: string; checkout_url: string }> {
  const { status, body } = await by.post('/checkout-session', order);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function buy(by = shop.jane): Promise<string> {
  const { order_id, checkout_url } = await place2(by);
  expect(await shop.pay(checkout_url)).toBe(303);
  return order_id;
}

describe('a coupon', () => {
  test('[B-12] is made with its terms under its code as people type it, and takes off what it says', async () => {
    const { status, body } = await make({ minimum: 4.5, total_limit: 3 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      code: 'FIFTH',
      ...terms,
      minimum: 4.5,
      total_limit: 3,
      state: 'open',
      revision: 1,
      used: 0,
    });
    expect((await shop.jane.post('/cart/quote', { items: gpu(2).items, coupon: 'Fifth' })).body).toMatchObject({
      total: 4,
    });
    expect(await noted()).toMatchObject([
      {
        action: 'coupon.created',
        details: { by: 'fay', percent: 20, minimum_cents: 450, total_limit: 3, seller_percent: 50 },
      },
    ]);
  });

  test('[B-12] is not made over another one', async () => {
    await make();
    const { status, body } = await make({ percent: 90 });
    expect([status, body.refusal]).toEqual([409, 'coupon_exists']);
    expect(body.message).toContain('There is a coupon FIFTH already');
    expect((await read()).percent).toBe(20);
  });

  test.each<[object]>([
    [{ code: 'no' }],
    [{ code: 'two words' }],
    [{ code: 'nul\0' }],
    [{ code: '\ud800abc' }],
    [{ percent: null }],
    [{ amount: 5 }],
    [{ percent: 0 }],
    [{ percent: 101 }],
    [{ percent: null, amount: 0 }],
    [{ percent: null, amount: 1.005 }],
    [{ percent: null, amount: 1e12 }],
    [{ minimum: -1 }],
    [{ category: 'all' }],
    [{ expires_at: '2027-01-31' }],
    [{ expires_at: '2020-01-31T00:00:00.000Z' }],
    [{ total_limit: 0 }],
    [{ customer_limit: 1.5 }],
    [{ seller_percent: 101 }],
    [{ extra: true }],
  ])('[B-12] with %j is refused', async (given) => {
    expect((await make(given)).status).toBe(400);
    expect(await place.database.kysely.selectFrom('api.coupon').select('code').execute()).toEqual([]);
  });

  test('[B-12] is not at an address of no code', async () => {
    for (const code of ['nobody', '%00', '%ED%A0%80', '%20'])
      expect([400, 404], code).toContain((await fay.get(`/admin/coupon/${code}`)).status);
    expect((await fay.get('/admin/coupon/FIFTH?days=31')).status).toBe(400);
    expect((await change({})).status).toBe(404);
    expect((await fay.post('/admin/coupon/FIFTH/end', {})).status).toBe(404);
  });
});

describe('its change', () => {
  beforeEach(async () => {
    await make();
  });

  test('[B-12] is for orders to come: those that there are keep their terms', async () => {
    const before = await place2();
    const { status, body } = await change({ customer_limit: 5, seller_percent: 100, minimum: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ customer_limit: 5, seller_percent: 100, minimum: 1, revision: 2 });
    const seen = (await shop.jane.get(`/order/${before.order_id}`)).body;
    expect(seen).toMatchObject({ total: 4 });
    await shop.pay(before.checkout_url);
    await buy();
    expect((await read()).brought).toMatchObject({
      orders: 2,
      discount: 2,
      discount_sellers: 1.5,
      discount_operator: 0.5,
    });
    expect((await noted()).at(1)).toMatchObject({
      action: 'coupon.changed',
      details: {
        by: 'fay',
        seller_percent_before: 50,
        seller_percent: 100,
        customer_limit_before: null,
        customer_limit: 5,
      },
    });
  });

  test('[B-12] that says the same changes nothing, and is not noted', async () => {
    expect((await change({})).body.revision).toBe(1);
    expect(await noted()).toHaveLength(1);
  });

  test('[B-12] by whoever saves second is refused, and says what the first has changed', async () => {
    const both = await Promise.all([change({ minimum: 10 }), change({ customer_limit: 1 }, finn)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const second = both.find(({ status }) => status === 409);
    expect(second?.body.refusal).toBe('coupon_changed');
    expect(second?.body.current).toMatchObject({ revision: 2 });
    expect(await read()).toMatchObject({ revision: 2, minimum: second?.body.current.minimum });
  });

  test('[B-12] leaves what it takes off once it was used, and a limit below its uses is refused', async () => {
    expect((await change({ percent: 25 })).body).toMatchObject({ percent: 25, is_fixed: false });
    await change({ revision: 2 });
    await buy();
    await place2();
    for (const given of [{ percent: 25 }, { percent: null, amount: 1 }, { category: 'data' }]) {
      const { status, body } = await change({ ...given, revision: 3 });
      expect([status, body.refusal], JSON.stringify(given)).toEqual([409, 'coupon_used']);
    }
    const { body } = await change({ total_limit: 1, revision: 3 });
    expect(body.message).toContain('was used 2 times already');
    expect((await change({ total_limit: 2, revision: 3 })).body).toMatchObject({ state: 'used_up', is_fixed: true });
  });

  test('[B-12] to a moment that has passed is refused; one that passed by itself stays as it was', async () => {
    expect((await change({ expires_at: '2020-01-31T00:00:00.000Z' })).status).toBe(400);
    const past = new Date('2020-01-31T00:00:00.000Z');
    await place.database.kysely.updateTable('api.coupon').set({ expires_at: past }).execute();
    const { status, body } = await change({ expires_at: past.toISOString(), minimum: 3 });
    expect([status, body.state, body.minimum]).toEqual([200, 'expired', 3]);
  });
});

describe('its end', () => {
  test('[B-12] stops new orders, leaves those that wait as they are, and can be taken back', async () => {
    await make();
    const waiting = await place2();
    expect(await read()).toMatchObject({ waiting: 1, used: 1 });
    expect((await fay.post('/admin/coupon/fifth/end', {})).body).toMatchObject({
      state: 'ended',
      enabled: false,
      revision: 2,
    });
    expect((await fay.post('/admin/coupon/fifth/end', {})).body.refusal).toBe('coupon_ended');
    expect((await (await shop.customer('eve')).post('/checkout-session', order)).body.refusal).toBe('coupon_refused');
    expect(await shop.pay(waiting.checkout_url)).toBe(303);
    expect((await shop.jane.get(`/order/${waiting.order_id}`)).body).toMatchObject({ total: 4 });
    expect((await read()).brought).toMatchObject({ orders: 1, sales: 4 });
    expect((await change({ revision: 2 })).body).toMatchObject({ state: 'open' });
    expect((await noted()).map(({ action }) => action)).toEqual(['coupon.created', 'coupon.ended', 'coupon.changed']);
    expect((await read()).history.slice(0, 3).map(({ action, by }) => `${by}: ${action}`)).toEqual([
      'fay: coupon.changed',
      'fay: coupon.ended',
      'fay: coupon.created',
    ]);
  });
});

describe('what it has brought', () => {
  beforeEach(async () => {
    await make();
  });

  test('[B-12] is told by day and in all, with who bears the discount and what was given back', async () => {
    const first = await buy();
    const second = await buy(await shop.customer('eve'));
    await place2();
    await refundOrder(shop.service, { orderId: first, amountCents: 150, reason: 'Slow.' });
    const seen = await read();
    const figures = { orders: 2, sales: 8, discount: 2, refunds: 1.5 };
    expect(seen.brought).toEqual({ ...figures, discount_sellers: 1, discount_operator: 1 });
    const today = new Date().toISOString().slice(0, 10);
    expect(seen.days).toHaveLength(30);
    expect(seen.days.at(-1)).toEqual({ day: today, ...figures });
    expect(seen.days_before.every(({ orders }) => orders === 0)).toBe(true);
    expect((await read(fay, '?days=7')).days).toHaveLength(7);
    expect(seen.newest?.map(({ order_id, total, discount }) => ({ order_id, total, discount }))).toEqual([
      { order_id: second, total: 4, discount: 1 },
      { order_id: first, total: 4, discount: 1 },
    ]);
    expect((await read(await signIn('cleo'))).newest, 'orders are not for everybody of the staff').toBeNull();
    expect(await differences()).toEqual([]);
  });

  test('[B-12] is what the orders and refunds come to, whatever becomes of them, many at once', async () => {
    const buyers = await Promise.all(['ann', 'bob', 'cid', 'dan'].map((name) => shop.customer(name)));
    const orders = await Promise.all(buyers.map((buyer) => buy(buyer)));
    const cancelled = await place2();
    await shop.jane.post(`/order/${cancelled.order_id}/cancel`, {});
    await Promise.all(
      orders.map((id, index) => refundOrder(shop.service, { orderId: id, amountCents: 100 + index, reason: '' })),
    );
    // A refund that comes back after all.
    await place.database.kysely
      .updateTable('api.refund')
      .set({ state: 'failed' })
      .where('order_id', '=', orders[0] ?? '')
      .execute();
    expect((await read()).brought).toMatchObject({ orders: 4, sales: 16, refunds: 3.06 });
    expect(await differences()).toEqual([]);
  });

  test('[B-12] is found wrong where it is not what the orders say', async () => {
    await buy();
    await place.database.kysely.updateTable('api.coupon_day').set({ sales_cents: sql`sales_cents + 1` }).execute();
    expect(await differences()).toMatchObject([
      { code: 'FIFTH', kept: { sales_cents: 401 }, real: { sales_cents: 400 } },
    ]);
    await place.database.kysely.deleteFrom('api.coupon_day').execute();
    expect(await differences()).toMatchObject([{ kept: null, real: { orders: 1, seller_discount_cents: 50 } }]);
  });
});
