// Access to every route of the API that buyers and visitors use; those of sellers and staff are in
// marketplace-authorization.db.test.ts. A route that is in neither table fails the first test.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '#platform/audit/audit-log.ts';
import { saveAlertLink } from '../../src/api/catalogue/saved-product/product-alert.store.ts';
import { insertSearchAlertLink } from '../../src/api/catalogue/saved-search/search-alert.store.ts';
import { newUser } from '../../src/api/people/user/user.rules.ts';
import { setUserType } from '../../src/api/people/user/user.store.ts';
import { emptyDatabase, openTestDatabase } from '../database/test-database.ts';
import { aProduct } from '../factories/product.ts';
import { type Buying, startBuying } from '../parts/buying.ts';
import { statusFor } from './routes/answers-of.ts';
import { marketplaceRoutes } from './routes/marketplace-routes.ts';

const callers = ['anonymous', 'owner', 'other', 'seller', 'admin', 'invalid'] as const;
type Caller = (typeof callers)[number];

/**
 * The status for each caller when the request is about something of the owner's, a buyer: their order, cart, review, record.
 * `other` is another buyer, `invalid` whoever has a token that does not hold. 404 is also what is somebody else's.
 */
const matrix: Array<[route: string, ...statuses: [number, number, number, number, number, number]]> = [
  //                                    anonymous owner other seller admin invalid
  ['GET /api/product', 200, 200, 200, 200, 200, 200],
  ['GET /api/highlights', 200, 200, 200, 200, 200, 200],
  ['GET /api/product/all', 200, 200, 200, 200, 200, 200],
  ['GET /api/product/{id}', 200, 200, 200, 200, 200, 200],
  ['GET /api/product/{id}/release', 200, 200, 200, 200, 200, 200],
  // None of the products here is delivered as files.
  ['GET /api/product/{id}/croissant.json', 404, 404, 404, 404, 404, 404],
  ['GET /api/sitemap', 200, 200, 200, 200, 200, 200],
  ['GET /api/feed/part', 200, 200, 200, 200, 200, 200],
  ['GET /api/search', 200, 200, 200, 200, 200, 200],
  ['GET /api/search/suggestions', 200, 200, 200, 200, 200, 200],
  ['GET /api/sitemap/part', 200, 200, 200, 200, 200, 200],
  ['GET /api/license', 200, 200, 200, 200, 200, 200],
  ['GET /api/license/{id}', 200, 200, 200, 200, 200, 200],
  ['GET /api/page/{name}', 200, 200, 200, 200, 200, 200],
  ['GET /api/health', 200, 200, 200, 200, 200, 200],
  ['GET /api/health/live', 200, 200, 200, 200, 200, 200],
  ['GET /api/health/ready', 200, 200, 200, 200, 200, 200],
  ['POST /api/contact', 202, 202, 202, 202, 202, 202],
  ['POST /api/contact/form', 303, 303, 303, 303, 303, 303],
  ['GET /api/review/product/{id}', 200, 200, 200, 200, 200, 401],
  ['GET /api/review/product/{id}/summary', 200, 200, 200, 200, 200, 200],
  ['POST /api/figures/add', 204, 204, 204, 204, 204, 204],
  ['POST /api/review', 401, 200, 201, 201, 201, 401],
  ['DELETE /api/review/{id}', 401, 204, 404, 404, 404, 401],
  ['POST /api/user', 401, 200, 404, 404, 404, 401],
  ['GET /api/user/{email}', 401, 200, 404, 404, 404, 401],
  ['GET /api/user/{email}/deletion', 401, 200, 404, 404, 404, 401],
  ['DELETE /api/user/{email}', 401, 204, 404, 404, 404, 401],
  ['GET /api/order/user/{userId}', 401, 200, 404, 404, 404, 401],
  ['GET /api/order/{id}', 401, 200, 404, 404, 404, 401],
  ['GET /api/order/{id}/receipt.pdf', 401, 200, 404, 404, 404, 401],
  ['POST /api/order/{id}/cancel', 401, 200, 404, 404, 404, 401],
  ['POST /api/order', 401, 201, 201, 201, 201, 401],
  ['POST /api/cart/quote', 401, 200, 200, 200, 200, 401],
  ['POST /api/checkout-session', 401, 200, 200, 200, 200, 401],
  // Latest order of the caller: the others have none.
  ['GET /api/success', 404, 200, 404, 404, 404, 401],
  ['GET /api/saved-product', 401, 200, 200, 200, 200, 401],
  ['POST /api/saved-product', 401, 200, 200, 200, 200, 401],
  ['GET /api/saved-product/ids', 401, 200, 200, 200, 200, 401],
  ['PUT /api/saved-product/{id}', 401, 200, 200, 200, 200, 401],
  ['DELETE /api/saved-product/{id}', 401, 204, 204, 204, 204, 401],
  // The token in the mail is the only key: who reads a mail is not signed in.
  ['GET /api/saved-product/alerts/{token}', 200, 200, 200, 200, 200, 200],
  ['GET /api/saved-product/alerts/{token}/end', 303, 303, 303, 303, 303, 303],
  ['POST /api/saved-product/alerts/{token}/end', 200, 200, 200, 200, 200, 200],
  ['GET /api/saved-search', 401, 200, 200, 200, 200, 401],
  ['POST /api/saved-search', 401, 200, 200, 200, 200, 401],
  ['PUT /api/saved-search/{id}', 401, 200, 404, 404, 404, 401],
  ['DELETE /api/saved-search/{id}', 401, 204, 204, 204, 204, 401],
  ['GET /api/saved-search/alerts/{token}', 200, 200, 200, 200, 200, 200],
  ['GET /api/saved-search/alerts/{token}/end', 303, 303, 303, 303, 303, 303],
  ['POST /api/saved-search/alerts/{token}/end', 200, 200, 200, 200, 200, 200],
  ['GET /api/cart', 401, 200, 200, 200, 200, 401],
  ['PUT /api/cart', 401, 200, 200, 200, 200, 401],
];

type Signed = Awaited<ReturnType<Buying['api']['signIn']>>;
type Owned = { paid: string; pending: string; review: string; token: string; search: string };

const owner = { email: 'owner@example.com', nickname: 'Owner' };
const items = [{ product_id: 'gpu', quantity: 1 }];
const purchase = { items, amount: 2.49 };
const review = { product_id: 'gpu', rate: 4, review_text: 'Does what it says.' };
const billing = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: '1 Main Street',
  city: 'London',
  country: 'GB',
  postcode: 'SW1A 1AA',
  mobile: '+44 20',
  email: 'ada@example.com',
};
const message = {
  senderEmail: 'ada@example.com',
  senderSubject: 'A question about GPUs',
  senderMessage: 'Do you rent them by the minute?',
};

/** Request to a route: whatever its address or its body names is the owner's. */
function requestOf(route: string, owned: Owned): { path: string; body?: unknown } {
  const [, pattern = ''] = route.split(' ');
  const path = pattern
    .replace('/api', '')
    .replace('{email}', owner.email)
    .replace('{userId}', owner.email)
    .replace('/license/{id}', '/license/MIT')
    .replace(/\/license$/, '/license?expression=MIT')
    .replace(/(\/search(\/suggestions)?)$/, '$1?q=gpu')
    .replace('{name}', 'terms')
    .replace('{token}', owned.token);
  if (pattern.includes('/order/'))
    return { path: path.replace('{id}', route.includes('cancel') ? owned.pending : owned.paid) };
  if (route === 'DELETE /api/review/{id}') return { path: path.replace('{id}', owned.review) };
  const bodies: Record<string, unknown> = {
    'POST /api/contact': message,
    'POST /api/figures/add': { product_id: 'gpu' },
    'POST /api/review': { ...review, review_id: owned.review, user_email: owner.email, rate: 1 },
    'POST /api/user': { user_id: owner.email, username: 'Mallory', user_type: 'admin' },
    'POST /api/order': { ...purchase, payment_method: 'transfer', billing },
    'POST /api/cart/quote': { items },
    'POST /api/checkout-session': purchase,
    'PUT /api/cart': { items: [] },
    'POST /api/saved-product': { product_ids: ['gpu'] },
    'PUT /api/saved-product/{id}': { alerts: [] },
    'POST /api/saved-search': { address: '/products/category/data' },
    'PUT /api/saved-search/{id}': { alerts: false },
  };
  const id = pattern.startsWith('/api/saved-search') ? owned.search : 'gpu';
  return { path: path.replace('{id}', id), ...(route in bodies && { body: bodies[route] }) };
}

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
/** Accounts of their own for every test: limits by account are counted over all of them. */
let run: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  run = randomUUID();
  await emptyDatabase(database);
  const product = aProduct({ product_id: 'gpu', price_micros: 2_490_000 });
  await database.kysely.insertInto('api.product').values(product).execute();
  shop = await startBuying(database);
});
afterEach(() => shop.close());
afterAll(() => database.close());

const subOf = (caller: Caller) => `${caller}-${run}`;
const now = () => Math.floor(Date.now() / 1_000);
/** Tokens of the owner that sign nobody in. */
const invalid: Record<string, () => Record<string, unknown>> = {
  'an expired token': () => ({ iat: now() - 7_200, exp: now() - 3_600 }),
  'a token of another pool': () => ({ iss: 'http://accounts.test/other_pool' }),
  'a token for another client': () => ({ aud: 'otherclient' }),
  'an access token': () => ({ token_use: 'access', aud: undefined, client_id: 'testclient', email: undefined }),
  'a token of an address that is not confirmed': () => ({ email_verified: false }),
};

async function signIn(caller: Caller): Promise<Array<[string, Pick<Signed, 'send'>]>> {
  if (caller === 'anonymous') return [['anonymous', shop.api]];
  if (caller === 'invalid')
    return Promise.all(
      Object.entries(invalid).map(
        async ([name, claims]) =>
          [name, await shop.api.signIn(owner, { sub: subOf('owner'), ...claims() })] as [string, Signed],
      ),
    );
  const account = { email: `${caller}@example.com`, nickname: caller };
  const signed = await shop.api.signIn(account, { sub: subOf(caller) });
  const record = newUser(account, { userId: subOf(caller), since: new Date() }, null);
  if (caller === 'seller' || caller === 'admin') await setUserType(database.kysely, operator(), record, caller);
  return [[caller, signed]];
}

/** A paid order, one that waits for its payment, a cart, a saved product, a review and a record of the owner's. */
async function ownThings(signed: Signed): Promise<Owned> {
  await signed.post('/user', { user_id: owner.email, username: 'Owner' });
  const pending = (await signed.post('/order', { ...purchase, payment_method: 'check', billing })).body.order_id;
  const { checkout_url, order_id: paid } = (await signed.post('/checkout-session', purchase)).body;
  expect(await shop.pay(checkout_url)).toBe(303);
  expect((await signed.get('/success')).status).toBe(200);
  await signed.put('/cart', { items });
  await signed.put('/saved-product/gpu', { alerts: ['cheaper'] });
  const token = 'a'.repeat(22);
  const link = { end_token: token, account_id: subOf('owner'), user_id: owner.email, product_id: 'gpu' };
  await saveAlertLink(database.kysely, link);
  const search = (await signed.post('/saved-search', { address: '/products/category/data' })).body.search_id;
  await insertSearchAlertLink(database.kysely, {
    end_token: token,
    account_id: subOf('owner'),
    user_id: owner.email,
    search_ids: [search],
  });
  return { search, paid, pending, review: (await signed.post('/review', review)).body.review_id, token };
}

test('[B-02] every route of the OpenAPI document is in this table or in that of the marketplace', () => {
  const { paths } = shop.api.openapi() as { paths: Record<string, object> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = [...matrix.map(([route]) => route), ...marketplaceRoutes.map(({ route }) => route)];
  expect(known.sort()).toEqual(documented.sort());
});

test('[B-02] the OpenAPI document says of every route who has to sign in', () => {
  const { paths } = shop.api.openapi() as { paths: Record<string, Record<string, { security: object[] }>> };
  const answers = [
    ...matrix.map(([route, anonymous, , , , , invalid]) => ({ route, anonymous, invalid })),
    ...marketplaceRoutes.map((row) => ({
      route: row.route,
      anonymous: statusFor(row, 'anonymous'),
      invalid: statusFor(row, 'invalid'),
    })),
  ];
  for (const { route, anonymous, invalid } of answers) {
    const [method = '', path = ''] = route.split(' ');
    const { security = [] } = paths[path]?.[method.toLowerCase()] ?? {};
    // A token that does not hold is refused wherever one is looked at.
    expect(security.length > 0, route).toBe(invalid === 401);
    const isOpen = security.length === 0 || security.some((way) => Object.keys(way).length === 0);
    if (anonymous < 400 || anonymous === 401) expect(isOpen, route).toBe(anonymous < 400);
  }
});

test.each(matrix)('%s answers every caller as the table says', async (route, ...expected) => {
  const signed = await shop.api.signIn(owner, { sub: subOf('owner') });
  const owned = await ownThings(signed);
  const [method = ''] = route.split(' ');
  const { path, body } = requestOf(route, owned);
  // The owner comes last: what they delete would not be there for the others.
  for (const caller of [...callers].sort((a) => (a === 'owner' ? 1 : 0))) {
    for (const [name, client] of await signIn(caller)) {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const { status } = await client.send(
        method,
        path,
        headers,
        body === undefined ? undefined : JSON.stringify(body),
      );
      // The contact form takes five messages an hour from one address.
      if (route === 'POST /api/contact' && status === 429) continue;
      expect(status, `${route} for ${name}`).toBe(expected[callers.indexOf(caller)]);
    }
  }
});

describe('another one’s ids', () => {
  let others: Signed[];
  let mine: Owned;

  beforeEach(async () => {
    const signed = await shop.api.signIn(owner, { sub: subOf('owner') });
    mine = await ownThings(signed);
    others = (await Promise.all((['other', 'seller', 'admin'] as const).map(signIn))).map(
      ([one]) => one?.[1] as Signed,
    );
  });

  test('nobody’s list, cart, saved products or latest payment holds what is another one’s', async () => {
    for (const client of others) {
      const { email } = JSON.parse(Buffer.from(client.authorization.split('.')[1] ?? '', 'base64url').toString());
      expect((await client.get(`/order/user/${email}`)).body).toEqual([]);
      expect((await client.get('/cart')).body).toEqual({ items: [] });
      expect((await client.get('/saved-product')).body).toEqual({ items: [] });
      expect((await client.get('/saved-search')).body).toEqual({ items: [] });
      expect((await client.get('/success')).status).toBe(404);
    }
  });

  test('naming another one in a body changes nothing of theirs', async () => {
    const signed = await shop.api.signIn(owner, { sub: subOf('owner') });
    const owned = () =>
      Promise.all([`/user/${owner.email}`, '/cart', '/saved-product', '/saved-search'].map((path) => signed.get(path)));
    const before = await owned();
    for (const client of others) {
      await client.post('/user', { user_id: owner.email, username: 'Mallory', account_id: subOf('owner') });
      await client.put('/cart', { items: [], user_id: owner.email, account_id: subOf('owner') });
      await client.put('/saved-product/gpu', { alerts: [], user_id: owner.email, account_id: subOf('owner') });
      await client.delete('/saved-product/gpu');
      await client.put(`/saved-search/${mine.search}`, { alerts: false, account_id: subOf('owner') });
      await client.delete(`/saved-search/${mine.search}`);
      await client.post('/review', { ...review, review_id: mine.review, user_email: owner.email, rate: 0 });
      await client.delete(`/review/${mine.review}`);
    }
    const after = await owned();
    // Reviews of other people are part of a product that somebody has saved.
    const theirs = ({ body }: { body: unknown }) =>
      JSON.stringify(body, (key, value) => (key === 'rating' ? undefined : value));
    expect(after.map(theirs)).toEqual(before.map(theirs));
    const reviews = (await signed.get('/review/product/gpu')).body as Array<{ review_id: string; rate: number }>;
    expect(reviews.find(({ review_id }) => review_id === mine.review)).toMatchObject({ rate: 4 });
  });

  test('nobody becomes more than the shop made them by saying so', async () => {
    const [client] = others;
    const { body } = (await client?.post('/user', { user_id: 'other@example.com', user_type: 'admin' })) ?? {};
    expect(body.user_type).toBe('buyer');
  });

  test('what has an order’s session as its only key tells no more than that it is paid', async () => {
    const { session_id } = await database.kysely
      .selectFrom('api.order')
      .select('session_id')
      .where('order_id', '=', mine.paid)
      .executeTakeFirstOrThrow();
    const { body } = await shop.api.get(`/success?session_id=${session_id}`);
    expect(body).toEqual({ message: 'The payment has arrived.', order_id: mine.paid });
  });
});

test('a payment is believed by the provider’s signature alone, whoever sends it', async () => {
  const event = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: {} } });
  for (const caller of callers)
    for (const [name, client] of await signIn(caller)) {
      const { status } = await client.send('POST', '/payments/webhook', { 'content-type': 'application/json' }, event);
      expect(status, name).toBe(400);
    }
});
