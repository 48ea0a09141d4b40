import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { StoredOrder } from './order/order.rules.ts';
import { receiptPdf } from './receipt-pdf.ts';

const shop = { name: 'Hearth', address: ['1 Example Street', '10115 Berlin'], origin: 'https://hearth.example' };

function anOrder(changes: Partial<StoredOrder> = {}): StoredOrder {
  return {
    order_id: 'D6WH9EAKFEMP',
    user_id: 'jane@example.com',
    account_id: 'jane',
    status: 'paid',
    payment_method: 'card',
    subtotal_cents: 498_000,
    discount_cents: 0,
    total_cents: 498_000,
    refunded_cents: 0,
    coupon_code: null,
    session_id: null,
    checkout_url: null,
    payment_intent: null,
    created_at: new Date('2026-11-20T09:30:00Z'),
    expires_at: new Date('2026-11-20T10:00:00Z'),
    paid_at: new Date('2026-11-20T09:31:00Z'),
    lines: [
      {
        product_id: 'data',
        product_name: 'Data set',
        unit_price_micros: 2_490_000_000,
        quantity: 2,
        amount_cents: 498_000,
        discount_cents: 0,
        counted: false,
      },
    ],
    ...changes,
  };
}

/** The words of a PDF in the plain font, a line for each piece that is set at once. */
function textOf(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g);
  return [...streams].flatMap(([, packed = '']) =>
    [...unpacked(packed).matchAll(/\[(.*?)\] TJ/g)].map(([, pieces = '']) =>
      [...pieces.matchAll(/<([\da-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    ),
  );
}

function unpacked(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

test('a receipt says who bought what, how it was paid, and what it cost', async () => {
  const text = textOf(await receiptPdf(anOrder(), shop));
  for (const part of ['Hearth', 'D6WH9EAKFEMP', 'jane@example.com', 'Card', 'Data set', '$2490', '2', '$4980.00'])
    expect(text).toContain(part);
});

test('without the account there is no customer to name', async () => {
  const text = textOf(await receiptPdf(anOrder({ user_id: null }), shop));
  expect(text).toContain('D6WH9EAKFEMP');
  expect(text.join()).not.toMatch(/Customer|null/);
});
