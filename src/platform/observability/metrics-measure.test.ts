import { expect, test } from 'vitest';
import { createMeasure } from './metrics-measure.ts';

const unexpected = (error: unknown) => {
  throw error;
};

test('many who ask at once make it read once, and later ones again', async () => {
  let reads = 0;
  const measure = createMeasure(async () => ++reads, unexpected, { freshMs: 0 });
  expect(await Promise.all([measure(), measure(), measure()])).toEqual([1, 1, 1]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await measure()).toBe(2);
});

test('what hangs keeps nobody waiting, and is not asked again meanwhile', async () => {
  let reads = 0;
  const never = () => {
    reads++;
    return new Promise<number>(() => {});
  };
  const measure = createMeasure(never, unexpected, { patienceMs: 20, freshMs: 0 });
  expect(await Promise.all([measure(), measure()])).toEqual([null, null]);
  expect(await measure()).toBeNull();
  expect(reads).toBe(1);
});

test('what fails is told, and no metric', async () => {
  const errors: unknown[] = [];
  const measure = createMeasure(
    () => Promise.reject(new Error('away')),
    (error) => errors.push(error),
  );
  expect(await measure()).toBeNull();
  expect(errors).toEqual([new Error('away')]);
});
