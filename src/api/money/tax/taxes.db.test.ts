// Taxes that prices contain, from the configuration to the receipt, of orders that are bought as customers do.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import type { StoreTax } from '../../../contract/store.ts';

const tax: StoreTax = {
  home_country: 'DE',
  rates: [
    { country: 'DE', name: 'VAT', percent: 19 },
    { country: 'DE', category: 'data', name: 'VAT', percent: 7 },
    { country: 'FR', name: 'TVA', percent: 20 },
  ],
};

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(async () => {
  await emptyDatabase(database);
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'gpu', product_type: 'computing', price_micros: 11_900_000 }),
      aProduct({ product_id: 'voices', product_type: 'data', price_micros: 1_070_000 }),
    ])
    .execute();
  shop = await startBuying(database, { store: { tax } });
  jane = await shop.customer('jane');
});

afterEach(() => shop.close());
afterAll(() => database.close());

const items = [
  { product_id: 'gpu', quantity: 1 },
  { product_id: 'voices', quantity: 10 },
];
const cart = { items, amount: 22.6 };
const billing = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Analytical Engines SARL',
  address: '12 Rue Principale',
  city: 'Paris',
  country: 'FR',
  postcode: '75001',
  mobile: '+33 1',
  email: 'ada@example.com',
};

const details = { name: 'Moteurs SARL', address: '1 Rue A\n75001 Paris', country: 'FR', tax_number: 'FR12345678901' };

async function order(customer = jane, wanted = cart): Promise<string> {
  const { body } = await customer.post('/checkout-session', wanted);
  return body.order_id;
}

const readOrder = async (orderId: string) => (await jane.get(`/order/${orderId}`)).body;

test('[W-12] a line keeps the tax that is in its price; the total stays what the cart says', async () => {
  const found = await readOrder(await order());
  expect(found).toMatchObject({ total: 22.6 });
  expect(found.products.map((line: { tax: unknown }) => line.tax)).toEqual([
    { name: 'VAT', percent: 19, amount: 1.9 },
    { name: 'VAT', percent: 7, amount: 0.7 },
  ]);
  expect(found.taxes).toEqual([
    { name: 'VAT', percent: 19, net: 10, amount: 1.9, gross: 11.9 },
    { name: 'VAT', percent: 7, net: 10, amount: 0.7, gross: 10.7 },
  ]);
  const lines = await database.kysely
    .selectFrom('api.order_line')
    .select(['tax_name', 'tax_thousandths', 'tax_cents', 'tax_country'])
    .orderBy('line')
    .execute();
  expect(lines).toEqual([
    { tax_name: 'VAT', tax_thousandths: 19_000, tax_cents: 190, tax_country: 'DE' },
    { tax_name: 'VAT', tax_thousandths: 7_000, tax_cents: 70, tax_country: 'DE' },
  ]);
});

test('[W-12] the tax is in what is paid, after the discount', async () => {
  await database.kysely
    .insertInto('api.coupon')
    .values({
      ...{ code: 'HALF', percent: 50, amount_cents: null, category: null, expires_at: null },
      ...{ total_limit: null, customer_limit: null },
    })
    .execute();
  const { body } = await jane.post('/checkout-session', { items: items.slice(0, 1), amount: 5.95, coupon: 'HALF' });
  expect((await readOrder(body.order_id)).taxes).toEqual([
    { name: 'VAT', percent: 19, net: 5, amount: 0.95, gross: 5.95 },
  ]);
});

test('[W-12] where no rate is for the country of the buyer, nothing tells of a tax', async () => {
  expect((await jane.put('/invoice-details', { ...details, country: 'US', tax_number: '' })).status).toBe(200);
  const found = await readOrder(await order());
  expect(found).not.toHaveProperty('taxes');
  expect(found.products[0]).not.toHaveProperty('tax');
  expect(found).not.toHaveProperty('tax_number');
});

test('[W-12] who pays by transfer says country and number with the order', async () => {
  await jane.put('/invoice-details', { ...details, country: 'DE', tax_number: 'DE123456789' });
  const wanted = { ...cart, payment_method: 'transfer' };
  const refused = await jane.post('/order', { ...wanted, billing: { ...billing, tax_number: 'FR1' } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('tax_number');
  const placed = await jane.post('/order', { ...wanted, billing: { ...billing, tax_number: 'fr 12 345 678 901' } });
  expect(placed.status).toBe(201);
  expect(placed.body).toMatchObject({ tax_number: 'FR12345678901', taxes: [{ name: 'TVA', percent: 20 }] });
});

test("[W-12] a business's number is kept with the order, and later ones do not change it", async () => {
  expect((await jane.get('/invoice-details')).body).toEqual({ name: '', address: '', country: '', tax_number: '' });
  const saved = await jane.put('/invoice-details', { ...details, tax_number: '12 345 678 901' });
  expect(saved.body).toEqual(details);
  const first = await order();
  expect(await readOrder(first)).toMatchObject({
    tax_number: 'FR12345678901',
    taxes: [{ name: 'TVA', percent: 20, amount: 3.76, gross: 22.6, net: 18.84 }],
  });
  await jane.put('/invoice-details', { ...details, country: 'DE', tax_number: 'DE123456789' });
  expect((await readOrder(first)).tax_number).toBe('FR12345678901');
  // The order that waits was for somebody else: this is another one.
  const second = await order();
  expect(second).not.toBe(first);
  expect(await readOrder(second)).toMatchObject({
    tax_number: 'DE123456789',
    taxes: [{ percent: 19 }, { percent: 7 }],
  });
  expect(await order()).toBe(second);
  const refused = await jane.put('/invoice-details', { ...details, country: 'DE', tax_number: 'DE12' });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('tax_number');
});

test('[W-12] details go with the account, and are nobody else’s', async () => {
  await jane.put('/invoice-details', details);
  const eve = await shop.customer('eve');
  expect((await eve.get('/invoice-details')).body.name).toBe('');
  expect((await shop.api.get('/invoice-details')).status).toBe(401);
  expect((await jane.delete('/user/jane@example.com')).status).toBe(204);
  expect(await database.kysely.selectFrom('api.invoice_details').selectAll().execute()).toEqual([]);
});

test('[W-12] none configured: no tax anywhere', async () => {
  await shop.close();
  shop = await startBuying(database);
  jane = await shop.customer('jane');
  await jane.put('/invoice-details', { ...details, tax_number: '' });
  const found = await readOrder(await order());
  expect(JSON.stringify(found)).not.toContain('tax');
});
