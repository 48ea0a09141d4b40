import { expect, test } from 'vitest';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aShop } from '../../../../test/factories/shop.ts';
import { type Draft, draftInvoices } from './invoice.rules.ts';
import { invoicePdfOf } from './invoice-pdf.rules.ts';

const paid_at = new Date('2026-11-20T09:31:00Z');
const order = {
  ...anOrder({
    invoice_to: { name: 'Engines Ltd', address: '12 Main Street\nLondon', country: 'GB', tax_number: 'GB123456789' },
    coupon_code: 'TENOFF',
    lines: [
      aLine({
        seller_id: 'ours',
        amount_cents: 13_222,
        discount_cents: 1_322,
        tax_name: 'VAT',
        tax_thousandths: 19_000,
        tax_cents: 1_900,
        tax_country: 'GB',
      }),
    ],
  }),
  paid_at,
};
const operator = aShop({ taxNumber: 'VAT ID DE123456789' });
const given = { order, number: 'INV-2026-000001', issuedAt: new Date('2026-11-21T10:00:00Z'), operator, shop: null };
const [invoice] = draftInvoices(order, 'operator') as [Draft];

test('[W-13] an invoice names both, its number, what was sold, and the tax in it', () => {
  expect(invoicePdfOf({ ...given, draft: invoice })).toMatchObject({
    kind: 'invoice',
    number: 'INV-2026-000001',
    shop: 'Hearth',
    isOwn: true,
    seller: ['Hearth', '1 Example Street', '10115 Berlin', 'VAT ID DE123456789'],
    buyer: ['Engines Ltd', '12 Main Street', 'London', 'United Kingdom', 'jane@example.com', 'Tax number GB123456789'],
    facts: [
      ['Number', 'INV-2026-000001'],
      ['Date', '21 Nov 2026'],
      ['Order', 'D6WH9EAKFEMP'],
      ['Paid', '20 Nov 2026'],
      ['Payment', 'Card'],
    ],
    lines: [{ name: 'Data set', quantity: '2', amount: '$132.22', details: 'Includes 19 % VAT: $19.00' }],
    sums: [
      { label: 'Subtotal', amount: '$132.22' },
      { label: 'Coupon TENOFF', amount: '-$13.22' },
      { label: 'Total', amount: '$119.00', strong: true },
    ],
    taxes: [{ rate: '19 % VAT', net: '$100.00', tax: '$19.00', gross: '$119.00' }],
    notes: ['Paid on 20 Nov 2026. Nothing is due.', 'Amounts are in US dollars and contain the tax.'],
  });
});

test("[W-13] in a shop's name it is the shop's own, and says through whom it was sold", () => {
  const shop = {
    seller_id: 'ours',
    name: 'Northern Data',
    responsible: 'Ada Nord\n1 Fjord Road\n0150 Oslo',
    country: 'NO',
    support_email: 'ada@nord.example',
  };
  const pdf = invoicePdfOf({ ...given, shop, draft: { ...invoice, issuer: 'ours' } });
  expect(pdf).toMatchObject({
    shop: 'Northern Data',
    isOwn: false,
    seller: ['Northern Data', 'Ada Nord', '1 Fjord Road', '0150 Oslo', 'Norway'],
    contact: 'ada@nord.example  ·  Sold through Hearth',
  });
  expect(pdf.seller.join()).not.toContain('DE123456789');
  const twice = { ...shop, responsible: 'Northern Data\nOslo\nnorway' };
  expect(invoicePdfOf({ ...given, shop: twice, draft: invoice }).seller).toEqual(['Northern Data', 'Oslo', 'norway']);
});

test('[W-13] it names who sold each line, and what the wallet and the card paid', () => {
  const seller = { name: 'Northern Data', address: 'northern-data' };
  const lines = [
    aLine({ seller_id: 'north', seller, amount_cents: 7_000 }),
    aLine({ line: 1, product_name: 'Ours', amount_cents: 3_000 }),
  ];
  const mixed = { ...anOrder({ lines, total_cents: 10_000, wallet_cents: 4_000 }), paid_at };
  const [whole] = draftInvoices(mixed, 'operator') as [Draft];
  const pdf = invoicePdfOf({ ...given, order: mixed, draft: whole });
  expect(pdf.lines.map(({ details }) => details)).toEqual(['Sold by Northern Data', 'Sold by Hearth']);
  expect(pdf.sums.slice(1)).toEqual([
    { label: 'From your wallet', amount: '$40.00' },
    { label: 'By card', amount: '$60.00' },
  ]);
  const [ofShop] = draftInvoices(mixed, 'seller') as [Draft];
  const shop = { seller_id: 'north', name: 'Northern Data', responsible: 'Ada', country: 'NO', support_email: '' };
  const own = invoicePdfOf({ ...given, order: mixed, shop, draft: ofShop });
  expect(own.lines.map(({ details }) => details)).toEqual(['']);
  expect(own.sums).toEqual([{ label: 'Total', amount: '$70.00', strong: true }]);
  expect(own.notes[1]).toBe('Of the whole order, $100.00: From your wallet $40.00, By card $60.00.');
});

test('[W-13] a credit note names its invoice, what goes back with its tax, and why', () => {
  const refund = {
    ...{ refund_id: 'one', amount_cents: 5_950, state: 'succeeded', credited: false, named: [] },
    ...{ reason: 'Half of it was not delivered', created_at: '2026-11-22T09:30:00+00:00' },
  };
  const lines = [{ line: 0, cents: 5_950, tax_cents: 950 }];
  const corrects = { invoice_id: 'id', number: 'INV-2026-000001' };
  const note: Draft = { kind: 'credit_note', issuer: '', refund, corrects, lines };
  expect(invoicePdfOf({ ...given, number: 'CN-2026-000001', draft: note })).toMatchObject({
    kind: 'credit_note',
    facts: [
      ['Number', 'CN-2026-000001'],
      ['Date', '21 Nov 2026'],
      ['Invoice', 'INV-2026-000001'],
      ['Order', 'D6WH9EAKFEMP'],
    ],
    lines: [{ name: 'Data set', price: '', quantity: '', amount: '$59.50', details: 'Includes 19 % VAT: $9.50' }],
    sums: [{ label: 'Total credited', amount: '$59.50', strong: true }],
    taxes: [{ rate: '19 % VAT', net: '$50.00', tax: '$9.50', gross: '$59.50' }],
    notes: [
      'Takes back the amounts above from invoice INV-2026-000001. Refund of 22 Nov 2026.',
      'Reason: Half of it was not delivered',
      'Amounts are in US dollars and contain the tax.',
    ],
  });
  const cancellation: Draft = {
    ...note,
    kind: 'cancellation',
    corrects: { invoice_id: 'id', number: 'CN-2026-000001' },
  };
  expect(invoicePdfOf({ ...given, number: 'CAN-2026-000001', draft: cancellation }).notes[0]).toBe(
    'The refund of 22 Nov 2026 did not arrive: credit note CN-2026-000001 counts no more.',
  );
});
