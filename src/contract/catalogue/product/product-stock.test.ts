import { expect, test } from 'vitest';
import type { Variant } from './product.ts';
import { isRentalProduct, stockOf } from './product-stock.ts';
import { stockText } from './stock-text.ts';

function variant(region: string, gpus: string, stock: number | null): Variant {
  const selected_options = [
    { name: 'Available Region', value: region },
    { name: 'GPUs', value: gpus },
  ];
  return { selected_options, price: 1, sale_price: null, stock, is_default: false };
}

const machine = {
  price_unit: 'hour',
  stock: 22,
  variants: [
    variant('Oregon', '1', 16),
    variant('Oregon', '8', 2),
    variant('Norway', '1', 4),
    variant('Norway', '8', 0),
  ],
};
const region = (value: string) => ({ name: 'Available Region', value });
const gpus = (value: string) => ({ name: 'GPUs', value });

test.each([
  [[], '22 free in 2 regions'],
  [[region('Oregon')], '18 free in Oregon'],
  [[region('Oregon'), gpus('1')], '16 free in Oregon'],
  [[gpus('1')], '20 free in 2 regions'],
  [[gpus('8')], '2 free in Oregon'],
  [[region('Norway'), gpus('8')], 'Sold out'],
  [[region('Quebec')], '22 free'],
])('[V-08] of a machine with %j chosen there are %j', (selected, text) => {
  expect(stockText(stockOf(machine, selected))).toBe(text);
});

test('[V-08] variants of what is not sold by time are in stock, wherever they are', () => {
  expect(stockText(stockOf({ ...machine, price_unit: 'license' }, [region('Oregon')]))).toBe('18 in stock');
});

test('[V-08] where some variant is not counted, they are available', () => {
  const variants = [...machine.variants, variant('Ohio', '1', null)];
  expect(stockText(stockOf({ ...machine, stock: null, variants }))).toBe('Available');
});

test('[V-08] a product without variants has the stock of itself, whatever is wished', () => {
  expect(stockText(stockOf({ price_unit: 'day', stock: 5 }, [region('Oregon')]))).toBe('5 free');
});

test('[V-08] what is sold as keys is in stock, also where that is true of a variant alone', () => {
  const keys = { source: 'list' } as const;
  expect(isRentalProduct({ price_unit: 'month' })).toBe(true);
  expect(isRentalProduct({ price_unit: 'month', goods: { keys } })).toBe(false);
  expect(isRentalProduct({ price_unit: 'month', goods: { variants: [{}, { keys }] } })).toBe(false);
  expect(stockText(stockOf({ price_unit: 'month', stock: 5, goods: { keys } }))).toBe('5 in stock');
});

test('[V-08] hundreds of variants are read a few times each', () => {
  let read = 0;
  const variants = Array.from({ length: 500 }, (_, index) => {
    const one = variant(`Region ${index % 50}`, `${index}`, 1);
    const get = () => {
      read += 1;
      return one.selected_options;
    };
    return Object.defineProperty({ ...one }, 'selected_options', { get });
  });
  expect(stockText(stockOf({ price_unit: 'hour', stock: 500, variants }))).toBe('500 free in 50 regions');
  expect(read).toBeLessThan(2_000);
});
