import { expect, test } from 'vitest';
import { catalogueSubject } from './audit-subject.rules.ts';

test.each([
  ['a short name', 'products.csv', 'products.csv'],
  ['the end of a long name', `${'x'.repeat(300)}.csv`, `${'x'.repeat(196)}.csv`],
  ['no half of an emoji', `x😀${'x'.repeat(195)}.csv`, `${'x'.repeat(195)}.csv`],
  ['a whole emoji', `x😀${'x'.repeat(194)}.csv`, `😀${'x'.repeat(194)}.csv`],
])('[B-09] the audit log calls a file by %s', (_of, name, id) => {
  expect(catalogueSubject(name)).toEqual({ kind: 'catalogue', id });
});
