import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnUrl } from './return-url.ts';

test.each([
  '/',
  '/cart',
  '/profile/order?page=2&from=mail',
  '/products/id/h100-sxm-80gb#reviews',
  '/products/keyword/a%2Fb%20c',
  '/products/keyword/x?next=//elsewhere.example',
])('[A-03] after the login, %s is where the visitor wanted to go', (address) => {
  expect(safeReturnUrl(address)).toBe(address);
});

test.each([
  null,
  '',
  'cart',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\/elsewhere.example',
  '/cart\\..\\x',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '\n//elsewhere.example',
  '/.//elsewhere.example',
  '/x/..//elsewhere.example',
  '/%2e//elsewhere.example',
  '/account',
  '/account/login?returnUrl=/account/login',
  '/ACCOUNT/register',
  '/x/../account/forgotPassword',
])('[A-03] after the login, %j leads home', (address) => {
  expect(safeReturnUrl(address)).toBe('/');
});

test('[A-03] no text leads to another site', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '@',
    ':',
    '\t',
    '\u0000',
    ' ',
    'http:',
    'evil.example',
    '?',
    '#',
  );
  const hostile = fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(hostile, (text) => {
      for (const given of [text, `/${text}`]) {
        const target = safeReturnUrl(given);
        expect(new URL(target, 'https://shop.example').origin).toBe('https://shop.example');
        expect(new URL(target, 'https://shop.example').pathname).not.toMatch(/^\/account(\/|$)/i);
        expect(safeReturnUrl(target), 'reading it again changes nothing').toBe(target);
      }
    }),
    { numRuns: 2_000 },
  );
});
