// Licenses that ordering accepts: that of each product, in the texts that it has at that moment.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aFile, importInto } from '../../../../../test/catalogue/import-into.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { storeNamedLicenses } from '../../../catalogue/license/license.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

const terms = (text: string) => ({ license_id: 'LicenseRef-Our-Terms', name: 'Our Terms', text, facts: {} });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const product = (product_id: string, license: string, price_unit = '') =>
  JSON.stringify({ product_id, product_name: product_id, product_type: 'data', price: 1, license, price_unit });
const say = (...rows: string[]) => importInto(database, aFile('products.jsonl', rows.join('\n'), 1_000));

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await storeNamedLicenses(database.kysely, [terms('Be kind.')]);
  await say(
    product('ours', 'MIT OR LicenseRef-Our-Terms'),
    product('unknown', 'LicenseRef-Unheard-Of'),
    product('bare', ''),
  );
  shop = await startBuying(database);
});
afterEach(() => shop.close());
afterAll(() => database.close());

async function order(...ids: string[]) {
  const ann = await shop.customer('ann');
  const items = ids.map((product_id) => ({ product_id, quantity: 1 }));
  const placed = await ann.post('/checkout-session', { items, amount: ids.length });
  expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200 });
  return { ann, orderId: placed.body.order_id as string };
}

test('[V-05] the order keeps each license and the hash of its text, whatever becomes of it', async () => {
  const { ann, orderId } = await order('ours', 'bare');
  await storeNamedLicenses(database.kysely, [terms('Be kinder.')]);
  await say(product('ours', 'CC0-1.0'));
  const [ours, bare] = (await ann.get(`/order/${orderId}`)).body.products;
  expect(ours).toMatchObject({
    license: 'MIT OR LicenseRef-Our-Terms',
    license_texts: [
      { license_id: 'MIT', name: 'MIT License', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { license_id: 'LicenseRef-Our-Terms', name: 'Our Terms', sha256: hashOf('Be kind.') },
    ],
  });
  expect(bare).not.toHaveProperty('license');
  for (const { license_id, sha256 } of ours.license_texts) {
    const accepted = await ann.get(`/license/${license_id}?sha256=${sha256}`);
    expect(accepted.status).toBe(200);
    expect(hashOf(accepted.body.text)).toBe(sha256);
  }
});

test('[V-05] a license that the shop has no text of is accepted by its name', async () => {
  const { ann, orderId } = await order('unknown');
  const [line] = (await ann.get(`/order/${orderId}`)).body.products;
  expect(line.license_texts).toEqual([{ license_id: 'LicenseRef-Unheard-Of', name: 'Unheard Of', sha256: null }]);
});

test('[V-05] the cart is told what ordering accepts', async () => {
  const ann = await shop.customer('ann');
  const items = ['ours', 'bare'].map((product_id) => ({ product_id, quantity: 1 }));
  const { lines } = (await ann.post('/cart/quote', { items })).body;
  expect(lines[0]).toMatchObject({ license: 'MIT OR LicenseRef-Our-Terms' });
  expect(lines[1]).not.toHaveProperty('license');
});

test('the text of a license is kept once, however often it is accepted', async () => {
  await order('ours');
  await order('ours', 'bare');
  const kept = await database.kysely
    .selectFrom('api.license_text')
    .select('license_id')
    .where('license_id', '=', 'MIT')
    .execute();
  expect(kept).toHaveLength(1);
});

/** Orders one of a product of which these terms were shown. */
async function orderAsShown(product_id: string, shown: { license?: string; price_unit?: string }) {
  const ann = await shop.customer('ann');
  return ann.post('/checkout-session', { items: [{ product_id, quantity: 1, price: 1, ...shown }], amount: 1 });
}

test('[V-05] an order under another license than was shown is refused, with both', async () => {
  await say(product('ours', 'AGPL-3.0-only'));
  const shown = { license: 'MIT OR LicenseRef-Our-Terms' };
  expect(await orderAsShown('ours', shown)).toMatchObject({
    status: 409,
    body: {
      refusal: 'license_changed',
      error:
        'ours comes under the license AGPL-3.0-only now, not MIT OR LicenseRef-Our-Terms. Look at what ordering accepts, and try again.',
    },
  });
  await say(product('ours', ''));
  expect((await orderAsShown('ours', shown)).body.error).toContain('ours comes without a license now, not under MIT');
  expect(await database.kysely.selectFrom('api.order').select('order_id').execute()).toEqual([]);
  expect(await orderAsShown('ours', { license: '' })).toMatchObject({ status: 200 });
});

test('[V-05] a license that was not shown is not accepted', async () => {
  expect(await orderAsShown('ours', { license: '' })).toMatchObject({
    status: 409,
    body: {
      refusal: 'license_changed',
      error:
        'ours comes under the license MIT OR LicenseRef-Our-Terms, which you were not shown. Look at what ordering accepts, and try again.',
    },
  });
  expect(await orderAsShown('bare', { license: '' })).toMatchObject({ status: 200 });
});

test('[V-05] an order of before the license changed is not the answer to who is shown another', async () => {
  const first = await orderAsShown('ours', { license: 'MIT OR LicenseRef-Our-Terms' });
  await say(product('ours', 'CC0-1.0'));
  const second = await orderAsShown('ours', { license: 'CC0-1.0' });
  expect(second).toMatchObject({ status: 200 });
  expect(second.body.order_id).not.toBe(first.body.order_id);
  // A client that tells nothing of licenses has its same cart, as ever.
  expect([first.body.order_id, second.body.order_id]).toContain((await orderAsShown('ours', {})).body.order_id);
});

test('[V-06] a price for another unit than was shown is another price, also where the total is the same', async () => {
  await say(product('bare', '', 'minute'));
  expect(await orderAsShown('bare', { price_unit: 'hour' })).toMatchObject({
    status: 409,
    body: {
      refusal: 'price_changed',
      error: 'bare costs $1.00/minute now, not $1.00/hour. Look at your cart and try again.',
    },
  });
  const placed = await orderAsShown('bare', { price_unit: 'minute' });
  expect(placed).toMatchObject({ status: 200 });
  await say(product('bare', '', 'hour'));
  const other = await orderAsShown('bare', { price_unit: 'hour' });
  expect(other).toMatchObject({ status: 200 });
  expect(other.body.order_id).not.toBe(placed.body.order_id);
});

test('[V-06] the cart is told what a price is for', async () => {
  await say(product('bare', '', 'hour'));
  const ann = await shop.customer('ann');
  const items = ['bare', 'ours'].map((product_id) => ({ product_id, quantity: 1 }));
  const { lines } = (await ann.post('/cart/quote', { items })).body;
  expect(lines[0]).toMatchObject({ price_unit: 'hour' });
  expect(lines[1]).not.toHaveProperty('price_unit');
});
