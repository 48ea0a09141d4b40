import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SellerState } from '#contract/selling/seller.ts';
// A shop is suspended while people look at its products, buy them and pay for them.
import { arrangeStates } from '../../../../../test/database/guard-states.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { addressOf, aListing, storeSeller, storeStaff } from '../../../../../test/factories/seller.ts';
import { billing, gpu, STOCK, shopOfOneProduct } from '../../../../../test/parts/shop-of-one-product.ts';
import { fulfilOrder } from '../../../ordering/checkout/delivery/fulfil-order.ts';
import { reconcile } from '../../../ordering/checkout/reconcile.ts';

type Shop = Awaited<ReturnType<typeof place.open>>;
type Client = Awaited<ReturnType<Shop['api']['signIn']>>;

const place = shopOfOneProduct();
const reason = 'It sells what is not its own.';
let shop: Shop;
let staff: Client;
/** The audit log forgets nothing: each test has a seller of its own. */
let made = 0;
let ours: string;

beforeEach(async () => {
  ours = `ours-${made++}`;
  await open();
  await storeSeller(place.database, { seller_id: ours, name: 'Ours' }, { ana: 'owner', bea: 'editor', cleo: 'owner' });
  await storeStaff(place.database, 'sam', 'catalogue');
  await place.database.kysely.updateTable('api.product').set({ seller_id: ours, version: 1 }).execute();
});

/** The same shop, in other circumstances. */
async function open(given: Parameters<typeof place.open>[0] = {}) {
  shop = await place.open(given);
  staff = await shop.api.signIn({ email: addressOf('sam') }, { sub: 'sam' });
}

const suspend = () => staff.post(`/admin/seller/${ours}/suspend`, { reason });
const reinstate = () => staff.post(`/admin/seller/${ours}/reinstate`, {});
const statusOf = async (orderId: string) => (await shop.jane.get(`/order/${orderId}`)).body.order_status;
const listed = async () =>
  (await shop.api.get('/product')).body.products.map((product: { product_id: string }) => product.product_id);
const mailsTo = (name: string) => shop.mails.filter(({ to }) => to === addressOf(name));
const seller = () => place.database.kysely.selectFrom('api.seller').selectAll().executeTakeFirstOrThrow();

async function order(quantity = 1): Promise<{ order_id: string; checkout_url: string }> {
  const { status, body } = await shop.jane.post('/checkout-session', gpu(quantity));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

describe('[S-15] a suspended shop', () => {
  test('leaves the catalogue at once, and nobody can order from it', async () => {
    await place.database.kysely
      .insertInto('api.product')
      .values(aProduct({ product_id: 'operators' }))
      .execute();
    expect(await listed()).toEqual(expect.arrayContaining(['gpu', 'operators']));
    const { status, body } = await suspend();
    expect([status, body.state, body.reason, body.listed]).toEqual([200, 'suspended', reason, 0]);
    expect(await listed()).toEqual(['operators']);
    expect((await shop.api.get('/product/gpu')).status).toBe(404);
    const refused = await shop.jane.post('/checkout-session', gpu(1));
    expect([refused.status, refused.body.refusal]).toEqual([409, 'not_sold']);
    const billed = await shop.jane.post('/order', { ...gpu(1), payment_method: 'check', billing });
    expect([billed.status, billed.body.refusal]).toEqual([409, 'not_sold']);
  });

  test('has its owners told why, and the audit log who did it', async () => {
    await suspend();
    for (const name of ['ana', 'cleo']) {
      expect(mailsTo(name)).toHaveLength(1);
      expect(mailsTo(name)[0]?.paragraphs.join(' ')).toContain(reason);
    }
    expect(mailsTo('bea')).toEqual([]);
    const { body } = await staff.get(`/admin/seller/${ours}`);
    expect(body.history).toMatchObject([{ action: 'seller.suspended', by: 'sam', reason }]);
  });

  test('has orders that wait for their payment ended: what they held is free, and their buyers are told', async () => {
    const byCard = await order();
    const eve = await shop.customer('eve');
    const { body: byCheck } = await eve.post('/order', {
      ...gpu(2),
      payment_method: 'check',
      billing,
    });
    expect(byCheck.order_status, JSON.stringify(byCheck)).toBe('pending');
    expect((await place.books())?.held).toBe(3);
    await suspend();
    expect(await statusOf(byCard.order_id)).toBe('cancelled');
    expect((await eve.get(`/order/${byCheck.order_id}`)).body.order_status).toBe('cancelled');
    const cancelled = ({ order_id }: { order_id: string }) => `Your Hearth order ${order_id} is cancelled`;
    expect(mailsTo('jane').map(({ subject }) => subject)).toEqual([cancelled(byCard)]);
    expect(mailsTo('eve').map(({ subject }) => subject)).toContain(cancelled(byCheck));
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0, captured: 0 });
    expect(await shop.pay(byCard.checkout_url), 'its page takes no payment').not.toBe(303);
  });

  test('leaves buyers what they have bought: order, receipt and review', async () => {
    const { order_id, checkout_url } = await order();
    expect(await shop.pay(checkout_url)).toBe(303);
    await vi.waitFor(async () => expect(await statusOf(order_id)).toBe('paid'));
    await suspend();
    expect(await statusOf(order_id)).toBe('paid');
    expect((await shop.jane.get(`/order/${order_id}/receipt.pdf`)).status).toBe(200);
    expect((await shop.jane.get('/order/user/jane@example.com')).body).toHaveLength(1);
    expect(await place.books()).toMatchObject({ stock: STOCK - 1, captured: 250, returned: 0 });
  });

  test('does not keep what was paid for before anybody ended the order: the money goes back', async () => {
    await open({ webhooks: 'lost' });
    const { order_id, checkout_url } = await order();
    expect(await shop.pay(checkout_url)).toBe(303);
    expect(await statusOf(order_id)).toBe('pending');
    await suspend();
    await reconcile(shop.service);
    expect(await statusOf(order_id)).toBe('refunded');
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0, captured: 250, returned: 250 });
    expect(mailsTo('jane').map(({ subject }) => subject)).toContainEqual(expect.stringContaining('is refunded'));
    expect(await place.audit(order_id)).not.toContain('order.paid');
  });

  test('gets no payment that arrives while the provider cannot be asked to end its page', async () => {
    let away = false;
    await open({
      network: async (request, send) => {
        if (away) throw new Error('the provider is away');
        return send(request);
      },
    });
    const { order_id, checkout_url } = await order();
    away = true;
    expect((await suspend()).status).toBe(200);
    expect(await statusOf(order_id), 'not ended yet').toBe('pending');
    // The provider's own page and its messages work.
    expect(await shop.pay(checkout_url)).toBe(303);
    away = false;
    await vi.waitFor(async () => expect(await statusOf(order_id)).toBe('refunded'));
    // A refund that could not be made is tried again after a while.
    shop.wait(3_600);
    await reconcile(shop.service);
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0, captured: 250, returned: 250 });
  });

  test('has an order ended by the reconciliation, where it could not be ended at once', async () => {
    let away = false;
    await open({
      network: async (request, send) => {
        if (away) throw new Error('the provider is away');
        return send(request);
      },
    });
    const { order_id } = await order();
    away = true;
    await suspend();
    away = false;
    await reconcile(shop.service);
    expect(await statusOf(order_id)).toBe('cancelled');
    expect((await place.books())?.held).toBe(0);
  });

  test('leaves no order behind that is placed at the same moment', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, (_, index) => shop.customer(`buyer-${index}`)));
    const [suspended, ...placed] = await Promise.all([
      suspend(),
      ...buyers.map((buyer) => buyer.post('/checkout-session', gpu(1))),
    ]);
    expect(suspended.status).toBe(200);
    for (const { status } of placed) expect([200, 409]).toContain(status);
    await reconcile(shop.service);
    const left = await place.database.kysely
      .selectFrom('api.order')
      .select('order_id')
      .where('status', 'in', ['pending', 'paid'])
      .execute();
    expect(left).toEqual([]);
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0, captured: 0 });
  });
});

test('[S-15] a suspended shop does not open again by closing and changing its mind', async () => {
  const owner = await shop.api.signIn(
    { email: addressOf('ana') },
    { sub: 'ana', auth_time: Math.floor(Date.now() / 1_000) },
  );
  await suspend();
  expect((await owner.post(`/seller/${ours}/close`, {})).status).toBeLessThan(300);
  expect((await seller()).state).toBe('closing');
  expect((await owner.post(`/seller/${ours}/reopen`, {})).status).toBeLessThan(300);
  expect(await seller()).toMatchObject({ state: 'suspended', reason });
  expect(await listed()).toEqual([]);
  await reinstate();
  expect(await listed()).toEqual(['gpu']);
});

describe('[S-15] a suspended shop that begins to close stays suspended meanwhile', () => {
  const owner = () =>
    shop.api.signIn({ email: addressOf('ana') }, { sub: 'ana', auth_time: Math.floor(Date.now() / 1_000) });

  test('its open orders stay with the operator: its people neither deliver nor refund them', async () => {
    const { order_id, checkout_url } = await order();
    expect(await shop.pay(checkout_url)).toBe(303);
    await vi.waitFor(async () => expect(await statusOf(order_id)).toBe('paid'));
    await suspend();
    const ana = await owner();
    expect((await ana.post(`/seller/${ours}/close`, {})).body.open_orders).toBe(1);
    for (const [step, body] of [
      ['deliver', {}],
      ['refund', { lines: [{ line: 0 }], reason: 'It is broken.' }],
    ] as const)
      expect(await ana.post(`/seller/${ours}/order/${order_id}/${step}`, body), step).toMatchObject({
        status: 409,
        body: { refusal: 'seller_not_acting' },
      });
    expect(await statusOf(order_id)).toBe('paid');
    expect(await fulfilOrder(shop.service, order_id)).toMatchObject({ waitsFor: [] });
    expect(await statusOf(order_id), 'the operator delivers').toBe('fulfilled');
  });

  test('nothing of it is paid for, and what waits for its payment ends', async () => {
    let away = false;
    await open({
      network: async (request, send) => {
        if (away) throw new Error('the provider is away');
        return send(request);
      },
    });
    const paid = await order();
    const eve = await shop.customer('eve');
    const { body: waiting } = await eve.post('/checkout-session', gpu(1));
    away = true;
    await suspend();
    expect((await (await owner()).post(`/seller/${ours}/close`, {})).status).toBe(200);
    expect(await shop.pay(paid.checkout_url)).toBe(303);
    away = false;
    await vi.waitFor(async () => expect(await statusOf(paid.order_id)).toBe('refunded'));
    await reconcile(shop.service);
    expect((await eve.get(`/order/${waiting.order_id}`)).body.order_status).toBe('cancelled');
    shop.wait(3_600);
    await reconcile(shop.service);
    expect(await place.books()).toMatchObject({ stock: STOCK, held: 0, captured: 250, returned: 250 });
  });
});

describe('[S-15] a shop that is reinstated', () => {
  test('has its products back, but for those that are paused, archived or hidden', async () => {
    const products = ['paused', 'archived', 'hidden', 'open'];
    await place.database.kysely
      .insertInto('api.product')
      .values(products.map((id) => aProduct({ product_id: id, seller_id: ours, listed: id === 'open' })))
      .execute();
    await place.database.kysely
      .insertInto('api.listing')
      .values([
        aListing({ product_id: 'paused', seller_id: ours, version: 1, paused: true }),
        aListing({ product_id: 'archived', seller_id: ours, version: 1, archived: true }),
        aListing({ product_id: 'hidden', seller_id: ours, version: 1, hidden_reason: 'Not allowed.' }),
        aListing({ product_id: 'open', seller_id: ours, version: 2, draft_state: 'waiting', draft: '{}' }),
      ])
      .execute();
    await suspend();
    expect(await listed()).toEqual([]);
    const { body } = await reinstate();
    expect([body.state, body.reason, body.listed]).toEqual(['approved', '', 2]);
    expect((await listed()).toSorted()).toEqual(['gpu', 'open']);
    expect(body.history.map(({ action }: { action: string }) => action)).toEqual([
      'seller.reinstated',
      'seller.suspended',
    ]);
    expect(mailsTo('ana').map(({ heading }) => heading)).toEqual(['Ours is suspended', 'Ours is open again']);
    expect((await order()).checkout_url).toBeTruthy();
  });

  test('is told of once, when two of the staff act at once', async () => {
    const twice = await Promise.all([suspend(), suspend()]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(mailsTo('ana')).toHaveLength(1);
    const back = await Promise.all([reinstate(), reinstate()]);
    expect(back.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await seller()).state).toBe('approved');
  });
});

test('[S-15] only a shop that is open is suspended, with a reason that its owners can read', async () => {
  const become = (state: SellerState) =>
    arrangeStates(place.database.kysely, (arranged) => arranged.updateTable('api.seller').set({ state }).execute());
  for (const body of [{}, { reason: '' }, { reason: 'no' }, { reason: 'x'.repeat(601) }, { reason: 'a\u0000bcdef' }])
    expect((await staff.post(`/admin/seller/${ours}/suspend`, body)).status, JSON.stringify(body).slice(0, 40)).toBe(
      400,
    );
  for (const state of ['submitted', 'returned', 'closed', 'suspended'] as const) {
    await become(state);
    expect((await suspend()).status, state).toBe(409);
  }
  await become('closed');
  expect((await reinstate()).body.message).toContain('has closed');
  expect((await staff.post('/admin/seller/nobodys/suspend', { reason })).status).toBe(404);
  expect((await staff.post('/admin/seller/%00/reinstate', {})).status).toBe(404);
});
