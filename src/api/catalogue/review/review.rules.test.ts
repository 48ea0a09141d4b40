import { expect, test } from 'vitest';
import { maskEmail, newReview, reviewFor } from './review.rules.ts';

test.each([
  ['jane@example.com', 'j•••@example.com'],
  ['jo@example.com', 'j•••@example.com'],
  ['j@example.com', '•••@example.com'],
  ['😀cat@example.com', '😀•••@example.com'],
  ['"a@b"@example.com', '"•••@example.com'],
  ['@example.com', '•••@example.com'],
  ['no address', '•••'],
  ['', '•••'],
])('strangers see %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

const review = {
  review_id: 'r',
  product_id: 'p',
  user_email: 'jane@example.com',
  rate: 4,
  review_text: 'Does what it says.',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  review_time: '2026-01-01T00:00:00.000Z',
  helpful_count: 0,
  verified_purchase: false,
  responses: [],
  show: true,
  user: { username: 'Jane' },
};

const jane = { email: 'jane@example.com', userId: 'jane' };

test.each([
  ['its author', jane, 'jane', 'jane@example.com'],
  ['the owner of an address whose account has never come', jane, null, 'jane@example.com'],
  ['a later owner of the address', { ...jane, userId: 'later' }, 'jane', 'j•••@example.com'],
  ['somebody else', { email: 'john@example.com', userId: 'john' }, 'jane', 'j•••@example.com'],
  ['an anonymous visitor', null, 'jane', 'j•••@example.com'],
])('%s sees the address of a review as they may, and all the rest', (_, reader, accountId, user_email) => {
  expect(reviewFor(reader, { review, accountId })).toEqual({ ...review, user_email });
});

test('[E-10] what a client claims beside product, stars and text does not count', () => {
  const claimed = { product_id: 'p', rate: 5, review_text: 'Very good.', helpful_count: 9, verified_purchase: true };
  expect(newReview(claimed, 'jane@example.com', false)).toEqual({
    product_id: 'p',
    user_email: 'jane@example.com',
    rate: 5,
    review_text: 'Very good.',
    helpful_count: 0,
    verified_purchase: false,
    responses: '[]',
    show: true,
  });
});
