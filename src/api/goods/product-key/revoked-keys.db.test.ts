// License tokens that are not to be used any more, as software asks for them.
import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { refundOrder } from '../../ordering/checkout/refund/refund-order.ts';
import { revokedKeyName } from '../manifest/product-token.rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

const LIST = '/goods/revoked-keys/quill';

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  const goods = (valid_days?: number) =>
    JSON.stringify({ keys: { source: 'signed', ...(valid_days !== undefined && { valid_days }) } });
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'quill', price_micros: 10_000_000, goods: goods() }),
      aProduct({ product_id: 'brief', price_micros: 10_000_000, goods: goods(1) }),
    ])
    .execute();
  shop = await startBuying(database);
  jane = await shop.customer('jane');
});
afterEach(() => shop.close());
afterAll(() => database.close());

async function buy(product_id: string, quantity = 1): Promise<string> {
  const items = [{ product_id, quantity }];
  const { body } = await jane.post('/checkout-session', { items, amount: 10 * quantity });
  await shop.pay(body.checkout_url);
  await expect.poll(async () => (await jane.get(`/order/${body.order_id}`)).body.order_status).toBe('fulfilled');
  return body.order_id;
}

const tokensOf = async (orderId: string): Promise<string[]> =>
  (await jane.get(`/library/${orderId}-0/key`)).body.items.map(({ key }: { key: string }) => key);
const refund = (orderId: string) => refundOrder(shop.service, { orderId, amountCents: null, reason: '' });

async function revoked(product = 'quill') {
  const { status, body } = await shop.api.get(`/goods/revoked-keys/${product}`);
  expect(status).toBe(200);
  const keys = createLocalJWKSet((await shop.api.get('/goods/keys')).body);
  const { payload, protectedHeader } = await compactVerify(body, keys, { algorithms: ['ES256'] });
  expect(protectedHeader).toMatchObject({ typ: 'license-revocations+jwt', alg: 'ES256' });
  return JSON.parse(new TextDecoder().decode(payload));
}

test('[G-14] the keys of a refund stand on the signed list, without what tells of the order, and no others', async () => {
  const [kept, back] = [await buy('quill'), await buy('quill', 2)];
  const ids = (await tokensOf(back)).map((token) => decodeJwt(token).jti ?? '');
  await tokensOf(kept);
  expect(await revoked()).toMatchObject({ iss: 'http://shop.test', product_id: 'quill', revoked: [] });
  await refund(back);
  const list = await revoked();
  expect(ids).toHaveLength(2);
  expect(list.revoked).toEqual(ids.map(revokedKeyName).sort());
  expect(list.exp - list.iat).toBe(24 * 60 * 60);
  expect(JSON.stringify(list)).not.toContain(back);
});

test('[G-14] a key that has ended by itself is not listed any more; of another product none is', async () => {
  const orderId = await buy('brief');
  await tokensOf(orderId);
  await refund(orderId);
  expect((await revoked('brief')).revoked).toHaveLength(1);
  expect((await revoked()).revoked).toEqual([]);
  shop.wait(2 * 24 * 60 * 60);
  expect((await revoked('brief')).revoked).toEqual([]);
});

test('[G-14] the list may be kept for some minutes, and is not sent again while nothing has changed', async () => {
  const orderId = await buy('quill');
  await tokensOf(orderId);
  const first = await shop.api.get(LIST);
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(first.headers.get('content-type')).toContain('application/jwt');
  const ask = () => shop.api.fetch(new Request(`http://shop.test/api${LIST}`, { headers: { 'if-none-match': tag } }));
  const tag = first.headers.get('etag') ?? '';
  expect([200, 304]).toContain((await ask()).status);
  await refund(orderId);
  expect((await ask()).status).toBe(200);
  expect((await shop.api.get('/goods/revoked-keys/never')).status).toBe(404);
});

test('[G-14] a key that nobody has read is not signed once its money goes back', async () => {
  const orderId = await buy('quill', 50);
  const [read] = await Promise.all([jane.get(`/library/${orderId}-0/key`), refund(orderId)]);
  expect(read.status).toBe(200);
  const { rows } = { rows: await database.kysely.selectFrom('api.product_key').select('state').execute() };
  expect(rows.every(({ state }) => state === 'revoked')).toBe(true);
  expect((await revoked()).revoked).toHaveLength(rows.length);
  expect(await tokensOf(orderId)).toEqual([]);
});
