import { expect, test } from 'vitest';
import { priceStepOf, priceStepWords, readPlainNumber } from './price-step.ts';

test.each([
  ['12', 12],
  [' 1,250.50 ', 1_250.5],
  ['0.000001', 0.000001],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['12%', null],
])('%j as somebody types it', (text, number) => expect(readPlainNumber(text)).toBe(number));

test.each([
  [priceStepOf('lower', '10', '0.01'), { by: 'percent', value: -10, round_to: 0.01 }],
  [priceStepOf('raiseBy', '2.5', '10.00'), { by: 'amount', value: 2.5, round_to: 10 }],
  [priceStepOf('set', 'much', '1.00'), null],
])('%# a change of prices', (step, expected) => expect(step).toEqual(expected));

test.each([
  [{ by: 'percent', value: -10, round_to: 0.01 }, 'Lower by 10 percent, rounded to a cent'],
  [{ by: 'amount', value: 1_250.5, round_to: 1 }, 'Raise by $1,250.5, rounded to a dollar'],
  [{ by: 'set', value: 3, round_to: 0.000001 }, 'Set to $3, not rounded'],
  [{ by: 'set', value: 3, round_to: 5 }, 'Set to $3, rounded to $5'],
] as const)('%j in words', (step, words) => expect(priceStepWords(step)).toBe(words));
