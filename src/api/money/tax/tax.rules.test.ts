import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaxRate } from '#contract/store.ts';
import type { FrozenTax } from '../../schema/order.record.ts';
import { containedTax, rateFor, rateText, sumTaxes, taxOf, taxOfPart } from './tax.rules.ts';

const at = new Date('2026-11-20T09:30:00Z');
const vat = (changes: Partial<TaxRate> = {}): TaxRate => ({ country: 'DE', name: 'VAT', percent: 19, ...changes });
const percentFor = (rates: TaxRate[], country: string, category: 'data' | 'computing' = 'data', day = at) =>
  rateFor(rates, { country, category, at: day })?.percent ?? null;

test('[W-12] the most specific rate is taken: the country counts before the category', () => {
  const rates = [
    vat({ country: '*', percent: 1 }),
    vat({ country: '*', category: 'data', percent: 2 }),
    vat({ percent: 19 }),
    vat({ category: 'computing', percent: 7 }),
  ];
  expect(percentFor(rates, 'DE')).toBe(19);
  expect(percentFor(rates, 'DE', 'computing')).toBe(7);
  expect(percentFor(rates, 'FR')).toBe(2);
  expect(percentFor(rates, 'FR', 'computing')).toBe(1);
  expect(percentFor([vat()], 'FR')).toBeNull();
});

test('[W-12] a rate counts from its first day to its last one', () => {
  const rates = [vat({ percent: 19, until: '2026-12-31' }), vat({ percent: 20, from: '2027-01-01' })];
  expect(percentFor(rates, 'DE', 'data', new Date('2026-12-31T23:59:59Z'))).toBe(19);
  expect(percentFor(rates, 'DE', 'data', new Date('2027-01-01T00:00:00Z'))).toBe(20);
});

test('[W-12] where nobody knows the country of the buyer it is the own one of the shop', () => {
  const tax = { home_country: 'DE', rates: [vat(), vat({ country: 'FR', percent: 20 })] };
  const of = (country: string | null) => taxOf(tax, { country, category: 'data', grossCents: 11_900, at });
  expect(of(null)).toEqual({ tax_name: 'VAT', tax_thousandths: 19_000, tax_cents: 1_900, tax_country: 'DE' });
  expect(of('')).toEqual(of(null));
  expect(of('FR')).toEqual({ tax_name: 'VAT', tax_thousandths: 20_000, tax_cents: 1_983, tax_country: 'FR' });
  expect(of('US').tax_name).toBeNull();
  expect(taxOf(null, { country: 'DE', category: 'data', grossCents: 11_900, at }).tax_cents).toBe(0);
});

test.each([
  [11_900, 19_000, 1_900],
  [249, 19_000, 40],
  [1, 19_000, 0],
  [100, 7_250, 7],
  // Half a cent is one.
  [3, 20_000, 1],
  [100, 0, 0],
  [100_000, 100_000, 50_000],
  [900_719_925_474, 8_875, 73_422_634_568],
])('[W-12] of %i cents at %i thousandths of a percent %i are tax', (gross, thousandths, cents) => {
  expect(containedTax(gross, thousandths)).toBe(cents);
});

const thousandths = fc.integer({ min: 0, max: 100_000 });
const cents = fc.nat({ max: 1_000_000_000_000 });

test('[W-12] net and tax are the gross, and the tax of the net is that tax', () => {
  fc.assert(
    fc.property(cents, thousandths, (gross, rate) => {
      const tax = containedTax(gross, rate);
      const net = gross - tax;
      expect(tax).toBeGreaterThanOrEqual(0);
      expect(tax).toBeLessThanOrEqual(gross);
      // Within the cent that rounding may cost, on either side of the tax.
      expect(Math.abs(net * (rate / 100_000) - tax)).toBeLessThanOrEqual(1 + gross * 1e-12);
    }),
  );
});

test('[W-12] however a line is given back in parts, its parts have all of its tax', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1 }), thousandths, (parts, rate) => {
      const gross = parts.reduce((sum, part) => sum + part, 0);
      const frozen: FrozenTax = {
        tax_name: 'VAT',
        tax_thousandths: rate,
        tax_cents: containedTax(gross, rate),
        tax_country: 'DE',
      };
      let before = 0;
      let taxes = 0;
      for (const part of parts) {
        const tax = taxOfPart({ before, part }, frozen);
        expect(tax).toBeGreaterThanOrEqual(0);
        expect(tax).toBeLessThanOrEqual(part);
        taxes += tax;
        before += part;
      }
      expect(taxes).toBe(frozen.tax_cents);
    }),
  );
});

test('[W-12] sums by rate: their taxes are those of the lines, and net and tax are what was paid', () => {
  const line = fc.record({
    gross: cents,
    rate: fc.constantFrom(null, 7_000, 19_000),
    name: fc.constantFrom('VAT', 'GST'),
  });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const frozen = lines.map(({ gross, rate, name }) => ({
        gross,
        tax_name: rate === null ? null : name,
        tax_thousandths: rate,
        tax_cents: rate === null ? 0 : containedTax(gross, rate),
        tax_country: rate === null ? null : 'DE',
      }));
      const sums = sumTaxes(frozen);
      const total = (of: (sum: (typeof sums)[number]) => number) => sums.reduce((sum, one) => sum + of(one), 0);
      expect(total(({ tax }) => tax)).toBe(frozen.reduce((sum, { tax_cents }) => sum + tax_cents, 0));
      for (const { net, tax, gross } of sums) expect(net + tax).toBe(gross);
      expect(new Set(sums.map(rateText)).size).toBe(sums.length);
    }),
  );
});

test('[W-12] a rate is written without decimals that say nothing', () => {
  expect(rateText({ name: 'VAT', thousandths: 19_000 })).toBe('19 % VAT');
  expect(rateText({ name: 'Sales tax', thousandths: 7_375 })).toBe('7.375 % Sales tax');
});
