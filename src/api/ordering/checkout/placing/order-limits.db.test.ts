// Limits on what one customer can keep from the others without paying.
import { expect, test } from 'vitest';
import { billing, gpu, shopOfOneProduct } from '../../../../../test/parts/shop-of-one-product.ts';
import { reconcile } from '../reconcile.ts';

const place = shopOfOneProduct();

test('one account has so many orders that wait for their payment, and no more', async () => {
  const shop = await place.open({ limits: { openPerAccount: 3 } });
  await place.change({ stock: null });
  const answers = [];
  for (const quantity of [1, 2, 3, 4]) answers.push(await shop.jane.post('/checkout-session', gpu(quantity)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
  expect(answers[3]?.body.error).toContain('3 orders that wait for their payment');
  // The same cart is no further order; and what is paid or cancelled makes room.
  expect((await shop.jane.post('/checkout-session', gpu(1))).status).toBe(200);
  await shop.jane.post(`/order/${answers[0]?.body.order_id}/cancel`, {});
  expect((await shop.jane.post('/checkout-session', gpu(4))).status).toBe(200);
});

test('one account places so many orders within ten minutes, and others go on', async () => {
  const shop = await place.open({ limits: { placedPerAccount: 4 } });
  await place.change({ stock: null });
  for (const quantity of [1, 2, 3, 4]) {
    const { body } = await shop.jane.post('/checkout-session', gpu(quantity));
    await shop.jane.post(`/order/${body.order_id}/cancel`, {});
  }
  const refused = await shop.jane.post('/checkout-session', gpu(5));
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const eve = await shop.customer('eve');
  expect((await eve.post('/checkout-session', gpu(5))).status).toBe(200);
  shop.wait(11 * 60);
  expect((await shop.jane.post('/checkout-session', gpu(5))).status).toBe(200);
});

test('one network asks for so many orders, whoever signs in', async () => {
  const shop = await place.open({ limits: { placedPerNetwork: 3 } });
  await place.change({ stock: null });
  const statuses = [];
  for (const name of ['ada', 'ben', 'cem', 'dan'])
    statuses.push((await (await shop.customer(name)).post('/checkout-session', gpu(1))).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('an account whose checkouts pile up is refused, not queued', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const shop = await place.open({
    async network(request, send) {
      await gate;
      return send(request);
    },
  });
  await place.change({ stock: null });
  const statuses: number[] = [];
  const asked = Array.from({ length: 40 }, async (_, index) => {
    const { status } = await shop.jane.post('/checkout-session', gpu(index + 1));
    statuses.push(status);
  });
  // All but those that wait for the provider.
  await expect.poll(() => statuses).toEqual(Array(15).fill(429));
  release();
  await Promise.all(asked);
});

test('a transfer holds a part of the stock, a card payment a handful or half of it', async () => {
  const shop = await place.open();
  const byTransfer = (quantity: number) =>
    shop.jane.post('/order', { ...gpu(quantity), payment_method: 'transfer', billing });
  const refused = await byTransfer(3);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('2 of GPU hour can be held')]);
  expect((await byTransfer(2)).status).toBe(201);
  expect((await byTransfer(1)).status).toBe(409);
  expect((await shop.jane.post('/checkout-session', gpu(6))).status).toBe(200);
  await place.change({ stock: 1_000 });
  const eve = await shop.customer('eve');
  expect((await eve.post('/checkout-session', gpu(501))).body.error).toContain('500 of GPU hour');
  expect((await eve.post('/checkout-session', gpu(500))).status).toBe(200);
});

test('who lets orders expire again and again holds less', async () => {
  const shop = await place.open();
  for (const _ of [1, 2, 3]) {
    expect((await shop.jane.post('/checkout-session', gpu(8))).status).toBe(200);
    shop.wait(32 * 60);
    await reconcile(shop.service);
  }
  expect((await shop.jane.post('/checkout-session', gpu(8))).body.error).toContain('2 of GPU hour can be held');
  expect((await shop.jane.post('/checkout-session', gpu(2))).status).toBe(200);
});
