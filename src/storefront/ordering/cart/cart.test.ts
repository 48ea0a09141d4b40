import { beforeEach, expect, test } from 'vitest';
import { appliedCoupon, cartLines, cartTotal, clearCart, itemCount } from './cart.ts';
import type { CartLine } from './cart-lines.ts';
import { addLine, changeQuantity, removeLine } from './change-cart.ts';

const line: CartLine = {
  id: 'h100',
  img: '/art/computing/h100.svg',
  name: 'H100 SXM',
  category: 'computing',
  description: '',
  price: 2.5,
  on_sale: true,
  sale_price: 2,
  stock: 1,
  quantity: 2,
};
const other: CartLine = { ...line, id: 'web', price: 10, on_sale: false, sale_price: null, quantity: 1 };

beforeEach(clearCart);

test('[C-07] [C-10] count and total each have a value, which follows every change', () => {
  expect([itemCount.value, cartTotal.value]).toEqual([0, 0]);
  addLine(line);
  expect([itemCount.value, cartTotal.value]).toEqual([2, 4]);
  addLine(other);
  expect([itemCount.value, cartTotal.value]).toEqual([3, 14]);
  addLine(line);
  expect([itemCount.value, cartTotal.value]).toEqual([5, 18]);
  changeQuantity({ id: 'web' }, 2);
  expect([itemCount.value, cartTotal.value]).toEqual([7, 38]);
  changeQuantity({ id: 'h100' }, -3);
  expect([itemCount.value, cartTotal.value]).toEqual([4, 32]);
});

test('[C-08] a quantity is lowered only if it is greater than the amount', () => {
  addLine(line);
  changeQuantity({ id: 'h100' }, -2);
  expect(itemCount.value).toBe(2);
  changeQuantity({ id: 'h100' }, -1);
  changeQuantity({ id: 'h100' }, -1);
  expect(itemCount.value).toBe(1);
});

test('[C-09] removing a line takes its whole quantity and value away', () => {
  addLine(line);
  addLine(other);
  removeLine({ id: 'h100' });
  expect([itemCount.value, cartTotal.value]).toEqual([1, 10]);
  expect(cartLines.value).toEqual([other]);
});

test('[C-09] clearing sets count and total to 0, and forgets the coupon', () => {
  addLine(line);
  appliedCoupon.set('SPRING');
  clearCart();
  expect([itemCount.value, cartTotal.value, cartLines.value, appliedCoupon.value]).toEqual([0, 0, [], null]);
});

test('[C-12] stock is not checked against the quantity', () => {
  addLine({ ...line, stock: 0, quantity: 500 });
  expect(itemCount.value).toBe(500);
});
