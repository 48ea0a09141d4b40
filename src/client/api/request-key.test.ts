import { expect, test } from 'vitest';
import { createRequestKeys } from './request-key.ts';

test('[S-10] the same request has the same key until it has ended, and another one another', () => {
  const keys = createRequestKeys();
  const first = keys.keyFor({ lines: [{ line: 0, amount: 5 }] });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyFor({ lines: [{ line: 0, amount: 5 }] })).toBe(first);
  const second = keys.keyFor({ lines: [{ line: 0, amount: 6 }] });
  expect(second).not.toBe(first);
  keys.done();
  expect(keys.keyFor({ lines: [{ line: 0, amount: 6 }] })).not.toBe(second);
});
