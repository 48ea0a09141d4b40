import { expect, test } from 'vitest';
import { splitRefund } from './refund-split.rules.ts';

const lines = [
  { line: 0, amount_cents: 3_000 },
  { line: 2, amount_cents: 2_000 },
];
const whole = { amountCents: 5_000, lines };

test('[W-11] a refund goes to the wallet as a whole, or to the card as far as that has paid', () => {
  expect(splitRefund(whole, 'wallet', 5_000)).toEqual([{ destination: 'wallet', amountCents: 5_000, lines }]);
  expect(splitRefund(whole, 'card', 5_000)).toEqual([{ destination: 'origin', amountCents: 5_000, lines }]);
  expect(splitRefund(whole, 'card', 0)).toEqual([{ destination: 'wallet', amountCents: 5_000, lines }]);
});

test('[W-11] what goes to both is split line by line, in their order', () => {
  expect(splitRefund(whole, 'card', 3_500)).toEqual([
    { destination: 'origin', amountCents: 3_500, lines: [lines[0], { line: 2, amount_cents: 500 }] },
    { destination: 'wallet', amountCents: 1_500, lines: [{ line: 2, amount_cents: 1_500 }] },
  ]);
  expect(splitRefund({ amountCents: 100, lines: [] }, 'card', 40)).toEqual([
    { destination: 'origin', amountCents: 40, lines: [] },
    { destination: 'wallet', amountCents: 60, lines: [] },
  ]);
});
