import { expect, test } from 'vitest';
import { minutesOfUnit } from './price-unit.ts';
import { isOfferedQuantity, isRental, offeredQuantity, offeredText, rentsMachines, takenOfStock } from './rental.ts';

test.each([
  ['second', 1 / 60],
  ['minute', 1],
  ['hour', 60],
  ['hours', 60],
  ['day', 1_440],
  ['week', 10_080],
  ['month', 43_200],
  ['quarter', 131_040],
  ['year', 525_600],
  ['30 day', 43_200],
  ['12 months', 518_400],
  ['GPU hour', 60],
  ['GPU-hour', 60],
  ['Machine hour', 60],
  ['seat per month', null],
  ['audio hour', null],
  ['license', null],
  ['1M tokens', null],
  ['hour of audio', null],
  ['0 day', null],
  ['', null],
])('[V-07] one %j is %j minutes of a machine', (unit, minutes) => {
  expect(minutesOfUnit(unit)).toBe(minutes);
});

const hourly = { price_unit: 'hour', goods: {}, product_type: 'computing' } as const;

test('[V-07] a rental takes machines, everything else its quantity; keys are counted one by one', () => {
  const asked = { quantity: 24, machines: 2 };
  expect(takenOfStock(hourly, asked)).toBe(2);
  expect(takenOfStock({ ...hourly, price_unit: 'license' }, { quantity: 24, machines: 1 })).toBe(24);
  const keys = { price_unit: 'month', goods: { keys: { source: 'list' } } } as const;
  expect(takenOfStock(keys, { quantity: 3, machines: 1 })).toBe(3);
  expect(isRental(keys)).toBe(false);
  expect(rentsMachines(hourly)).toBe(true);
  expect(rentsMachines({ ...hourly, product_type: 'data' })).toBe(false);
});

test.each([
  ['hour', { minimum_rental: 2, maximum_rental: 24 }, 2, 24, 'at least 2 hours and at most 24 hours'],
  ['hour', { minimum_rental: 1 }, 1, null, ''],
  ['hour', { minimum_rental: 0.25 }, 1, null, ''],
  ['day', { minimum_rental: 36, maximum_rental: 100 }, 2, 4, 'at least 2 days and at most 4 days'],
  ['month', { minimum_rental: 720, maximum_rental: 24 }, 1, 1, 'at most 1 month'],
  ['minute', { maximum_rental: 2 }, 1, 120, 'at most 120 minutes'],
  ['license', { minimum_rental: 5, maximum_rental: 6 }, 1, null, ''],
  ['hour', {}, 1, null, ''],
])('[V-07] by the %s, with %j, from %j to %j units are offered', (price_unit, attributes, least, most, text) => {
  const offered = offeredQuantity({ price_unit, attributes });
  expect(offered).toEqual({ least_quantity: least, most_quantity: most });
  expect(offeredText(price_unit, offered)).toBe(text);
  expect(isOfferedQuantity(offered, least)).toBe(true);
  expect(isOfferedQuantity(offered, least - 1)).toBe(false);
  expect(isOfferedQuantity(offered, (most ?? 9_999) + 1)).toBe(most === null);
});
