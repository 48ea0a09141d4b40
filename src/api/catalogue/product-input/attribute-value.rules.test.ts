import { expect, test } from 'vitest';
import { readAttributes } from './attribute-value.rules.ts';
import { faultReason } from './fault-text.rules.ts';

test("[V-04] attributes are typed by the category's table, in its order", () => {
  const given = {
    region: 'Norway',
    gpu_memory: '24',
    gpu_count: [1, '8', 1],
    gpu_model: ' RTX 4090 ',
    interruptible: 'TRUE',
  };
  const read = readAttributes(given, 'computing');
  expect(read).toEqual({
    value: { gpu_model: 'RTX 4090', gpu_memory: 24, gpu_count: [1, 8], region: ['Norway'], interruptible: true },
  });
  expect('value' in read && Object.keys(read.value)).toEqual([
    'gpu_model',
    'gpu_memory',
    'gpu_count',
    'region',
    'interruptible',
  ]);
});

test('a cell of a table holds them as JSON; what is null or empty is not given', () => {
  expect(readAttributes('{"rows": 12, "format": null, "language": ""}', 'data')).toEqual({
    value: { rows: 12 },
  });
  expect(readAttributes('', 'data')).toEqual({ value: {} });
});

const aDate = 'a date such as 2024, 2024-06 or 2024-06-30';

test.each([
  ['{', 'data', 'attributes is not JSON'],
  [[], 'data', 'attributes is not an object'],
  [{ rows: -1 }, 'data', 'attributes.rows is not a number from 0 up'],
  [{ rows: 'many' }, 'data', 'attributes.rows is not a number from 0 up'],
  [{ personal_data: 'perhaps' }, 'data', 'attributes.personal_data is not true or false'],
  [{ personal_data: '__proto__' }, 'data', 'attributes.personal_data is not true or false'],
  [{ interruptible: 'constructor' }, 'computing', 'attributes.interruptible is not true or false'],
  [{ interruptible: { toString: 1 } }, 'computing', 'attributes.interruptible is not true or false'],
  [{ collected_from: { toString: 1 } }, 'data', `attributes.collected_from is not ${aDate}`],
  [{ collected_to: '2024-02-30' }, 'data', `attributes.collected_to is not ${aDate}`],
  [{ collected_from: '2024-06', collected_to: '2023' }, 'data', 'attributes.collected_from is after collected_to'],
  [{ gpu_model: ['A10'] }, 'computing', 'attributes.gpu_model is not text of at most 200 characters in one line'],
  [{ gpu_memory: 24 }, 'solutions', 'attributes.gpu_memory is not known; those of solutions are deployment, support'],
] as const)('refuses %j of %s', (given, type, reason) => {
  const read = readAttributes(given, type);
  expect('fault' in read && faultReason(read.fault)).toBe(reason);
});

test('what is nested a million deep is turned down, not followed', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`);
  const faulty = { fault: { code: 'attribute_value' } };
  for (const name of ['interruptible', 'region', 'gpu_count', 'gpu_memory', 'gpu_model'])
    expect(readAttributes({ [name]: deep }, 'computing')).toMatchObject(faulty);
  expect(readAttributes({ collected_from: deep }, 'data')).toMatchObject(faulty);
});

test('true, false and dates are taken as values of JSON and as text', () => {
  expect(readAttributes({ personal_data: false, collected_from: 2024, collected_to: ' 2024-06 ' }, 'data')).toEqual({
    value: { personal_data: false, collected_from: '2024', collected_to: '2024-06' },
  });
});
