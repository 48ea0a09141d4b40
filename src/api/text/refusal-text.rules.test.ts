import { expect, test } from 'vitest';
import type { Refusal } from '#contract/refusal.ts';
import { refusalText } from './refusal-text.rules.ts';

const hourly = { productName: 'GPU', price: 2.49, seenPrice: 2.25, unit: 'hour', seenUnit: 'hour' };
const total = { code: 'price_changed', totalCents: 498, seenTotalCents: 450 } as const;

test.each<[Refusal, string]>([
  [
    { ...total, lines: [] },
    'The total is $4.98 now, not $4.50: a price in your cart has changed. Look at your cart and try again.',
  ],
  [
    { ...total, lines: [hourly] },
    'GPU costs $2.49 now, not $2.25. The total is $4.98 now, not $4.50. Look at your cart and try again.',
  ],
  [
    { ...total, seenTotalCents: 498, lines: [{ ...hourly, seenPrice: 2.49, seenUnit: '' }] },
    'GPU costs $2.49/hour now, not $2.49. Look at your cart and try again.',
  ],
  [
    {
      code: 'license_changed',
      lines: [
        { productName: 'Kit', license: 'MIT', seenLicense: 'CC0-1.0' },
        { productName: 'Set', license: '', seenLicense: 'MIT' },
        { productName: 'Map', license: 'MIT', seenLicense: '' },
      ],
    },
    'Kit comes under the license MIT now, not CC0-1.0. Set comes without a license now, not under MIT. Map comes under the license MIT, which you were not shown. Look at what ordering accepts, and try again.',
  ],
  [
    { code: 'hold_limit', productName: 'GPU', most: 20, held: 0, paymentMethod: 'card' },
    '20 of GPU can be held for one customer until they are paid. Order fewer at once, or write to us.',
  ],
  [
    { code: 'hold_limit', productName: 'GPU', most: 1, held: 2, paymentMethod: 'check' },
    '1 of GPU can be held for one customer until they are paid. You hold 2 in orders that are not paid. Order fewer at once, pay by card, or write to us.',
  ],
  [
    { code: 'provider_away', effect: 'nothing_charged' },
    'The payment provider does not answer. Nothing was charged. Try again in a minute.',
  ],
  [
    { code: 'amount_out_of_range', bound: 'largest', boundCents: 99_999_999 },
    'The largest amount that can be paid by card at once is $999,999.99. Order a part of it first.',
  ],
])('%o is said so', (refusal, sentence) => {
  expect(refusalText(refusal)).toBe(sentence);
});
