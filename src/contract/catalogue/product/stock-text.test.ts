import { expect, test } from 'vitest';
import { stockText } from './stock-text.ts';

test.each([
  [{ stock: 16, is_rental: true }, '16 free'],
  [{ stock: 16, is_rental: true, regions: ['Oregon'] }, '16 free in Oregon'],
  [{ stock: 64, is_rental: true, regions: ['Oregon', 'Quebec', 'Norway'] }, '64 free in 3 regions'],
  [{ stock: 1_200, is_rental: true, regions: [] }, '1,200 free'],
  [{ stock: 0, is_rental: true, regions: ['Oregon'] }, 'Sold out'],
  [{ stock: null, is_rental: true, regions: ['Oregon'] }, 'Available'],
  [{ stock: 3 }, '3 in stock'],
  [{ stock: 12_000, regions: ['Oregon'] }, '12,000 in stock'],
  [{ stock: 0 }, 'Sold out'],
  [{ stock: null }, 'Available'],
])('[V-08] a stock of %j reads %j', (stock, text) => {
  expect(stockText(stock)).toBe(text);
});
