import { expect, test } from 'vitest';
import { priceStepLabels, priceStepOf } from './price-step.ts';

test.each([
  [priceStepOf('lower', '10', '0.01'), { by: 'percent', value: -10, round_to: 0.01 }],
  [priceStepOf('raiseBy', '2.5', '10.00'), { by: 'amount', value: 2.5, round_to: 10 }],
  [priceStepOf('set', 'much', '1.00'), null],
  [priceStepOf('raise', '7,5', '0.01'), null],
])('%# a change of prices', (step, expected) => expect(step).toEqual(expected));

test.each([
  [{ by: 'percent', value: -10, round_to: 0.01 }, 'Lower by 10 percent, rounded to a cent'],
  [{ by: 'amount', value: 1_250.5, round_to: 1 }, 'Raise by $1,250.50, rounded to a dollar'],
  [{ by: 'set', value: 3, round_to: 0.000001 }, 'Set to $3, not rounded'],
  [{ by: 'set', value: 3, round_to: 5 }, 'Set to $3, rounded to $5'],
] as const)('%j in words', (step, words) => expect(priceStepLabels(step)).toBe(words));
