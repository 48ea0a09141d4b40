import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { containedTax } from '../tax/tax.rules.ts';
import {
  type Draft,
  draftCancellations,
  draftCreditNotes,
  draftInvoices,
  type InvoicedRefund,
  type InvoiceState,
  type IssuedInvoice,
  isInvoiced,
  noteOf,
  numberOf,
  totalOf,
} from './invoice.rules.ts';

const issued = ({ corrects, ...draft }: Draft, index: number): IssuedInvoice => ({
  invoice_id: `${draft.kind} ${index}`,
  number: numberOf(draft.kind, 2026, index + 1),
  order_id: 'order',
  issuer: draft.issuer,
  ...noteOf({ corrects, ...draft }),
  corrects: corrects?.invoice_id ?? null,
  total_cents: totalOf(draft.lines).cents,
  tax_cents: totalOf(draft.lines).tax,
  issued_at: new Date('2026-11-20T09:31:00Z'),
});

const aRefund = (changes: Partial<InvoicedRefund> = {}): InvoicedRefund => ({
  refund_id: 'one',
  amount_cents: 100,
  state: 'succeeded',
  credited: false,
  reason: '',
  created_at: '2026-11-22T09:30:00+00:00',
  named: [],
  ...changes,
});

const taxedLine = (line: number, cents: number, seller_id: string | null = null, discount_cents = 0) =>
  aLine({
    line,
    seller_id,
    amount_cents: cents + discount_cents,
    discount_cents,
    tax_name: 'VAT',
    tax_thousandths: 19_000,
    tax_cents: containedTax(cents, 19_000),
    tax_country: 'DE',
  });

const ofLines = (lines: StoredOrder['lines'], changes: Partial<StoredOrder> = {}) => {
  const total = lines.reduce((sum, line) => sum + line.amount_cents - line.discount_cents, 0);
  return anOrder({ lines, total_cents: total, received_cents: total, ...changes });
};

/** Gives refunds back one after the other; answers the credit notes. */
function credit(order: StoredOrder, refunds: InvoicedRefund[], issuers: 'operator' | 'seller' = 'operator') {
  const state = {
    invoices: draftInvoices(order, issuers).map(issued),
    notes: [] as IssuedInvoice[],
    settled: [] as InvoicedRefund[],
  } satisfies InvoiceState;
  for (const refund of refunds) {
    state.notes.push(...draftCreditNotes(order, state, refund).map(issued));
    state.settled.push(refund);
  }
  return state;
}

test('[W-13] a number says what, when and the how-manieth it is', () => {
  expect(numberOf('invoice', 2026, 1)).toBe('INV-2026-000001');
  expect(numberOf('credit_note', 2027, 1_234_567)).toBe('CN-2027-1234567');
});

test('[W-13] what cost nothing, was never paid or was never sold is on no invoice', () => {
  expect(isInvoiced(anOrder())).toBe(true);
  expect(isInvoiced(anOrder({ status: 'refunded', items_returned: true }))).toBe(true);
  expect(isInvoiced(anOrder({ total_cents: 0 }))).toBe(false);
  expect(isInvoiced(anOrder({ paid_at: null, status: 'pending' }))).toBe(false);
  // Paid too late, and sent back at once.
  expect(isInvoiced(anOrder({ status: 'refunded', items_returned: false }))).toBe(false);
});

test('[W-13] the operator invoices all of an order, or each shop what it has sold', () => {
  const order = ofLines([
    taxedLine(0, 1_190, 'b'),
    taxedLine(1, 2_380),
    taxedLine(2, 119, 'a'),
    taxedLine(3, 238, 'b'),
  ]);
  expect(draftInvoices(order, 'operator').map(({ issuer, lines }) => [issuer, totalOf(lines)])).toEqual([
    ['', { cents: 3_927, tax: 627 }],
  ]);
  const bySeller = draftInvoices(order, 'seller');
  expect(Object.fromEntries(bySeller.map(({ issuer, lines }) => [issuer, totalOf(lines).cents]))).toEqual({
    '': 2_380,
    a: 119,
    b: 1_428,
  });
});

test('[W-13] a shop whose lines cost nothing invoices nothing', () => {
  const order = ofLines([taxedLine(0, 1_190, 'a'), taxedLine(1, 0, 'b', 500)]);
  expect(draftInvoices(order, 'seller').map(({ issuer }) => issuer)).toEqual(['a']);
});

test('[W-13] a refund that names lines is credited for them, with their tax, by who has invoiced them', () => {
  const order = ofLines([taxedLine(0, 1_190, 'a'), taxedLine(1, 2_380, 'b')]);
  const refund = aRefund({ amount_cents: 595, named: [{ line: 1, amount_cents: 595 }] });
  const { notes } = credit(order, [refund], 'seller');
  expect(notes.map(({ issuer, lines, corrects }) => [issuer, lines, corrects])).toEqual([
    ['b', [{ line: 1, cents: 595, tax_cents: 95 }], 'invoice 1'],
  ]);
});

test('[W-13] what was received beyond the total was on no invoice, and goes back without a credit note', () => {
  const order = ofLines([taxedLine(0, 5_000)], { received_cents: 6_000 });
  expect(credit(order, [aRefund({ amount_cents: 1_000 })]).notes).toEqual([]);
  const { notes } = credit(order, [
    aRefund({ refund_id: 'one', amount_cents: 600 }),
    aRefund({ refund_id: 'two', amount_cents: 600 }),
    aRefund({ refund_id: 'three', amount_cents: 100 }),
  ]);
  expect(notes.map((note) => [note.refund_id, note.total_cents])).toEqual([
    ['two', 200],
    ['three', 100],
  ]);
});

test('[W-13] a refund that fails after all is cancelled with what was credited, and can be credited again', () => {
  const order = ofLines([taxedLine(0, 1_190), taxedLine(1, 2_380)]);
  const refund = aRefund({ amount_cents: 3_570 });
  const state = credit(order, [refund]);
  const cancelled = draftCancellations(state.notes, refund);
  expect(cancelled.map(({ lines }) => lines)).toEqual(state.notes.map(({ lines }) => lines));
  const again = draftCreditNotes(
    order,
    { ...state, notes: [...state.notes, ...cancelled.map(noteOf)], settled: [] },
    aRefund({ refund_id: 'two', amount_cents: 3_570 }),
  );
  expect(again.map(({ lines }) => totalOf(lines))).toEqual([{ cents: 3_570, tax: 570 }]);
});

test('[W-13] however money goes back, nothing is credited twice, and all of it with all of its tax', () => {
  const line = fc.record({
    cents: fc.nat({ max: 100_000 }),
    seller: fc.constantFrom(null, 'a', 'b'),
    rate: fc.constantFrom(null, 7_000, 19_000),
  });
  const share = fc.record({ percent: fc.integer({ min: 1, max: 100 }), named: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.array(share, { maxLength: 6 }),
      fc.constantFrom('operator' as const, 'seller' as const),
      (lines, shares, issuers) => {
        const order = ofLines(
          lines.map(({ cents, seller, rate }, index) =>
            aLine({
              line: index,
              seller_id: seller,
              amount_cents: cents,
              ...(rate !== null && { tax_name: 'VAT', tax_thousandths: rate, tax_cents: containedTax(cents, rate) }),
            }),
          ),
        );
        const total = order.total_cents;
        fc.pre(total > 0);
        let left = total;
        const gone = new Map<number, number>();
        const refunds = [...shares, { percent: 100, named: false }].flatMap(({ percent, named }, index) => {
          const first = order.lines[index % order.lines.length];
          const ofLine = first ? first.amount_cents - (gone.get(first.line) ?? 0) : 0;
          const isNamed = named && ofLine > 0;
          const amount = Math.floor((Math.min(left, isNamed ? ofLine : left) * percent) / 100);
          if (amount === 0) return [];
          left -= amount;
          // As the shop counts what is left of a line: by what was named.
          if (isNamed && first) gone.set(first.line, (gone.get(first.line) ?? 0) + amount);
          return [
            aRefund({
              refund_id: String(index),
              amount_cents: amount,
              named: isNamed && first ? [{ line: first.line, amount_cents: amount }] : [],
            }),
          ];
        });
        const { invoices, notes } = credit(order, refunds, issuers);
        expect(notes.reduce((sum, note) => sum + note.total_cents, 0)).toBe(total);
        for (const invoice of invoices) {
          const own = notes.filter(({ corrects }) => corrects === invoice.invoice_id);
          expect(own.reduce((sum, note) => sum + note.total_cents, 0)).toBe(invoice.total_cents);
          expect(own.reduce((sum, note) => sum + note.tax_cents, 0)).toBe(invoice.tax_cents);
          for (const note of own) expect(note.tax_cents).toBeLessThanOrEqual(note.total_cents);
        }
      },
    ),
  );
});
