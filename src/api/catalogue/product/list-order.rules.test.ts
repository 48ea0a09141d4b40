import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductSort } from '#contract/catalogue/product/product-sort.ts';
import { keyOf, orders, pageOf } from './list-order.rules.ts';
import type { CountedProduct } from './product-filter.rules.ts';

const someProducts = fc
  .array(
    fc.record({
      price_unit: fc.constantFrom('hour', 'month', ''),
      effective_micros: fc.nat(3),
      name_folded: fc.constantFrom('a', 'b', 'a b', '\u{ff5e}', '\u{1f600}'),
      gb_hour_micros: fc.nat(2),
      memory_order: fc.nat(2),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((rows) => rows.map((row, position) => ({ ...row, position: position * 2 }) as CountedProduct));
const somePage = fc.record({
  sort: fc.constantFrom(...(Object.keys(orders) as ProductSort[])),
  backwards: fc.boolean(),
  boundary: fc.option(fc.nat(29)),
  limit: fc.integer({ min: 1, max: 10 }),
});

/** By the bytes of UTF-8, as the database orders them. */
function compareKeys(a: Array<string | number>, b: Array<string | number>): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] as string | number;
    const order =
      typeof value === 'string'
        ? Buffer.compare(Buffer.from(value), Buffer.from(String(other)))
        : value - Number(other);
    if (order !== 0) return order;
  }
  return 0;
}

test('pages are those of the whole list in its order, the first time and each time after', () => {
  fc.assert(
    fc.property(someProducts, fc.array(somePage, { minLength: 1, maxLength: 8 }), (products, pages) => {
      for (const { sort, backwards, boundary, limit } of pages) {
        const placed = (product: CountedProduct) => [...keyOf(product, sort), product.position];
        const inOrder = products.toSorted((a, b) => compareKeys(placed(a), placed(b)));
        if (orders[sort].descending) inOrder.reverse();
        const positions = inOrder.map(({ position }) => position);
        const at = boundary === null ? null : boundary % products.length;
        const after = at === null ? null : (inOrder[at] as CountedProduct);
        const whole = backwards ? positions.slice(0, at ?? undefined) : positions.slice(at === null ? 0 : at + 1);
        const page = { sort, backwards, limit, after: after && { key: keyOf(after, sort), position: after.position } };
        expect(pageOf(products, page)).toEqual(backwards ? whole.slice(-limit) : whole.slice(0, limit));
      }
    }),
  );
});

test('a page goes on behind a product that is no longer there', () => {
  const products = [1, 2, 3, 4].map((price, position) => ({ price_unit: '', effective_micros: price, position }));
  const page = { sort: 'price_asc' as const, limit: 2, after: { key: ['', 2.5], position: 9 } };
  for (let time = 0; time < 3; time++) {
    expect(pageOf(products as CountedProduct[], { ...page, backwards: false })).toEqual([2, 3]);
    expect(pageOf(products as CountedProduct[], { ...page, backwards: true })).toEqual([0, 1]);
  }
});
