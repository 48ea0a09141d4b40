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
