import { expect, test } from 'vitest';
import { mayOrder } from './order-access.rules.ts';

const jane = { userId: 'sub-of-jane', email: 'jane@example.com' };
const hers = { account_id: jane.userId };
const nobodys = { account_id: null };

test.each(['readOrder', 'readReceipt', 'cancelOrder'] as const)(
  '%s is for the account that the order is of',
  (action) => {
    expect(mayOrder(jane)[action](hers)).toBe(true);
    expect(mayOrder({ ...jane, userId: 'sub-of-another' })[action](hers)).toBe(false);
    expect(mayOrder(null)[action](hers)).toBe(false);
  },
);

test.each(['readOrder', 'readReceipt', 'cancelOrder', 'verifyPayment'] as const)(
  '%s is for nobody who is signed in, where the buyer has left',
  (action) => expect(mayOrder(jane)[action](nobodys)).toBe(false),
);

test('a payment is verified for its buyer, or for a visitor who knows its session', () => {
  expect(mayOrder(jane).verifyPayment(hers)).toBe(true);
  expect(mayOrder({ ...jane, userId: 'sub-of-another' }).verifyPayment(hers)).toBe(false);
  expect(mayOrder(null).verifyPayment(hers)).toBe(true);
});

test('orders are listed under the own address in any case, or the own account’s id', () => {
  for (const userId of ['Jane@Example.com', jane.email, jane.userId])
    expect(mayOrder(jane).listOrders(userId), userId).toBe(true);
  expect(mayOrder(jane).listOrders('other@example.com')).toBe(false);
  expect(mayOrder(null).listOrders(jane.email)).toBe(false);
});
