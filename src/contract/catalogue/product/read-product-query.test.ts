import { expect, test } from 'vitest';
import { writeProductQuery } from './product-query.ts';
import { readChoices, readProductQuery } from './read-product-query.ts';

const faultsOf = (query: string, category: Parameters<typeof readChoices>[1]) =>
  readChoices(new URLSearchParams(query), category).faults;

test('[V-04] attributes in an address: several values, ranges of one end or two, ticks', () => {
  const query = readProductQuery(
    new URLSearchParams('gpu_model=L4&gpu_model=A10&gpu_model=L4&gpu_count=8&min_gpu_memory=24&interruptible=false'),
    { category: 'computing' },
  );
  expect(query.attributes).toEqual({
    gpu_model: { values: ['A10', 'L4'] },
    gpu_memory: { min: 24, max: null },
    gpu_count: { values: ['8'] },
    interruptible: { values: ['false'] },
  });
  const written = writeProductQuery(query);
  expect(String(written)).toBe(
    'category=computing&gpu_model=A10&gpu_model=L4&min_gpu_memory=24&gpu_count=8&interruptible=false',
  );
  expect(readProductQuery(written)).toEqual(query);
});

test('[Q-18] the price of a GPU-hour is a filter of machines', () => {
  const query = readProductQuery(new URLSearchParams('max_gpu_price=0.40'), { category: 'computing' });
  expect(query.maxGpuPrice).toBe(0.4);
  expect(String(writeProductQuery(query))).toBe('category=computing&max_gpu_price=0.4');
  expect(readProductQuery(new URLSearchParams('max_gpu_price=0.40'), { category: 'data' }).maxGpuPrice).toBeNull();
  expect(readProductQuery(new URLSearchParams('max_gpu_price='), { category: 'computing' }).maxGpuPrice).toBeNull();
});

test('numbers may be written short, and dates as far as one likes', () => {
  const { attributes } = readProductQuery(new URLSearchParams('min_parameters=7B&max_parameters=1.5t'), {
    category: 'algorithm',
  });
  expect(attributes).toEqual({ parameters: { min: 7e9, max: 1.5e12 } });
  const dates = readProductQuery(new URLSearchParams('min_collected_from=2024-06'), { category: 'data' });
  expect(dates.attributes).toEqual({ collected_from: { min: '2024-06', max: null } });
});

test.each([
  ['min_gpu_memory=abc', 'computing', 'min_gpu_memory is not a number from 0 up'],
  ['min_gpu_memory=-1', 'computing', 'min_gpu_memory is not a number from 0 up'],
  ['min_gpu_memory=80&max_gpu_memory=24', 'computing', 'min_gpu_memory is greater than max_gpu_memory'],
  ['gpu_memory=24', 'computing', 'gpu_memory is a range: give min_gpu_memory, max_gpu_memory or both'],
  ['min_gpu_model=A10', 'computing', 'gpu_model is no range: give gpu_model=VALUE'],
  ['gpu_count=two', 'computing', 'gpu_count is not a number from 0 up'],
  ['interruptible=perhaps', 'computing', 'interruptible is not true or false'],
  ['interruptible=true&interruptible=false', 'computing', 'interruptible is not true or false'],
  ['min_gpu_memory=24', 'solutions', 'gpu_memory is no attribute of solutions; those are deployment, support'],
  ['gpu_model=A10', 'all', 'gpu_model needs category=computing'],
  ['min_collected_from=2024-13', 'data', 'min_collected_from is not a date such as 2024, 2024-06 or 2024-06-30'],
  [
    'min_collected_from=2024-06&max_collected_from=2023',
    'data',
    'min_collected_from is greater than max_collected_from',
  ],
  [`gpu_model=${'a'.repeat(501)}`, 'computing', 'gpu_model has a value that no product can have'],
  ['provider=%00', 'all', 'provider has a value that no product can have'],
] as const)('[V-04] %s of %s is understood by nobody, and why is said', (query, category, fault) => {
  expect(faultsOf(query, category)).toEqual([fault]);
  expect(readProductQuery(new URLSearchParams(query), { category })).toMatchObject({ attributes: {}, providers: [] });
});

test('[V-04] more values than anybody means are none', () => {
  const query = Array.from({ length: 51 }, (_, index) => `gpu_model=${index}`).join('&');
  expect(faultsOf(query, 'computing')).toEqual(['more than 50 values are chosen; choose fewer']);
  expect(readProductQuery(new URLSearchParams(query), { category: 'computing' }).attributes).toEqual({});
});

test('names that nobody knows, and empty fields of a form, are left alone', () => {
  expect(faultsOf('colour=red&utm_source=x&min_gpu_memory=&gpu_model=', 'computing')).toEqual([]);
});
