import { expect, test } from 'vitest';
import { anOrder } from '../../../../../test/factories/order.ts';
import { aShop } from '../../../../../test/factories/shop.ts';
import type { Message } from '../../../../mail/mailer.ts';
import { placedMail, refundMail } from './order-mails.ts';

const shop = aShop();
const order = anOrder({ status: 'pending', payment_method: 'transfer', paid_at: null, total_cents: 2_000 });
const rowsOf = ({ rows }: Message) => rows?.map(({ label, value }) => `${label}: ${value}`);

test('who is to pay by transfer is told the amount, the account, the reference and until when', () => {
  const mail = placedMail({ shop }, order, 'jane@example.com');
  expect(mail.to).toBe('jane@example.com');
  expect(mail.paragraphs.join('\n')).toContain('until 20 November 2026, 10:00 UTC');
  expect(rowsOf(mail)).toEqual([
    'To transfer: $20.00',
    'Account holder: Hearth Marketplace',
    'IBAN: DE75 5121 0800 1245 1261 99',
    'BIC: SOGEDEFF',
    'Bank: Example Bank',
    'Payment reference: D6WH9EAKFEMP',
    'Data set × 2: $4,980.00',
  ]);
});

test('a shop without bank details says where to ask for them', () => {
  const mail = placedMail({ shop: aShop({ bank: null }) }, order, 'jane@example.com');
  expect(mail.paragraphs.join('\n')).toContain('support@example.com');
  expect(rowsOf(mail)).toEqual(['To transfer: $20.00', 'Data set × 2: $4,980.00']);
});

test('who is to pay by check is told where to send it, and no account', () => {
  const mail = placedMail({ shop }, { ...order, payment_method: 'check' }, 'jane@example.com');
  expect(mail.paragraphs.join('\n')).toContain('Hearth\n1 Example Street\n10115 Berlin');
  expect(rowsOf(mail)).toEqual(['Amount of the check: $20.00', 'Data set × 2: $4,980.00']);
});

test('a small refund says how much of what was refunded, of which order and why', () => {
  const refund = {
    parts: [{ amountCents: 500, destination: 'origin' as const }],
    refundedCents: 500,
    reason: 'One hour was not delivered',
  };
  const mail = refundMail({ shop }, order, 'jane@example.com', refund);
  expect(mail.subject).toBe('A refund of $5.00 for your Hearth order D6WH9EAKFEMP');
  expect(mail.paragraphs).toEqual([
    'We have refunded $5.00 of the $20.00 that you paid for order D6WH9EAKFEMP.',
    'Why: One hour was not delivered',
    expect.any(String),
  ]);
  expect(rowsOf(mail)).toEqual(['Paid: $20.00', 'Refunded: -$5.00', 'Paid after refunds: $15.00']);
});

test('a refund of another amount than the order’s is told of what was received', () => {
  const taken = anOrder({ total_cents: 5_000, received_cents: 6_000 });
  const refund = { parts: [{ amountCents: 6_000, destination: 'origin' as const }], refundedCents: 6_000, reason: '' };
  const mail = refundMail({ shop }, taken, 'jane@example.com', refund);
  expect(mail.paragraphs[0]).toBe('We have refunded the whole $60.00 that you paid for order D6WH9EAKFEMP.');
  expect(rowsOf(mail)).toEqual(['Paid: $60.00', 'Refunded: -$60.00', 'Paid after refunds: $0.00']);
});

test('a later refund tells of those before; one of everything says so; no reason is made up', () => {
  const later = refundMail({ shop }, order, 'jane@example.com', {
    parts: [{ amountCents: 500, destination: 'origin' }],
    refundedCents: 800,
    reason: ' ',
  });
  expect(rowsOf(later)).toEqual([
    'Paid: $20.00',
    'Refunded before: -$3.00',
    'Refunded now: -$5.00',
    'Paid after refunds: $12.00',
  ]);
  expect(later.paragraphs.join()).not.toContain('Why');
  const whole = refundMail({ shop }, order, 'jane@example.com', {
    parts: [{ amountCents: 2_000, destination: 'origin' }],
    refundedCents: 2_000,
    reason: '',
  });
  expect(whole.paragraphs[0]).toBe('We have refunded the whole $20.00 that you paid for order D6WH9EAKFEMP.');
});

test('a refund to the wallet and the card is one mail that says what goes where', () => {
  const mail = refundMail({ shop }, order, 'jane@example.com', {
    parts: [
      { amountCents: 400, destination: 'wallet' },
      { amountCents: 1_600, destination: 'origin' },
    ],
    refundedCents: 2_000,
    reason: '',
  });
  expect(mail.subject).toBe('A refund of $20.00 for your Hearth order D6WH9EAKFEMP');
  expect(mail.paragraphs[1]).toMatch(/^\$4\.00 of it is in your wallet now: .*\/profile\/wallet$/);
  expect(mail.paragraphs[2]).toContain('$16.00 goes back to what you paid with.');
  expect(rowsOf(mail)).toEqual(['Paid: $20.00', 'Refunded: -$20.00', 'Paid after refunds: $0.00']);
});
