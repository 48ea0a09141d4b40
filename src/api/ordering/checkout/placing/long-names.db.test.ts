// Products are named as people like; the payment provider takes 250 characters of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
beforeAll(async () => {
  database = await openTestDatabase();
  shop = await startBuying(database);
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

test.each([
  ['emoji', `a${'😀'.repeat(200)}`, `a${'😀'.repeat(122)}… × 3`],
  ['families', '👩‍👩‍👧‍👦'.repeat(60), `${'👩‍👩‍👧‍👦'.repeat(22)}… × 3`],
  ['letters', 'x'.repeat(500), `${'x'.repeat(245)}… × 3`],
  ['246 letters', 'x'.repeat(246), `${'x'.repeat(246)} × 3`],
])('a product with a long name of %s is bought, and the provider is told how many', async (id, name, told) => {
  const product = aProduct({ product_id: id, product_name: name, price_micros: 2_000_000 });
  await database.kysely.insertInto('api.product').values(product).execute();
  const jane = await shop.customer('jane');
  const { status, body } = await jane.post('/checkout-session', {
    items: [{ product_id: id, quantity: 3 }],
    amount: 6,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const session = new URL(body.checkout_url).pathname.split('/').at(-1) ?? '';
  const { data } = await shop.stripe.checkout.sessions.listLineItems(session);
  expect(data.map(({ description }) => description)).toEqual([told]);
  expect(await shop.pay(body.checkout_url)).toBe(303);
});
