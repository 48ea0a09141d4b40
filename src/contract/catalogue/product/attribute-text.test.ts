import { expect, test } from 'vitest';
import { attributeText } from './attribute-text.ts';
import { type AttributeValue, findAttribute } from './product-attributes.ts';

test.each([
  ['computing', 'gpu_memory', 80, '80 GB'],
  ['computing', 'minimum_rental', 1, '1 hour'],
  ['computing', 'minimum_rental', 0.25, '0.25 hours'],
  ['computing', 'gpu_count', [1, 2, 8], '1, 2, 8'],
  ['computing', 'region', ['Oregon', 'Norway'], 'Oregon, Norway'],
  ['computing', 'interruptible', false, 'no'],
  ['data', 'rows', 1_284_551, '1,284,551'],
  ['data', 'size', 1_536_000_000_000, '1.5 TB'],
  ['data', 'size', 1, '1 byte'],
  ['data', 'size', 999, '999 bytes'],
  ['data', 'size', 999_949, '999.9 kB'],
  ['data', 'size', 999_999, '1 MB'],
  ['data', 'collected_from', '2024-06', '2024-06'],
] as const)('%s: %s of %j is read as %s', (type, name, value, text) => {
  const attribute = findAttribute(type, name);
  expect(attribute && attributeText(attribute, value as AttributeValue)).toBe(text);
});
