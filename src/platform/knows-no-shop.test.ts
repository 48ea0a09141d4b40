// The wall that imports cannot hold: no word of the shop stands in the platform's code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const words =
  /order(?! by\b)|coupon|product(?!ion)|cart|catalogue|checkout|receipt|review|seller|payment|stripe|cognito|sign.?ins?|storefront/i;

/** The code, without what comments say: an example may be of the shop. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
}

/** Names and texts that hold a word of the shop, camelCase or not. */
function wordsOfTheShop(code: string): string[] {
  const pieces = code.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[A-Za-z][A-Za-z_-]*(?: [Bb]y\b)?/g) ?? [];
  return pieces.filter((piece) => new RegExp(`^(?:[a-z]+[_-])*(?:${words.source})s?(?:[_-]|$)`, 'i').test(piece));
}

test('the platform knows no shop', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const found = files.flatMap((name) =>
    wordsOfTheShop(codeOf(join(import.meta.dirname, name))).map((word) => `${name}: ${word}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['const countOrder = 1'],
  ["'hearth.sign_ins'"],
  ['STRIPE_SECRET_KEY: 1'],
  ["kind: 'coupon'"],
  ['type OrderEvents = 1'],
])('a word of the shop is found in %s', (code) => {
  expect(wordsOfTheShop(code)).not.toEqual([]);
});

test.each([
  ['rows.order by id'],
  ["query.orderBy('id')"],
  ['inReadOrdering'],
  ['isProduction'],
  ['order by due_at limit 1'],
])('what only looks like one is not: %s', (code) => {
  expect(wordsOfTheShop(code)).toEqual([]);
});
