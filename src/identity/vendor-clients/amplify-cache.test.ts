// The vendor's generic cache for browsers, as the account library brings it. Here it keeps its items in memory.
import { Cache, ConsoleLogger } from 'aws-amplify/utils';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

const defaults = {
  capacityInBytes: 1_048_576,
  itemMaxSize: 210_000,
  defaultTTL: 259_200_000,
  defaultPriority: 5,
  warningThreshold: 0.8,
};
/** Without a new configuration it answers the one in use; its types do not say so. */
const configurationOf = (cache: Pick<typeof Cache, 'configure'>) => cache.configure(undefined as never);

beforeAll(() => {
  // It warns of what it does not take.
  ConsoleLogger.LOG_LEVEL = 'NONE';
});
afterEach(async () => {
  vi.useRealTimers();
  await Cache.clear();
});

test('[I-13] the generic cache has the defaults that are specified', () => {
  expect(configurationOf(Cache)).toMatchObject(defaults);
});

test('[I-13] the generic cache keeps an item for its default time, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await Cache.setItem('cards', { page: 1 });
  vi.setSystemTime(Date.now() + defaults.defaultTTL - 1);
  expect(await Cache.getItem('cards')).toEqual({ page: 1 });
  vi.setSystemTime(Date.now() + 1);
  expect(await Cache.getItem('cards')).toBeNull();
});

test('[I-13] the generic cache takes no item of more than 210,000 bytes', async () => {
  await Cache.setItem('large', 'x'.repeat(209_000));
  await Cache.setItem('too large', 'x'.repeat(210_000));
  expect(await Cache.getItem('large')).toHaveLength(209_000);
  expect(await Cache.getItem('too large')).toBeNull();
});

test('[I-13] the generic cache holds one megabyte at most', async () => {
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await Cache.setItem(key, 'x'.repeat(200_000));
  expect(await Cache.getItem('e')).not.toBeNull();
  expect(await Cache.getCurrentCacheSize()).toBeGreaterThan(1_000_000);
  expect(await Cache.getCurrentCacheSize()).toBeLessThanOrEqual(defaults.capacityInBytes);
});

test('[I-13] the generic cache cannot be given more than five megabytes', () => {
  const capacityOf = (capacityInBytes: number, keyPrefix: string) =>
    configurationOf(Cache.createInstance({ ...defaults, keyPrefix, capacityInBytes })).capacityInBytes;
  expect(capacityOf(5 * 1_048_576, 'largest')).toBe(5 * 1_048_576);
  expect(capacityOf(5 * 1_048_576 + 1, 'too large')).toBe(defaults.capacityInBytes);
});
