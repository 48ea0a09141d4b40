import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partOf } from '#contract/text/part-of.ts';
import { type LineTerms, releasedShare, returnedShare } from './share.rules.ts';

const cents = fc.oneof(fc.nat(500), fc.nat(1_000_000_000_00));

/** Lines as they may be sold: a coupon of at most the price, part of which the seller bears, and tax within what was paid. */
const lines = fc
  .tuple(cents, fc.nat(100), fc.nat(100), fc.nat(10_000), fc.nat(5_000), fc.boolean(), fc.nat(30))
  .map(([amount, off, borne, rate, fixed, returned, tax]): LineTerms => {
    const discount = partOf(amount, off, 100);
    return {
      amount_cents: amount,
      discount_cents: discount,
      seller_discount_cents: partOf(discount, borne, 100),
      fee_rate_bp: rate,
      fee_fixed_cents: fixed,
      fee_returned: returned,
      tax_cents: partOf(amount - discount, tax, 100 + tax),
    };
  });

test('what is released is all of what was paid and of the operator’s part of the coupon, and nobody’s share is below zero', () => {
  fc.assert(
    fc.property(lines, fc.nat(100), (line, percent) => {
      const refunded = partOf(line.amount_cents - line.discount_cents, percent, 100);
      const { paid, discount, fee, tax, seller } = releasedShare(line, refunded);
      expect(seller + fee + tax).toBe(paid + discount);
      expect(Math.min(paid, discount, fee, tax, seller)).toBeGreaterThanOrEqual(0);
      expect(paid).toBe(line.amount_cents - line.discount_cents - refunded);
    }),
  );
});

test('refunds of parts take back together what a refund of the whole takes, whatever the parts', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.nat(100), { maxLength: 5 }), (line, percents) => {
      const released = releasedShare(line, 0);
      if (released.paid === 0) return;
      let before = 0;
      const sum = { paid: 0, discount: 0, fee: 0, tax: 0, seller: 0 };
      for (const percent of [...percents, 100]) {
        const part = percent === 100 ? released.paid - before : partOf(released.paid - before, percent, 100);
        const share = returnedShare(released, line, { before, cents: part });
        expect(share.seller + share.fee + share.tax).toBe(share.paid + share.discount);
        expect(Math.min(share.discount, share.fee, share.tax)).toBeGreaterThanOrEqual(0);
        for (const key of Object.keys(sum) as Array<keyof typeof sum>) sum[key] += share[key];
        before += part;
      }
      expect(sum).toEqual(returnedShare(released, line, { before: 0, cents: released.paid }));
      expect(sum.fee).toBe(line.fee_returned ? Math.max(0, released.fee - line.fee_fixed_cents) : 0);
    }),
  );
});

test('a part is rounded half up, also where the product is more than a number holds', () => {
  expect([partOf(1, 1, 2), partOf(1, 1, 3), partOf(5, 0, 7)]).toEqual([1, 0, 0]);
  expect(partOf(9_007_199_254_740_991, 9_007_199_254_740_990, 9_007_199_254_740_991)).toBe(9_007_199_254_740_990);
});
