import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../observability/log.ts';
import { openFileCache } from './file-cache.ts';

let folder: string;
const log = createLog('silent');
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'hearth-files-')), 'cached');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const open = (maxBytes: number) => openFileCache({ folder, maxBytes, log });
const bytes = (length: number, value = 1) => new Uint8Array(length).fill(value);

test('what was cached is there for the next process, for its owner alone', async () => {
  const cache = await open(1_000);
  expect(await cache.get('a')).toBeNull();
  await cache.set('a', bytes(10));
  expect(await (await open(1_000)).get('a')).toEqual(bytes(10));
  const [name = ''] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

test('the folder never holds more than it may: what was not used for longest leaves', async () => {
  const cache = await open(100);
  for (const key of ['a', 'b', 'c']) await cache.set(key, bytes(30));
  await cache.get('a');
  await cache.set('d', bytes(30));
  await expect.poll(() => readdir(folder)).toHaveLength(3);
  expect(await cache.get('b')).toBeNull();
  expect(await cache.get('a')).toEqual(bytes(30));
});

test('what an earlier process has left counts too, and what it did not finish is no file', async () => {
  const before = await open(1_000);
  for (const [at, key] of ['a', 'b', 'c'].entries()) {
    await before.set(key, bytes(30));
    const names = await readdir(folder);
    const latest = (await Promise.all(names.map(async (name) => ({ name, ...(await stat(join(folder, name))) }))))
      .filter(({ mtimeMs }) => mtimeMs > 1e12)
      .map(({ name }) => name);
    for (const name of latest) await utimes(join(folder, name), at + 1, at + 1);
  }
  await writeFile(join(folder, 'half.part'), 'x');
  await utimes(join(folder, 'half.part'), new Date(0), new Date(0));
  await writeFile(join(folder, 'of-another.part'), 'x');
  const after = await open(60);
  await expect.poll(() => readdir(folder)).toHaveLength(3);
  expect(await readdir(folder), 'somebody else is writing it').toContain('of-another.part');
  expect(await after.get('a')).toBeNull();
  expect(await after.get('c')).toEqual(bytes(30));
});

test('two that write the same at once leave one whole file', async () => {
  const caches = await Promise.all([open(1_000_000), open(1_000_000)]);
  await Promise.all(Array.from({ length: 20 }, (_, at) => caches[at % 2]?.set('a', bytes(50_000, at))));
  const [name = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const content = await readFile(join(folder, name));
  expect(content).toHaveLength(50_000);
  expect(new Set(content).size).toBe(1);
});

test('a folder that cannot be written to costs nothing but the caching', async () => {
  await writeFile(join(folder, '../file'), '');
  const cache = await openFileCache({ folder: join(folder, '../file/cached'), maxBytes: 100, log });
  await cache.set('a', bytes(10));
  expect(await cache.get('a')).toBeNull();
});
