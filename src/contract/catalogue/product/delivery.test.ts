import { expect, test } from 'vitest';
import type { PublicGoods } from '../../goods/goods.ts';
import { deliveryMinutes, deliveryText, measuredSpan, productDeliveryText } from './delivery.ts';
import type { Variant } from './product.ts';

const files = { updates: 'free' } as const;
const list = { source: 'list' } as const;

test.each<[string, PublicGoods, { stock?: number | null; delivery_within_hours?: number | null }, number | null]>([
  ['files', { files }, {}, 0],
  ['signed keys', { keys: { source: 'signed' } }, {}, 0],
  ['keys of a list that has some', { keys: list }, { stock: 3 }, 0],
  ['keys of a list that has none', { keys: list }, { stock: 0 }, null],
  ['keys of a list that has none, with a promise', { keys: list }, { stock: 0, delivery_within_hours: 48 }, 2_880],
  ['a text that gives access', { access: { by: 'text' } }, {}, 0],
  ['access that an endpoint sets up', { access: { by: 'endpoint', within_minutes: 15 } }, {}, 15],
  ['access that an endpoint sets up some time', { access: { by: 'endpoint' } }, {}, 60],
  ['hours of an endpoint', { hours: { by: 'endpoint', minutes_each: 60 } }, {}, 0],
  ['hours by hand', { hours: { by: 'hand', minutes_each: 60 } }, {}, null],
  ['hours by hand, with a promise', { hours: { by: 'hand', minutes_each: 60 } }, { delivery_within_hours: 1 }, 60],
  ['the slowest of several', { files, access: { by: 'endpoint', within_minutes: 30 } }, {}, 30],
  ['goods, whatever is promised', { files }, { delivery_within_hours: 24 }, 0],
  ['nothing', {}, {}, null],
  ['nothing, with a promise', {}, { delivery_within_hours: 24 }, 1_440],
  ['nothing, with a promise that was taken back', {}, { delivery_within_hours: null }, null],
])('[V-09] delivery of %s', (_, goods, given, minutes) => {
  expect(deliveryMinutes({ stock: null, goods, ...given })).toBe(minutes);
});

const size = (value: string) => [{ name: 'Size', value }];
const variant = (value: string, stock: number | null): Variant => ({
  selected_options: size(value),
  price: 1,
  sale_price: null,
  stock,
  is_default: false,
});

test('[V-09] delivery of a variant is that of its own goods, and of a product that of the slowest which is left', () => {
  const goods: PublicGoods = { files, variants: [{ selected_options: size('L') }] };
  const product = { stock: null, goods, variants: [variant('S', null), variant('L', 2)], delivery_within_hours: 72 };
  expect(deliveryMinutes(product, size('S'))).toBe(0);
  expect(deliveryMinutes(product, size('L'))).toBe(72 * 60);
  expect(deliveryMinutes(product)).toBe(72 * 60);
  expect(deliveryMinutes({ ...product, variants: [variant('S', null), variant('L', 0)] })).toBe(0);
  expect(deliveryMinutes({ ...product, variants: [variant('S', 0), variant('L', 0)] })).toBe(72 * 60);
});

test.each([
  [0, 'Northlight Compute', 'Delivered at once'],
  [15, 'Northlight Compute', 'Delivered within 15 minutes by Northlight Compute'],
  [60, 'Northlight Compute', 'Delivered within 1 hour by Northlight Compute'],
  [1_440, 'Northlight Compute', 'Delivered within 24 hours by Northlight Compute'],
  [2_160, '', 'Delivered within 36 hours'],
  [2_880, '', 'Delivered within 2 days'],
  [null, 'Northlight Compute', 'Delivered by Northlight Compute; no time is promised'],
  [null, '', 'Delivered; no time is promised'],
])('[V-09] %j minutes by %j is told as %j', (minutes, by, text) => {
  expect(deliveryText(minutes, by)).toBe(text);
});

test('[V-09] a product is delivered by its shop, its provider or the marketplace, and rented at a partner network', () => {
  const product = { stock: null, provider: 'Northlight Compute', delivery_within_hours: 1 };
  const shop = { rental: null, shopName: 'Hearth' };
  expect(productDeliveryText(product, shop)).toBe('Delivered within 1 hour by Northlight Compute');
  expect(productDeliveryText({ ...product, seller: { name: 'Alder Labs' } }, shop)).toMatch(/ by Alder Labs$/);
  expect(productDeliveryText({ ...product, provider: '' }, shop)).toMatch(/ by Hearth$/);
  expect(productDeliveryText(product, { ...shop, rental: { label: 'DBC' } })).toBe('Rented at DBC');
});

test.each([
  [0.4, 'less than an hour'],
  [1, 'about 1 hour'],
  [47, 'about 47 hours'],
  [60, 'about 3 days'],
])('[G-16] %j hours that were measured are told as %j', (hours, text) => {
  expect(measuredSpan(hours)).toBe(text);
});
