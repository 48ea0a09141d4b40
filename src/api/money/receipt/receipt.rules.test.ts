import { expect, test } from 'vitest';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aShop } from '../../../../test/factories/shop.ts';
import { receiptOf } from './receipt.rules.ts';

const billing = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Analytical Engines Ltd',
  address: '12 Main Street',
  city: 'London',
  country: 'GB',
  postcode: 'SW1A 1AA',
  mobile: '+44 20',
  email: 'ada@example.com',
};

test('both parties stand on it, with the tax number of the seller and the billing data of the buyer', () => {
  const shop = aShop({ taxNumber: 'VAT ID DE123456789' });
  const { seller, buyer } = receiptOf(anOrder({ payment_method: 'transfer', billing }), shop);
  expect(seller).toEqual(['Hearth', '1 Example Street', '10115 Berlin', 'VAT ID DE123456789']);
  expect(buyer).toEqual([
    'Analytical Engines Ltd',
    'Ada Lovelace',
    '12 Main Street',
    'SW1A 1AA London',
    'United Kingdom',
    'ada@example.com',
  ]);
});

test('an address that begins with the name of the shop does not name it twice', () => {
  expect(receiptOf(anOrder(), aShop({ address: ['Hearth Ltd', 'Berlin'] })).seller).toEqual(['Hearth Ltd', 'Berlin']);
});

test('without billing details the buyer is the address of the account, and nobody once that is deleted', () => {
  expect(receiptOf(anOrder(), aShop()).buyer).toEqual(['jane@example.com']);
  expect(receiptOf(anOrder({ user_id: null }), aShop()).buyer).toEqual([]);
});

test.each([
  [{ payment_method: 'card', card_brand: 'visa', card_last4: '4242' }, 'Visa ending in 4242'],
  [{ payment_method: 'card', card_brand: 'something_new', card_last4: '0005' }, 'Card ending in 0005'],
  [{ payment_method: 'card' }, 'Card'],
  [{ payment_method: 'transfer' }, 'Bank transfer'],
  [{ payment_method: 'check' }, 'Check'],
] as const)('how %o was paid', (changes, text) => {
  expect(receiptOf(anOrder(changes), aShop()).facts).toContainEqual(['Payment', text]);
});

test('nothing is taken off, nothing is said of it', () => {
  expect(receiptOf(anOrder(), aShop()).sums).toEqual([{ label: 'Total', amount: '$4,980.00', strong: true }]);
});

test('where another amount was received, that is what was paid and what is left of it', () => {
  const order = anOrder({ total_cents: 5_000, received_cents: 6_000, refunded_cents: 1_000 });
  const sums = receiptOf(order, aShop()).sums.map(({ label, amount }) => `${label}: ${amount}`);
  expect(sums).toEqual(['Total: $50.00', 'Received: $60.00', 'Refunded: -$10.00', 'Paid after refunds: $50.00']);
});

test('a coupon and refunds stand below the lines, with what is left and why', () => {
  const order = anOrder({
    coupon_code: 'TENOFF',
    discount_cents: 49_800,
    total_cents: 448_200,
    refunded_cents: 1_250,
    refunds: [
      {
        refund_id: 'one',
        amount_cents: 1_250,
        state: 'succeeded',
        reason: 'One hour was not delivered',
        destination: 'origin',
        created_at: '2026-11-22T09:30:00+00:00',
      },
      {
        refund_id: 'two',
        amount_cents: 100,
        state: 'pending',
        reason: '',
        destination: 'origin',
        created_at: '2026-11-22T09:31:00+00:00',
      },
    ],
  });
  const { sums, refunds } = receiptOf(order, aShop());
  expect(sums.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    'Subtotal $4,980.00',
    'Coupon TENOFF -$498.00',
    'Total $4,482.00',
    'Refunded -$12.50',
    'Paid after refunds $4,469.50',
  ]);
  expect(refunds).toEqual([{ day: '22 Nov 2026', reason: 'One hour was not delivered', amount: '-$12.50' }]);
});

test('a name is cut where it says nothing more, and never within a character', () => {
  const nameOf = (product_name: string) =>
    receiptOf(anOrder({ lines: [aLine({ product_name })] }), aShop()).lines[0]?.name ?? '';
  expect(nameOf('x'.repeat(200))).toBe('x'.repeat(200));
  expect(nameOf('x'.repeat(500))).toBe(`${'x'.repeat(199)}…`);
  expect(nameOf('👩‍🚀'.repeat(250))).toBe(`${'👩‍🚀'.repeat(199)}…`);
});

test('[V-05] a line names the license that was accepted', () => {
  const { lines } = receiptOf(anOrder({ lines: [aLine({ license: 'CC-BY-4.0' })] }), aShop());
  expect(lines[0]?.details).toBe('License: CC-BY-4.0');
});

test('[V-02] [V-06] long choices cut off neither each other nor what the quantity means nor the license', () => {
  const selected_options = [
    { name: 'Operating system', value: 'Ubuntu 24.04 LTS (long-term support)' },
    { name: 'Region', value: 'Norway, hydropower, two independent lines' },
    { name: 'Storage', value: '3.84 TB NVMe, mirrored' },
    { name: 'Network', value: '2 × 100 Gbit/s, RDMA over Ethernet' },
    { name: 'Support', value: 'Around the clock, answered within 15 minutes' },
    { name: 'GPUs', value: '8' },
  ];
  const line = aLine({ selected_options, quantity: 24, price_unit: 'hour', license: 'MIT' });
  const detailsOf = (changes: Partial<typeof line>) =>
    receiptOf(anOrder({ lines: [{ ...line, ...changes }] }), aShop()).lines[0]?.details;
  expect(detailsOf({})).toMatch(/^Operating system: .* 15 minutes, GPUs: 8 · 24 hours · License: MIT$/);
  const endless = [{ name: 'Note', value: 'x'.repeat(5_000) }];
  expect(detailsOf({ selected_options: endless })).toMatch(/^Note: x+… · 24 hours · License: MIT$/);
});

const taxed = (cents: number, thousandths: number, tax_cents: number) =>
  aLine({ amount_cents: cents, tax_name: 'VAT', tax_thousandths: thousandths, tax_cents, tax_country: 'DE' });

test('[W-12] a line tells its rate and the tax in it, and the sums stand by rate', () => {
  const { lines, taxes } = receiptOf(
    anOrder({ lines: [taxed(11_900, 19_000, 1_900), taxed(10_700, 7_000, 700), taxed(249, 19_000, 40)] }),
    aShop(),
  );
  expect(lines.map(({ details }) => details)).toEqual([
    'Includes 19 % VAT: $19.00',
    'Includes 7 % VAT: $7.00',
    'Includes 19 % VAT: $0.40',
  ]);
  expect(taxes).toEqual([
    { rate: '19 % VAT', net: '$102.09', tax: '$19.40', gross: '$121.49' },
    { rate: '7 % VAT', net: '$100.00', tax: '$7.00', gross: '$107.00' },
  ]);
});

test('[W-12] without a tax the receipt says nothing of it', () => {
  const receipt = receiptOf(anOrder(), aShop());
  expect(receipt.taxes).toEqual([]);
  expect(JSON.stringify(receipt)).not.toMatch(/VAT|Includes/);
});

test("[W-12] a business's number stands with the buyer, who paid by card or by transfer", () => {
  const invoice_to = {
    name: 'Engines Ltd',
    address: '12 Main Street\nLondon',
    country: 'GB',
    tax_number: 'GB123456789',
  };
  expect(receiptOf(anOrder({ invoice_to }), aShop()).buyer).toEqual([
    'Engines Ltd',
    '12 Main Street',
    'London',
    'United Kingdom',
    'jane@example.com',
    'Tax number GB123456789',
  ]);
  const billed = anOrder({ payment_method: 'transfer', billing: { ...billing, tax_number: 'GB987654321' } });
  expect(receiptOf(billed, aShop()).buyer.at(-1)).toBe('Tax number GB987654321');
});

test('a receipt names who sold each line, where a shop has sold one of them', () => {
  const seller = { name: 'Northern Data', address: 'northern-data' };
  const lines = [aLine({ seller_id: 'north', seller }), aLine({ line: 1 })];
  const details = (order: ReturnType<typeof anOrder>) => receiptOf(order, aShop()).lines.map((line) => line.details);
  expect(details(anOrder({ lines }))).toEqual(['Sold by Northern Data', 'Sold by Hearth']);
  expect(details(anOrder())).toEqual(['']);
});
