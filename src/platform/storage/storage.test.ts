// Guarantees of both stores, and those of each one.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { givenS3, s3ConfigOf, startS3Server } from '../../../test/parts/outside/s3-server.ts';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import { type ByteRange, isStorageKey, type Storage } from './storage.ts';

const keys = { accessKeyId: 'AKID', secretAccessKey: 'secret/+key', region: 'eu-test-1', bucket: 'shop-bytes' };

let folder: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  s3 = await startS3Server(keys);
});
afterAll(() => s3.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-storage-'));
  for (const key of givenS3 ? await keysOf(openGiven(givenS3)) : []) await openGiven(givenS3 as URL).delete(key);
  s3.objects.clear();
  s3.uploads.clear();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openGiven = (url: URL) => openS3Storage(s3ConfigOf(url));

const stores: Array<[string, () => Storage]> = [
  ['a folder', () => openFolderStorage(join(folder, 'storage'))],
  ['a store that speaks S3', () => openS3Storage({ ...keys, endpoint: s3.endpoint })],
  ...(givenS3 ? [['the store at TEST_S3_URL', () => openGiven(givenS3 as URL)] as [string, () => Storage]] : []),
];

async function bytesOf(storage: Storage, key: string, range?: ByteRange): Promise<Buffer | null> {
  const found = await storage.get(key, range);
  return found && Buffer.from(await new Response(found.body).arrayBuffer());
}

async function keysOf(storage: Storage, prefix = ''): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.list(prefix)) found.push(key);
  return found.sort();
}

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  throw new Error('the sender has gone');
}

describe.each(stores)('%s', (_, open) => {
  test('gives back what was put, with its size and hash', async () => {
    const storage = open();
    const bytes = randomBytes(200_000);
    const stored = await storage.put('a/b.bin', inChunks(bytes, 1_000));
    expect(stored).toEqual({
      key: 'a/b.bin',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await bytesOf(storage, 'a/b.bin')).toEqual(bytes);
    expect(await storage.head('a/b.bin')).toMatchObject({ key: 'a/b.bin', size: bytes.length });
    const { changedAt } = (await storage.head('a/b.bin')) ?? {};
    expect(Math.abs(Date.now() - Number(changedAt))).toBeLessThan(60_000);
  });

  test('takes bytes that are there whole, and none at all', async () => {
    const storage = open();
    await storage.put('whole', Buffer.from('text'));
    expect(String(await bytesOf(storage, 'whole'))).toBe('text');
    expect(await storage.put('empty', new Uint8Array())).toMatchObject({ size: 0 });
    expect(await bytesOf(storage, 'empty')).toHaveLength(0);
    expect(await storage.head('empty')).toMatchObject({ size: 0 });
  });

  test('gives parts, as far as there is something, and the size of the whole', async () => {
    const storage = open();
    await storage.put('ten', Buffer.from('0123456789'));
    const part = async (first: number, last: number) => String(await bytesOf(storage, 'ten', { first, last }));
    expect(await part(0, 0)).toBe('0');
    expect(await part(3, 5)).toBe('345');
    expect(await part(8, 100)).toBe('89');
    expect(await part(10, 20)).toBe('');
    const found = await storage.get('ten', { first: 2, last: 3 });
    expect(found?.size).toBe(10);
    await found?.body.cancel();
    await expect(storage.get('ten', { first: 5, last: 3 })).rejects.toThrow('no range');
  });

  test('has nothing of what is not there, and deletes it without a word', async () => {
    const storage = open();
    expect(await storage.get('none')).toBeNull();
    expect(await storage.head('none/of/it')).toBeNull();
    await storage.delete('none');
    expect(await keysOf(storage)).toEqual([]);
    await storage.put('a', Buffer.from('a'));
    await storage.delete('a');
    expect(await storage.get('a')).toBeNull();
  });

  test('what is put again takes the place of what was there', async () => {
    const storage = open();
    await storage.put('a', Buffer.from('first'));
    await storage.put('a', Buffer.from('second'));
    expect(String(await bytesOf(storage, 'a'))).toBe('second');
  });

  test('what breaks off leaves what was there', async () => {
    const storage = open();
    await storage.put('a', Buffer.from('first'));
    await expect(storage.put('a', broken())).rejects.toThrow('the sender has gone');
    await expect(storage.put('b', broken())).rejects.toThrow('the sender has gone');
    expect(String(await bytesOf(storage, 'a'))).toBe('first');
    expect(await keysOf(storage)).toEqual(['a']);
  });

  test('lists by the beginning of keys, page after page', async () => {
    const storage = open();
    const names = ['a/1', 'a/2', 'a/b/3', 'ab/4', 'c', 'd-1', 'd-2', 'd/5'];
    for (const name of names) await storage.put(name, Buffer.from(name));
    expect(await keysOf(storage)).toEqual(names);
    expect(await keysOf(storage, 'a/')).toEqual(['a/1', 'a/2', 'a/b/3']);
    expect(await keysOf(storage, 'a')).toEqual(['a/1', 'a/2', 'a/b/3', 'ab/4']);
    expect(await keysOf(storage, 'd-')).toEqual(['d-1', 'd-2']);
    expect(await keysOf(storage, 'x/')).toEqual([]);
    for await (const found of storage.list('c')) expect(found).toMatchObject({ key: 'c', size: 1 });
  });

  test('many at once do not meet', async () => {
    const storage = open();
    const all = Array.from({ length: 20 }, (_value, at) => `many/${at}`);
    await Promise.all(all.map((key) => storage.put(key, inChunks(Buffer.from(key.repeat(1_000)), 100))));
    for (const key of all) expect(String(await bytesOf(storage, key))).toBe(key.repeat(1_000));
    await Promise.all([1, 2, 3, 4].map((n) => storage.put('same', Buffer.from(String(n).repeat(50_000)))));
    expect(String(await bytesOf(storage, 'same'))).toMatch(/^(1+|2+|3+|4+)$/);
  });

  test.each(['../a', 'a/../b', '/a', 'a//b', 'a/', '.a', 'a/.b', 'A', 'ä', 'a b', 'a\\b', 'a\0', '', 'c:', '~'])(
    'refuses %j as a key',
    async (key) => {
      const storage = open();
      expect(isStorageKey(key)).toBe(false);
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('no key');
      await expect(storage.get(key)).rejects.toThrow('no key');
      await expect(storage.head(key)).rejects.toThrow('no key');
      await expect((async () => storage.delete(key))()).rejects.toThrow('no key');
    },
  );
});

describe.runIf(givenS3)('the store at TEST_S3_URL', () => {
  test('gets what is large in parts, whole or not at all', async () => {
    const storage = openGiven(givenS3 as URL);
    const large = randomBytes(40 * 1024 * 1024);
    await storage.put('large', inChunks(large, 1_000_003));
    expect((await bytesOf(storage, 'large'))?.equals(large)).toBe(true);
    expect((await storage.head('large'))?.size).toBe(large.length);
  }, 60_000);
});

describe('the folder', () => {
  test('shows no unfinished file, and forgets those of processes that have ended', async () => {
    const place = join(folder, 'storage');
    const unfinished = join(place, '.unfinished');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'old'), 'x');
    await writeFile(join(unfinished, 'new'), 'x');
    const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
    await utimes(join(unfinished, 'old'), twoDaysAgo, twoDaysAgo);
    const storage = openFolderStorage(place);
    let seen: string[] = [];
    await storage.put(
      'a',
      (async function* () {
        yield Buffer.from('a');
        seen = await keysOf(storage);
        yield Buffer.from('b');
      })(),
    );
    expect(seen).toEqual([]);
    expect(await keysOf(storage)).toEqual(['a']);
    expect(await readdir(unfinished)).toEqual(['new']);
  });

  test('makes nothing until something is put, and lists nothing from outside', async () => {
    const place = join(folder, 'storage');
    const storage = openFolderStorage(place);
    expect(await keysOf(storage)).toEqual([]);
    expect(existsSync(place)).toBe(false);
    await storage.put('a', Buffer.from('a'));
    await writeFile(join(folder, 'secret'), 'x');
    await symlink(folder, join(place, 'link'));
    expect(await keysOf(storage)).toEqual(['a']);
    await expect(keysOf(storage, '../')).rejects.toThrow('no key');
  });

  test('a folder that cannot be made is told', async () => {
    await writeFile(join(folder, 'file'), '');
    const storage = openFolderStorage(join(folder, 'file', 'storage'));
    await expect(storage.put('a', Buffer.from('a'))).rejects.toThrow('ENOTDIR');
  });
});

describe('the store that speaks S3', () => {
  const large = randomBytes(40 * 1024 * 1024);

  test('gets what is large in parts, whole or not at all', async () => {
    const storage = openS3Storage({ ...keys, endpoint: s3.endpoint });
    const stored = await storage.put('large', inChunks(large, 1_000_003));
    expect(stored.sha256).toBe(createHash('sha256').update(large).digest('hex'));
    expect((await bytesOf(storage, 'large'))?.equals(large)).toBe(true);
    expect(s3.uploads.size).toBe(0);

    async function* breaksLate() {
      yield large.subarray(0, 30 * 1024 * 1024);
      throw new Error('the sender has gone');
    }
    await expect(storage.put('late', breaksLate())).rejects.toThrow('the sender has gone');
    expect(await storage.head('late')).toBeNull();
    expect(s3.uploads.size, 'its parts are givenS3 up').toBe(0);
  }, 30_000);

  test('is asked again when it fails for a moment, and told why when it refuses', async () => {
    const storage = openS3Storage({ ...keys, endpoint: s3.endpoint });
    s3.faults.push(503, 500);
    await storage.put('a', Buffer.from('a'));
    expect(String(await bytesOf(storage, 'a'))).toBe('a');
    const stranger = openS3Storage({ ...keys, secretAccessKey: 'another', endpoint: s3.endpoint });
    s3.refused.length = 0;
    await expect(stranger.put('a', Buffer.from('b'))).rejects.toThrow(
      'the S3 store answered PUT a with 403 (SignatureDoesNotMatch: another signature)',
    );
    await expect(stranger.get('a')).rejects.toThrow('403');
    await expect(keysOf(stranger)).rejects.toThrow('403');
    expect(s3.refused).toHaveLength(3);
    const elsewhere = openS3Storage({ ...keys, bucket: 'elsewhere', endpoint: s3.endpoint });
    await expect(elsewhere.put('a', Buffer.from('b'))).rejects.toThrow('NoSuchBucket');
  });

  test('may hold what is not the shop’s: it is not listed', async () => {
    const storage = openS3Storage({ ...keys, endpoint: `${s3.endpoint}/` });
    s3.objects.set('Photos of 2025/<a>&b.jpg', { bytes: Buffer.from('x'), changedAt: new Date() });
    await storage.put('a', Buffer.from('a'));
    expect(await keysOf(storage)).toEqual(['a']);
  });
});
