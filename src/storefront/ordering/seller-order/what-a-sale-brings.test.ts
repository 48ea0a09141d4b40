import { expect, test } from 'vitest';
import { whatASaleBrings } from './what-a-sale-brings.tsx';

const fee = { name: 'Standard fee', percent: 8.5, fixed: 0.3, returned: true };

test.each([
  [
    { fee, holding_hours: 336 },
    19.99,
    'You get $17.99 of $19.99: fee $2.00 (Standard fee, 8.5 % and $0.30 of each line). It is yours 14 days after it is delivered.',
  ],
  [
    { fee, holding_hours: 0 },
    0.2,
    'You get $0.00 of $0.20: fee $0.20 (Standard fee, 8.5 % and $0.30 of each line). It is yours once it is delivered.',
  ],
  [
    { fee, holding_hours: 36 },
    null,
    'Fee: Standard fee, 8.5 % and $0.30 of each line. It is yours 36 hours after it is delivered.',
  ],
  [
    { fee: null, holding_hours: 24 },
    5,
    'There is no fee: you get all of the price. It is yours 1 day after it is delivered.',
  ],
])('[W-03] a seller reads what a sale brings: %o at %s', (terms, price, text) => {
  expect(whatASaleBrings(terms, price)).toBe(text);
});
