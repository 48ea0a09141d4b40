import { expect, test } from 'vitest';
import { may } from './access.rules.ts';

const ana = { userId: 'sub-ana', email: 'ana@example.com' };
const written = (user_email: string, accountId: string | null) => ({ review: { user_email }, accountId });

test.each([
  ['its author', ana, true],
  ['an account that has the address now, of another that wrote it', { ...ana, userId: 'sub-bea' }, false],
  ['somebody else', { userId: 'sub-bea', email: 'bea@example.com' }, false],
  ['a visitor', null, false],
])('%s of a review', (_, actor, allowed) => {
  const review = written(ana.email, ana.userId);
  expect(may(actor).deleteReview(review)).toBe(allowed);
  expect(may(actor).readAddressOfAuthor(review)).toBe(allowed);
});

test('a review of an address whose account has never come is of whoever has the address', () => {
  expect(may(ana).deleteReview(written(ana.email, null))).toBe(true);
  expect(may(ana).deleteReview(written('bea@example.com', null))).toBe(false);
});

test.each(['readUser', 'saveUser', 'deleteUser'] as const)('%s is for the own record alone', (action) => {
  expect(may(ana)[action](ana.email)).toBe(true);
  expect(may(ana)[action]('bea@example.com')).toBe(false);
  expect(may(null)[action](ana.email)).toBe(false);
});

const jane = { userId: 'sub-of-jane', email: 'jane@example.com' };
const hers = { account_id: jane.userId };
const nobodys = { account_id: null };

test.each(['readOrder', 'readReceipt', 'cancelOrder'] as const)(
  '%s is for the account that the order is of',
  (action) => {
    expect(may(jane)[action](hers)).toBe(true);
    expect(may({ ...jane, userId: 'sub-of-another' })[action](hers)).toBe(false);
    expect(may(null)[action](hers)).toBe(false);
  },
);

test.each(['readOrder', 'readReceipt', 'cancelOrder', 'verifyPayment'] as const)(
  '%s is for nobody who is signed in, where the buyer has left',
  (action) => expect(may(jane)[action](nobodys)).toBe(false),
);

test('a payment is verified for its buyer, or for a visitor who knows its session', () => {
  expect(may(jane).verifyPayment(hers)).toBe(true);
  expect(may({ ...jane, userId: 'sub-of-another' }).verifyPayment(hers)).toBe(false);
  expect(may(null).verifyPayment(hers)).toBe(true);
});

test('orders are listed under the own address in any case, or the own account’s id', () => {
  for (const userId of ['Jane@Example.com', jane.email, jane.userId])
    expect(may(jane).listOrders(userId), userId).toBe(true);
  expect(may(jane).listOrders('other@example.com')).toBe(false);
  expect(may(null).listOrders(jane.email)).toBe(false);
});
