import { expect, test } from 'vitest';
import { refusalOfAddress } from './webhook-address.rules.ts';

const rules = { isTrial: false, origin: 'https://shop.example' };

test('a long address is one, and a name that no machine can have is none', () => {
  expect(refusalOfAddress(`https://example.com/${'a'.repeat(1_900)}`, rules)).toBeNull();
  expect(refusalOfAddress(`https://${'a.'.repeat(940)}example/`, rules)).toMatch(/253 characters/);
});
