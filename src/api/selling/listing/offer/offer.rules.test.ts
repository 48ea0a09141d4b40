import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundings } from '#contract/catalogue/product/price-step.ts';
import type { Offer } from '#contract/selling/listing/listing.ts';
import { stepOf } from './offer.rules.ts';

const offer = (price: number, changes: Partial<Offer> = {}): Offer => ({
  ...{ price, on_sale: false, sale_price: null, stock: null, variants: [] },
  ...changes,
});

test('a raise that rounding would turn into a cut leaves the price, and says so', () => {
  expect(stepOf(offer(1.15), { by: 'percent', value: 7.5, round_to: 1 })).toEqual({
    ok: true,
    value: { price: 1.15, sale_price: null },
    remark: 'Rounding would have lowered a price that you raise: that price stays as it is.',
  });
  expect(stepOf(offer(1.6), { by: 'amount', value: -0.05, round_to: 1 })).toMatchObject({
    value: { price: 1.6 },
    remark: 'Rounding would have raised a price that you lower: that price stays as it is.',
  });
  expect(stepOf(offer(1.4), { by: 'percent', value: 7.5, round_to: 1 })).toEqual({
    ok: true,
    value: { price: 2, sale_price: null },
  });
});

test('a raise never lowers, a cut never raises, of no price, sale price or variant', () => {
  const dollars = fc.integer({ min: 1, max: 50_000_000_000 }).map((micros) => micros / 1_000_000);
  const priced = fc.tuple(dollars, fc.option(dollars));
  const steps = fc.record({
    by: fc.constantFrom('percent' as const, 'amount' as const),
    value: fc.double({ min: -99, max: 200, noNaN: true }),
    round_to: fc.constantFrom(...Object.keys(roundings).map(Number), 5, 0.25),
  });
  fc.assert(
    fc.property(priced, fc.array(priced, { maxLength: 3 }), steps, ([price, sale_price], others, step) => {
      const variants = others.map(([own, sale], at) => ({
        ...{ selected_options: [{ name: 'Size', value: String(at) }], price: own, sale_price: sale, stock: null },
      }));
      const changed = stepOf(offer(price, { sale_price, variants } as never), step);
      if (!changed.ok) return;
      const value = changed.value as Offer;
      const before = variants.length > 0 ? variants : [{ price, sale_price }];
      const after = variants.length > 0 ? value.variants : [value];
      for (const [at, was] of before.entries())
        for (const field of ['price', 'sale_price'] as const) {
          const [old, now] = [was[field], after[at]?.[field]];
          if (old === null) expect(now).toBeNull();
          else if (step.value > 0) expect(now).toBeGreaterThanOrEqual(old);
          else if (step.value < 0) expect(now).toBeLessThanOrEqual(old);
        }
    }),
    { numRuns: 500 },
  );
});
