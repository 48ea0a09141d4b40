// What ordering accepts: the license of each product, in the texts that it has at that moment.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aFile, importInto } from '../../../test/catalogue/import-into.ts';
import { emptyDatabase, openTestDatabase } from '../../../test/database/test-database.ts';
import { type Buying, startBuying } from '../../../test/parts/buying.ts';
import { emptyPayments } from '../../../test/parts/payments.ts';
import { storeNamedLicenses } from '../license/license.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

const terms = (text: string) => ({ license_id: 'LicenseRef-Our-Terms', name: 'Our Terms', text, facts: {} });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const product = (product_id: string, license: string) =>
  JSON.stringify({ product_id, product_name: product_id, product_type: 'data', price: 1, license });

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await storeNamedLicenses(database.kysely, [terms('Be kind.')]);
  const rows = [
    product('ours', 'MIT OR LicenseRef-Our-Terms'),
    product('unknown', 'LicenseRef-Unheard-Of'),
    product('bare', ''),
  ];
  await importInto(database, aFile('products.jsonl', rows.join('\n'), 1_000));
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
  await importInto(database, aFile('products.jsonl', product('ours', 'CC0-1.0'), 1_000));
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
