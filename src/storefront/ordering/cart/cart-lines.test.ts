import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { amountCents, countItems, totalCents } from './cart-amounts.ts';
import { type CartLine, type CartLines, lineOf, withAdded, withChanged, without } from './cart-lines.ts';
import { withMachines } from './change-machines.ts';

const product: ProductSummary = {
  product_id: 'h100',
  product_name: 'H100 SXM',
  product_type: 'computing',
  description: 'Eighty gigabytes',
  product_img: '/art/computing/h100.svg',
  price: 2.49,
  on_sale: true,
  sale_price: 1.99,
  stock: 4,
  price_unit: 'hour',
  provider: 'Example Cloud',
};

function aLine(changes: Partial<CartLine> = {}): CartLine {
  return { ...lineOf({ ...product, on_sale: false, sale_price: null }, 1), ...changes };
}

test('[C-15] a line has the fields of the specification, taken from the product, and no others', () => {
  expect(lineOf(product, 3)).toEqual({
    id: 'h100',
    img: '/art/computing/h100.svg',
    name: 'H100 SXM',
    category: 'computing',
    description: 'Eighty gigabytes',
    price: 2.49,
    on_sale: true,
    sale_price: 1.99,
    stock: 4,
    quantity: 3,
  });
});

test('[C-06] adding a product that is not in the cart makes a line of its quantity', () => {
  const lines = withAdded([aLine({ id: 'a' })], aLine({ id: 'b', quantity: 5 }));
  expect(lines.map(({ id, quantity }) => [id, quantity])).toEqual([
    ['a', 1],
    ['b', 5],
  ]);
});

test('[C-06] adding a product that is in the cart already raises its quantity', () => {
  const lines = withAdded([aLine({ id: 'a', quantity: 2 }), aLine({ id: 'b' })], aLine({ id: 'a', quantity: 3 }));
  expect(lines.map(({ id, quantity }) => [id, quantity])).toEqual([
    ['a', 5],
    ['b', 1],
  ]);
});

test('[V-02] with other choices the same product is a line of its own', () => {
  const one = { name: 'GPUs', value: '1' };
  const eight = { name: 'GPUs', value: '8' };
  const region = { name: 'Region', value: 'Norway' };
  const added = [[one, region], [eight, region], [], [region, one]].reduce<CartLines>(
    (lines, selected) => withAdded(lines, lineOf(product, 2, selected)),
    [],
  );
  const quantities = (lines: CartLines) => lines.map(({ quantity }) => quantity);
  expect(quantities(added)).toEqual([4, 2, 2]);
  expect(quantities(withChanged(added, { id: 'h100', selected_options: [region, eight] }, 3))).toEqual([4, 5, 2]);
  expect(quantities(withChanged(added, { id: 'h100' }, -1))).toEqual([4, 2, 1]);
  expect(without(added, { id: 'h100', selected_options: [region, one] }).map((line) => line.selected_options)).toEqual([
    [eight, region],
    undefined,
  ]);
});

test('[V-07] on another number of machines it is a line of its own; changed, a number that another line has is stepped over', () => {
  const lines = withAdded(withAdded([], lineOf(product, 24)), lineOf(product, 5, [], 2));
  expect(lines.map(({ quantity, machines }) => [quantity, machines])).toEqual([
    [24, undefined],
    [5, 2],
  ]);
  expect(lines.map(amountCents)).toEqual([4_776, 1_990]);
  const three = withMachines(lines, { id: 'h100' }, 3);
  expect(three.map(({ quantity, machines }) => [quantity, machines])).toEqual([
    [24, 3],
    [5, 2],
  ]);
  const machinesOf = (changed: CartLines) => changed.map(({ machines = 1 }) => machines);
  expect(machinesOf(withMachines(lines, { id: 'h100' }, 2))).toEqual([3, 2]);
  expect(machinesOf(withMachines(three, { id: 'h100', machines: 3 }, 2))).toEqual([1, 2]);
  expect(withMachines(lines, { id: 'h100', machines: 2 }, 1)).toBe(lines);
});

test.each([
  ['less than what is there', 3, -2, 1],
  ['exactly what is there', 2, -2, 2],
  ['more than what is there', 2, -5, 2],
  ['the last one', 1, -1, 1],
  ['nothing, by adding one', 1, 1, 2],
])('[C-08] taking away %s: %i and %i are %i', (_what, quantity, amount, left) => {
  const [line] = withChanged([aLine({ quantity })], { id: 'h100' }, amount);
  expect(line?.quantity).toBe(left);
});

test('[C-07] a unit costs its sale price when on sale, otherwise its price', () => {
  expect(amountCents(lineOf(product, 2))).toBe(398);
  expect(amountCents(aLine({ sale_price: 1.99, quantity: 2 }))).toBe(498);
});

test('each line is rounded to cents once, half up, and the total is the sum of what the lines show', () => {
  const perThousandTokens = aLine({ id: 'tokens', price: 0.0004, quantity: 12 });
  const perToken = aLine({ id: 'token', price: 0.005, quantity: 1 });
  expect([perThousandTokens, perToken].map(amountCents)).toEqual([0, 1]);
  expect(totalCents([perThousandTokens, perToken])).toBe(1);
});

test('[C-07] [C-09] whatever is added, changed and removed, count and total are those of the lines that are left', () => {
  const quantity = fc.integer({ min: 1, max: 50 });
  const id = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    fc.record({
      id,
      quantity,
      price: fc.integer({ min: 0, max: 5_000_000 }).map((micros) => micros / 1e6),
    }),
    fc.record({ id, amount: fc.integer({ min: -50, max: 50 }) }),
    fc.record({ id, gone: fc.constant(true) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let lines: CartLines = [];
      for (const done of steps) {
        const [count, total] = [countItems(lines), totalCents(lines)];
        const before = lines.find((line) => line.id === done.id);
        if ('gone' in done) {
          lines = without(lines, done);
          expect(countItems(lines)).toBe(count - (before?.quantity ?? 0));
          expect(totalCents(lines)).toBe(total - (before ? amountCents(before) : 0));
        } else if ('amount' in done) lines = withChanged(lines, done, done.amount);
        else {
          lines = withAdded(lines, aLine(done));
          expect(countItems(lines)).toBe(count + done.quantity);
        }
        const after = lines.find((line) => line.id === done.id);
        expect(totalCents(lines)).toBe(total - (before ? amountCents(before) : 0) + (after ? amountCents(after) : 0));
        expect(lines.every((line) => line.quantity >= 1)).toBe(true);
        expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
      }
    }),
  );
});
