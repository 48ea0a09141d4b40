import { expect, test } from 'vitest';
import { orderText } from '../scripts/order/show-order.ts';
import { aLine } from './factories/order.ts';

const at = new Date('2026-11-23T05:12:00Z');
const had = { order_id: 'AS3YCQMDH889', line: 0, started: 3, completed: 2, files: 3, last_at: at };
const record = {
  order: { order_id: 'AS3YCQMDH889', status: 'fulfilled', created_at: at, expires_at: at, payment_method: 'card' },
  lines: [],
  downloads: [had],
  refunds: [],
  disputes: [],
  invoices: [],
  mails: [],
  notes: [],
  history: [],
};

test('[G-14] an order that is shown says what its buyer has downloaded, before anybody gives the money back', () => {
  expect(orderText(record as never)).toMatch(/^Downloads\n {2}Line 0 {2}2 of 3 files downloaded.*2026-11-23 05:12/m);
});

test('[W-12] [W-13] it says the tax of its lines, whom it is invoiced to, and its invoices', () => {
  const invoice_to = {
    name: 'Engines Ltd',
    address: '1 Main Street\nLondon',
    country: 'GB',
    tax_number: 'GB123456789',
  };
  const text = orderText({
    ...record,
    order: { ...record.order, invoice_to },
    lines: [aLine({ amount_cents: 11_900, tax_name: 'VAT', tax_thousandths: 19_000, tax_cents: 1_900 })],
    invoices: [
      { kind: 'invoice', number: 'INV-2026-000001', issued_at: at, total_cents: 11_900, issuer_name: 'Hearth' },
    ],
  } as never);
  expect(text).toContain('$19.00 of it 19 % VAT');
  expect(text).toMatch(/^Invoiced to\n.*Engines Ltd\n.*1 Main Street, London\n/m);
  expect(text).toMatch(/^Invoices\n.*Invoice INV-2026-000001 +\$119\.00 +of Hearth/m);
});

test('[B-07] it says what the staff have noted', () => {
  const notes = [{ note_id: '1', written_by: 'fern', written_at: at, text: 'Called her.\nShe waits.' }];
  expect(orderText({ ...record, notes } as never)).toMatch(
    /^Notes\n.*2026-11-23 05:12:00 UTC {2}by fern {2}Called her. She waits.$/m,
  );
});
