import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMicros } from '#contract/money/amount/money.ts';
import type { Coupon } from '../../coupon/coupon.rules.ts';
import { shortage } from './purchase.rules.ts';
import { isTotal, mergeItems, priceCart, toQuote } from './quote.rules.ts';

const now = new Date('2026-11-20T12:00:00Z');

function offer(product_id: string, micros: number, free: number | null = null) {
  return {
    product_id,
    product_name: product_id.toUpperCase(),
    product_type: 'computing' as const,
    effective_micros: micros,
    free,
    stock: free,
    stock_key: product_id,
    selected_options: [],
    is_variant: false,
    price_unit: 'license',
    license: '',
    goods: {},
    edition: '',
    provider: '',
    delivery_within_hours: null,
    seller_id: null,
    product_version: null,
    least_quantity: 1,
    most_quantity: null,
  };
}

function price(items: Array<[ReturnType<typeof offer>, number]>, coupon: Partial<Coupon> | null = null) {
  const found = coupon && {
    code: 'SAVE',
    percent: null,
    amount_cents: null,
    minimum_cents: 0,
    category: null,
    expires_at: null,
    total_limit: null,
    customer_limit: null,
    used: 0,
    enabled: true,
    seller_percent: 0,
    ...coupon,
  };
  return priceCart(
    items.map(([offer, quantity]) => ({ offer, quantity, machines: 1 })),
    { coupon: found && { found, usedByCustomer: 0 }, now },
  );
}

test('a line is its unit price times its quantity, rounded half up to cents once', () => {
  const { lines, subtotalCents, totalCents } = price([
    [offer('a', 2_490_000), 3],
    [offer('b', 125), 1_000],
    [offer('c', 5_000), 1],
  ]);
  expect(lines.map((line) => line.amount_cents)).toEqual([747, 13, 1]);
  expect([subtotalCents, totalCents]).toEqual([761, 761]);
});

test('[K-15] an amount is the cart’s when it differs by less than a tenth of a cent, never more', () => {
  const cart = price([
    [offer('a', 100_000), 1],
    [offer('b', 200_000), 1],
  ]);
  for (const amount of [0.3, 0.1 + 0.2, 0.3009, 0.2991]) expect(isTotal(amount, cart), String(amount)).toBe(true);
  for (const amount of [0.31, 0.29, 0.302, 0, -0.3, Number.NaN, Number.POSITIVE_INFINITY, 30])
    expect(isTotal(amount, cart), String(amount)).toBe(false);
});

test('a client that only multiplies means the same cart, also with fractions of a cent', () => {
  const cart = price([[offer('token', 125), 3]]);
  expect(cart.totalCents).toBe(0);
  expect(isTotal(3 * 0.000125, cart)).toBe(true);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 10 ** 12 }), fc.integer({ min: 1, max: 1_000 })), {
        minLength: 1,
        maxLength: 8,
      }),
      (given) => {
        const items = given.map(([micros, quantity], index): [ReturnType<typeof offer>, number] => [
          offer(`p${index}`, micros),
          quantity,
        ]);
        const sum = given.reduce((before, [micros, quantity]) => before + fromMicros(micros) * quantity, 0);
        return isTotal(sum, price(items));
      },
    ),
  );
});

test('the same product with the same choices twice is one line', () => {
  expect(
    mergeItems([
      { product_id: 'a', quantity: 1 },
      { product_id: 'b', quantity: 2 },
      { product_id: 'a', quantity: 3 },
      { product_id: 'a', quantity: 1, selected_options: [{ name: 'GPUs', value: '8' }] },
      { product_id: 'a', quantity: 2, machines: 2 },
      { product_id: 'a', quantity: 1, machines: 2 },
    ]),
  ).toEqual([
    { product_id: 'a', quantity: 4, machines: 1, selected_options: [] },
    { product_id: 'b', quantity: 2, machines: 1, selected_options: [] },
    { product_id: 'a', quantity: 1, machines: 1, selected_options: [{ name: 'GPUs', value: '8' }] },
    { product_id: 'a', quantity: 3, machines: 2, selected_options: [] },
  ]);
});

test('[C-12] what cannot be had is told by name and number; what is not counted can always be had', () => {
  expect(shortage(price([[offer('a', 1, 5), 5]]).lines)).toBeNull();
  expect(shortage(price([[offer('a', 1, 4), 5]]).lines)).toEqual({ code: 'out_of_stock', productName: 'A', left: 4 });
  expect(shortage(price([[offer('a', 1, 0), 1]]).lines)).toEqual({ code: 'out_of_stock', productName: 'A', left: 0 });
  expect(shortage(price([[offer('a', 1, null), 10_000]]).lines)).toBeNull();
});

test.each([
  ['license', {}, 4, 'Only 4 in stock.'],
  ['hour', {}, 1, 'Only 1 free.'],
  ['month', { keys: { source: 'list' as const } }, 4, 'Only 4 in stock.'],
  ['license', {}, 0, 'Sold out.'],
  ['hour', {}, 0, 'Sold out.'],
])('[V-08] by the %s, with %j to get and %j of it, a quote says %j', (price_unit, goods, free, problem) => {
  const wanted = { ...offer('a', 1, free), price_unit, goods };
  const cart = priceCart([{ offer: wanted, quantity: 5, machines: 2 }], { coupon: null, now });
  expect(toQuote(cart, new Map()).lines[0]).toMatchObject({ available: false, problem });
});

test('a coupon takes off a share or an amount, never more than there is, and its lines add up', () => {
  const items: Array<[ReturnType<typeof offer>, number]> = [
    [offer('a', 3_330_000), 1],
    [offer('b', 3_330_000), 1],
    [offer('c', 3_340_000), 1],
  ];
  expect(price(items, { percent: 10 })).toMatchObject({ discountCents: 100, totalCents: 900, couponCode: 'SAVE' });
  expect(price(items, { amount_cents: 250 })).toMatchObject({ discountCents: 250, totalCents: 750 });
  expect(price(items, { amount_cents: 99_999 })).toMatchObject({ discountCents: 1_000, totalCents: 0 });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10 ** 13 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 100 }),
      (amounts, percent) => {
        const cart = price(
          amounts.map((micros, index) => [offer(`p${index}`, micros), 1]),
          { percent },
        );
        return (
          cart.lines.every((line) => line.discount_cents >= 0 && line.discount_cents <= line.amount_cents) &&
          cart.discountCents === Math.floor((cart.subtotalCents * percent + 50) / 100)
        );
      },
    ),
  );
});

test.each([
  [{ enabled: false, percent: 10 }, 'This coupon code is not known.'],
  [{ percent: 10, expires_at: now }, 'This coupon has expired.'],
  [{ percent: 10, total_limit: 3, used: 3 }, 'This coupon has been used up.'],
  [{ percent: 10, customer_limit: 0 }, 'You have used this coupon already.'],
  [{ percent: 10, category: 'data' as const }, 'This coupon is for data products only.'],
  [{ percent: 10, minimum_cents: 1_001 }, 'This coupon needs a subtotal of at least $10.01.'],
])('[C-03] a coupon that does not count says why: %o', (coupon, problem) => {
  const quote = toQuote(price([[offer('a', 10_000_000), 1]], coupon), new Map());
  expect(quote).toMatchObject({ coupon_problem: problem, coupon: null, discount: 0, total: 10 });
});
