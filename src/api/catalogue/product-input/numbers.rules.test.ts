import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultReason } from './fault-text.rules.ts';
import { readPrice } from './numbers.rules.ts';

test.each([
  ['0', 0],
  ['0.00', 0],
  ['-0', 0],
  ['0e999999999', 0],
  ['4.775', 4_775_000],
  [' 4.775 ', 4_775_000],
  ['4.775000', 4_775_000],
  ['.5', 500_000],
  ['5.', 5_000_000],
  ['+5', 5_000_000],
  ['007', 7_000_000],
  ['1e-6', 1],
  ['2.5E3', 2_500_000_000],
  ['1000000000', 1_000_000_000_000_000],
  ['1e9', 1_000_000_000_000_000],
  [2.49, 2_490_000],
  [3_269_372.0, 3_269_372_000_000],
  [0.1 + 0.2, 300_000],
])('%j is a price', (given, micros) => {
  expect(readPrice(given)).toMatchObject({ ok: true, micros });
});

test.each([
  ['0.0000005', 1],
  ['0.0000014999', 1],
  ['1.0000005', 1_000_001],
  // As a binary fraction this is a little less than it says, and would be rounded down.
  ['1.0000015', 1_000_002],
  ['141.583993642521', 141_583_994],
  [141.583993642521, 141_583_994],
  ['0.1234567890123456789', 123_457],
  ['999999999.9999996', 1_000_000_000_000_000],
])('%j is rounded half up to the sixth decimal, and says so', (given, micros) => {
  expect(readPrice(given)).toEqual({ ok: true, micros, rounded: true });
});

test.each([
  ['free', 'is not a number: free'],
  ['$4.77', 'is not a number: $4.77'],
  ['4,77', 'is not a number: 4,77'],
  ['1.234,56', 'is not a number: 1.234,56'],
  ['0x10', 'is not a number: 0x10'],
  ['1_000', 'is not a number: 1_000'],
  ['4.7.7', 'is not a number: 4.7.7'],
  ['٤٫٧', 'is not a number: ٤٫٧'],
  ['.', 'is not a number: .'],
  ['e5', 'is not a number: e5'],
  ['NaN', 'is not a number: NaN'],
  ['1\u001b[31m2', 'is not a number: 1\u{FFFD}[31m2'],
  [true, 'is not a number'],
  [[4], 'is not a number'],
  ['Infinity', 'is not a finite number'],
  [Number.POSITIVE_INFINITY, 'is not a finite number'],
  ['-1', 'is negative'],
  ['-1e309', 'is negative'],
  ['1e309', 'is above the largest price, 1,000,000,000'],
  ['1e999999999', 'is above the largest price, 1,000,000,000'],
  ['1000000000.000001', 'is above the largest price, 1,000,000,000'],
  ['99999999999999999999', 'is above the largest price, 1,000,000,000'],
  ['1e-7', 'would round to 0; the smallest price is 0.000001'],
  ['0.00000049', 'would round to 0; the smallest price is 0.000001'],
  ['1e-999999999', 'would round to 0; the smallest price is 0.000001'],
])('%j is no price', (given, reason) => {
  const read = readPrice(given);
  expect(!read.ok && faultReason({ field: 'price', ...read.fault })).toBe(`price ${reason}`);
});

test('every price with up to six decimals is read exactly, as text and as a number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000_000 }), (micros) => {
      const digits = String(micros).padStart(7, '0');
      const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
      const exact = { ok: true, micros, rounded: false };
      expect(readPrice(text)).toEqual(exact);
      expect(readPrice(micros / 1_000_000)).toEqual(exact);
    }),
  );
});

test('a text of a million digits is answered at once', () => {
  expect(readPrice('9'.repeat(1_000_000))).toMatchObject({ ok: false });
  expect(readPrice(`0.${'1'.repeat(1_000_000)}`)).toEqual({ ok: true, micros: 111_111, rounded: true });
});
