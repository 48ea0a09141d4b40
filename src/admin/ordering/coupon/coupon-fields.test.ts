import { expect, test } from 'vitest';
import type { CouponTerms } from '#contract/ordering/coupon.schema.ts';
import { checkFields, mergeFields, noFields, toFields, toTerms } from './coupon-fields.ts';

const terms: CouponTerms = {
  percent: null,
  amount: 12.5,
  minimum: 50,
  category: 'data',
  expires_at: '2027-01-31T10:00:00.000Z',
  total_limit: 3,
  customer_limit: null,
  seller_percent: 50,
};

test('[B-12] the terms of a coupon come back from their form as they were, the time of day among them', () => {
  expect(toTerms(toFields('X', terms), terms)).toEqual(terms);
  const plain = {
    ...terms,
    percent: 10,
    amount: null,
    minimum: 0,
    category: null,
    expires_at: null,
    total_limit: null,
  };
  expect(toTerms(toFields('X', plain), plain)).toEqual(plain);
});

test('[B-12] a day that is typed counts to its end', () => {
  const fields = { ...toFields('X', terms), until: '2027-02-01' };
  expect(toTerms(fields, terms).expires_at).toBe('2027-02-01T23:59:59.000Z');
});

test.each([
  [{}, []],
  [{ code: 'no' }, ['code']],
  [{ off: '0' }, ['off']],
  [{ off: '101' }, ['off']],
  [{ off: '9.5' }, ['off']],
  [{ kind: 'amount', off: '0' }, ['off']],
  [{ kind: 'amount', off: '1.005' }, ['off']],
  [{ kind: 'amount', off: '$1,200.50' }, []],
  [{ minimum: 'much' }, ['minimum']],
  [{ until: '2027-02-30' }, ['until']],
  [{ until: 'May' }, ['until']],
  [{ times: '0' }, ['times']],
  [{ perCustomer: '1.5' }, ['perCustomer']],
  [{ sellerShare: '' }, ['sellerShare']],
] as const)('[B-12] of %j the form says what is wrong', (given, wrong) => {
  expect(Object.keys(checkFields({ ...noFields, code: 'TENTH', off: '10', ...given }))).toEqual(wrong);
});

test('[B-12] what somebody else changed meanwhile is told; what was typed stays, and the rest follows', () => {
  const before = toFields('X', terms);
  const typed = { ...before, minimum: '75.00', times: '9' };
  const now = toFields('X', { ...terms, minimum: 60, customer_limit: 2 });
  expect(mergeFields(typed, before, now)).toEqual({
    fields: { ...before, minimum: '75.00', times: '9', perCustomer: '2' },
    changes: [
      { name: 'minimum', before: '50.00', after: '60.00' },
      { name: 'perCustomer', before: '', after: '2' },
    ],
  });
});
