// An account is deleted by the account protocol alone, and somebody else registers its address: what the shop kept under
// it is still the former owner's.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';

const email = 'jane@example.com';
const items = [{ product_id: 'gpu', quantity: 1 }];
const purchase = { items, amount: 2.49 };
const review = { product_id: 'gpu', rate: 1, review_text: 'What I thought of it.' };
const MINUTE = 60;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
type Owner = Awaited<ReturnType<Buying['api']['signIn']>>;
let former: Owner;
let later: Owner;
let orderId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu', price_micros: 2_490_000 }))
    .execute();
  shop = await startBuying(database);
  const now = Math.floor(Date.now() / 1_000);
  former = await shop.api.signIn({ email, nickname: 'Former' }, { sub: 'former', iat: now - 10 * MINUTE });
  later = await shop.api.signIn({ email, nickname: 'Later' }, { sub: 'later', iat: now });

  await former.post('/user', { user_id: email, username: 'Former', phone: '+1 555', addresses: ['1 Main Street'] });
  const { body } = await former.post('/checkout-session', purchase);
  orderId = body.order_id;
  expect(await shop.pay(body.checkout_url)).toBe(303);
  expect((await former.get('/success')).status).toBe(200);
  await former.put('/cart', { items });
  await former.post('/review', review);
});
afterEach(() => shop.close());
afterAll(() => database.close());

test('its orders, receipts and payments are not told to the later owner', async () => {
  expect((await later.get(`/order/user/${email}`)).body).toEqual([]);
  expect((await later.get(`/order/${orderId}`)).status).toBe(404);
  expect((await later.get(`/order/${orderId}/receipt.pdf`)).status).toBe(404);
  expect((await later.post(`/order/${orderId}/cancel`, {})).status).toBe(404);
  expect((await later.get('/success')).status).toBe(404);
  expect((await former.get(`/order/user/${email}`)).body).toMatchObject([{ order_id: orderId }]);
  expect((await former.get('/order/user/former')).body).toMatchObject([{ order_id: orderId }]);
});

test('its cart is not told to the later owner, who has one of their own', async () => {
  expect((await later.get('/cart')).body).toEqual({ items: [] });
  await later.put('/cart', { items: [{ product_id: 'gpu', quantity: 7 }] });
  expect((await later.get('/cart')).body).toEqual({ items: [{ product_id: 'gpu', quantity: 7 }] });
  expect((await former.get('/cart')).body).toEqual({ items });
});

test('its review is no review of the later owner: not shown as theirs, not deleted by them, not edited by them', async () => {
  const [shown] = (await later.get('/review/product/gpu')).body;
  expect(shown).toMatchObject({
    user_email: 'j•••@example.com',
    user: { username: 'Former' },
    verified_purchase: true,
  });
  expect((await later.delete(`/review/${shown.review_id}`)).status).toBe(404);

  const posted = await later.post('/review', { ...review, rate: 5, review_text: 'What I think of it.' });
  expect(posted.status).toBe(201);
  expect(posted.body).toMatchObject({ verified_purchase: false, user: { username: 'Later' } });
  expect(posted.body.review_id).not.toBe(shown.review_id);
  expect((await later.get('/review/product/gpu')).body).toEqual([posted.body]);
});

test('reviews of the former owner never stand under the name of the later one', async () => {
  expect((await later.get(`/user/${email}`)).body).toMatchObject({ username: 'Later', phone: '0000000000' });
  expect((await shop.api.get('/review/product/gpu')).body).toEqual([]);
});

test('a token of before the address passed on takes nothing back: it is no sign-in any more', async () => {
  await later.post('/user', { user_id: email, username: 'Later' });
  await later.post('/review', review);
  const answers = [
    await former.get(`/user/${email}`),
    await former.post('/user', { user_id: email, username: 'Former' }),
    await former.post('/review', { ...review, rate: 3 }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect((await former.delete(`/user/${email}`)).status).toBe(204);
  expect((await later.get(`/user/${email}`)).body.username).toBe('Later');
  expect((await later.get('/review/product/gpu')).body).toMatchObject([{ user_email: email, rate: 1 }]);
});

test('a later deletion takes along what is the later owner’s, and leaves the orders of the former', async () => {
  await later.get(`/user/${email}`);
  await later.put('/cart', { items });
  expect((await later.delete(`/user/${email}`)).status).toBe(204);
  expect((await later.get('/cart')).body).toEqual({ items: [] });
  expect((await former.get('/cart')).body).toEqual({ items });
  expect((await former.get(`/order/${orderId}`)).status).toBe(200);
});

test('a payment of the former owner verifies no review of the later one', async () => {
  await database.kysely.deleteFrom('api.review').execute();
  const { body } = await former.post('/checkout-session', purchase);
  await later.post('/review', review);
  expect(await shop.pay(body.checkout_url)).toBe(303);
  expect((await former.get('/success')).status).toBe(200);
  expect((await later.get('/review/product/gpu')).body).toMatchObject([{ verified_purchase: false }]);
});

test('when accounts have moved to another service, what an operator has set free is the first owner’s who comes', async () => {
  await database.kysely.updateTable('api.user').set({ account_id: null, account_since: null }).execute();
  await database.kysely.updateTable('api.order').set({ account_id: null }).execute();
  const moved = await shop.api.signIn({ email, nickname: 'Moved' }, { sub: 'moved' });
  expect((await moved.get(`/user/${email}`)).body).toMatchObject({ username: 'Former', phone: '+1 555' });
  expect((await moved.get(`/order/user/${email}`)).body).toMatchObject([{ order_id: orderId }]);
  expect((await moved.get('/review/product/gpu')).body).toMatchObject([{ user_email: email }]);
  expect((await former.get(`/user/${email}`)).status).toBe(401);
});
