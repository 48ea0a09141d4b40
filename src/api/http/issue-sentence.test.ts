import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueSentence } from './issue-sentence.ts';

const line = z.strictObject({ text: z.string('must be a text') }, 'must be an object');
const body = z.strictObject(
  {
    amount: z.number('must be a number').optional(),
    lines: z.array(line).optional(),
    by: z.union([z.string('must be a text'), z.strictObject({ id: z.string() }, 'must be an object')]).optional(),
  },
  'must be an object',
);
const sentence = (given: unknown) => issueSentence(body.safeParse(given).error?.issues ?? []);

test.each<[unknown, string]>([
  [[], 'The body must be an object.'],
  [null, 'The body must be an object.'],
  [{ amount: '1' }, 'amount must be a number.'],
  [{ reason: 'x' }, 'reason is not a field of this request.'],
  // It may be what is missing.
  [{ amount: '1', amuont: 1 }, 'amuont is not a field of this request.'],
  [{ reason: 'x', why: 'y' }, 'reason, why are not fields of this request.'],
  [{ lines: [{ text: 'a' }, { text: 'b', note: 'c' }] }, 'lines.1.note is not a field of this request.'],
  [{ lines: ['a'] }, 'lines.0 must be an object.'],
  [{ by: { id: 'a', name: 'b' } }, 'by.name is not a field of this request.'],
  [{ 'a "b"\n': 1 }, '"a \\"b\\"\\n" is not a field of this request.'],
  [{ ['a'.repeat(1_000)]: 1 }, `${'a'.repeat(60)} is not a field of this request.`],
  [
    Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, 1])),
    'a, b, c, d, e and 2 more are not fields of this request.',
  ],
])('%j: %s', (given, expected) => {
  expect(sentence(given)).toBe(expected);
});
