// Guarantees of all stores for files that come in pieces; S3's against a third-party server, and with a faulty proxy in front of it.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { givenS3, s3ConfigOf } from '../../../test/parts/outside/s3-server.ts';
import { startFaultyProxy, startS3rver } from '../../../test/parts/outside/s3rver.ts';
import { mountSmallDisk } from '../../../test/parts/outside/small-disk.ts';
import { openFolderStorage } from './folder-storage.ts';
import { type Growing, type GrowthState, NoRoom, WrongSize } from './growing-files.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const MB = 1024 * 1024;
const key = 'goods/0123456789abcdef';

let s3: Awaited<ReturnType<typeof startS3rver>>;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let folder: string;

beforeAll(async () => {
  s3 = await startS3rver();
  proxy = await startFaultyProxy(s3.endpoint);
});
afterAll(async () => {
  proxy.close();
  await s3.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-growing-'));
  proxy.fail(() => null);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const stores: Array<[string, () => Storage]> = [
  ['a folder', () => openFolderStorage(folder)],
  ['a store that speaks S3', () => openS3Storage({ ...s3, endpoint: proxy.endpoint })],
  ...(givenS3
    ? [
        ['the store at TEST_S3_URL', () => openS3Storage(s3ConfigOf(givenS3 as URL, '-growing'))] as [
          string,
          () => Storage,
        ],
      ]
    : []),
];

async function* inPieces(bytes: Uint8Array, size = 64 * 1024, fails?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  if (fails) throw fails;
}

/** A file that grows, by whoever keeps its state: what was not saved is forgotten, as with a process that was killed. */
function grow(storage: Storage, size: number, at = key) {
  let state: GrowthState = {};
  const written = createHash('sha256');
  const growth = () => ({ key: at, state, size });
  return {
    begin: async () => {
      state = await storage.growing.begin(at, size);
    },
    append: (from: number, pieces: AsyncIterable<Uint8Array>, hooks: Partial<Growing> = {}) =>
      storage.growing.append(growth(), from, pieces, {
        mayWrite: () => {},
        onWritten: (piece) => void written.update(piece),
        save: async (next) => {
          state = JSON.parse(JSON.stringify(next));
        },
        ...hooks,
      }),
    sizeNow: () => storage.growing.sizeNow(growth()),
    finish: () => storage.growing.finish(growth()),
    remove: () => storage.growing.remove(at, state),
    hash: () => written.digest('hex'),
  };
}

async function bytesOf(storage: Storage, at = key): Promise<Buffer> {
  const found = await storage.get(at);
  return Buffer.from(await new Response(found?.body as never).arrayBuffer());
}

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const found of storage.list('goods/')) keys.push(found.key);
  return keys;
}

describe.each(stores)('[G-04] %s', (_name, open) => {
  test.each([0, 1, 5 * MB, 8 * MB, 20 * MB + 3])(
    'has a file of %i bytes once it is finished, as it came',
    async (size) => {
      const storage = open();
      const bytes = randomBytes(size);
      const file = grow(storage, size);
      await file.begin();
      if (size > 0) {
        const half = Math.floor(size / 3);
        expect(await file.append(0, inPieces(bytes.subarray(0, half)))).toBe(half);
        expect(await file.sizeNow()).toBe(half);
        expect(await file.append(half, inPieces(bytes.subarray(half)))).toBe(size);
      }
      await file.finish();
      // A process that was killed before it told of it does it again.
      await file.finish();
      expect((await storage.head(key))?.size).toBe(size);
      expect((await bytesOf(storage)).equals(bytes)).toBe(true);
      expect(file.hash()).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(await keysOf(storage)).toEqual([key]);
      await storage.delete(key);
    },
    60_000,
  );

  test('keeps what came before a connection broke off', async () => {
    const storage = open();
    const bytes = randomBytes(9 * MB);
    const file = grow(storage, bytes.length);
    await file.begin();
    const broken = new Error('broke off');
    await expect(file.append(0, inPieces(bytes.subarray(0, 8.5 * MB), 100_000, broken))).rejects.toThrow('broke off');
    const there = (await file.sizeNow()) ?? 0;
    expect(there).toBe(8.5 * MB);
    await file.append(there, inPieces(bytes.subarray(there)));
    await file.finish();
    expect((await bytesOf(storage)).equals(bytes)).toBe(true);
    await storage.delete(key);
  }, 60_000);

  test('takes no more than was announced', async () => {
    const file = grow(open(), 10);
    await file.begin();
    await expect(file.append(0, inPieces(randomBytes(11), 4))).rejects.toThrow(WrongSize);
    expect(await file.sizeNow()).toBe(8);
    await file.remove();
  });

  test('lets go of what is removed, finished or not, or never begun', async () => {
    const storage = open();
    const file = grow(storage, 10 * MB);
    await file.begin();
    await file.append(0, inPieces(randomBytes(9 * MB)));
    await file.remove();
    await file.remove();
    expect(await keysOf(storage)).toEqual([]);
    await storage.growing.remove('goods/neverbegun000000', {});
  }, 60_000);

  test('ends where the lock was lost', async () => {
    const file = grow(open(), 10);
    await file.begin();
    await expect(
      open().growing.append({ key, state: {}, size: 10 }, 0, inPieces(randomBytes(4), 2), {
        mayWrite: () => {
          throw new Error('somebody else writes');
        },
        onWritten: () => {},
        save: async () => {},
      }),
    ).rejects.toThrow();
    await file.remove();
  });

  test('changes nothing any more for who has lost the lock, however late it wakes up', async () => {
    const storage = open();
    const bytes = randomBytes(10 * MB);
    const file = grow(storage, bytes.length);
    await file.begin();
    await file.append(0, inPieces(bytes.subarray(0, MB)));
    const taken = Promise.withResolvers<void>();
    const asleep = Promise.withResolvers<void>();
    async function* slowly() {
      yield bytes.subarray(MB, 2 * MB);
      asleep.resolve();
      await taken.promise;
      yield bytes.subarray(2 * MB, 3 * MB);
    }
    let isMine = true;
    const first = file.append(MB, slowly(), {
      mayWrite: () => {
        if (!isMine) throw new Error('somebody else writes');
      },
      save: async () => {
        throw new Error('somebody else writes');
      },
    });
    first.catch(() => {});
    await asleep.promise;
    isMine = false;
    // Another process begins where the file stands, and is further on when the first one wakes up.
    const there = (await file.sizeNow()) ?? 0;
    await file.append(there, inPieces(bytes.subarray(there, 9 * MB)));
    taken.resolve();
    await expect(first).rejects.toThrow('somebody else writes');
    expect(await file.sizeNow()).toBe(9 * MB);
    await file.append(9 * MB, inPieces(bytes.subarray(9 * MB)));
    await file.finish();
    expect((await bytesOf(storage)).equals(bytes)).toBe(true);
    await storage.delete(key);
  }, 60_000);

  test('is what was sent where a process is killed before it tells of what it has written', async () => {
    const storage = open();
    const bytes = randomBytes(10 * MB);
    const file = grow(storage, bytes.length);
    await file.begin();
    await file.append(0, inPieces(bytes.subarray(0, 7 * MB)));
    const killed = new Error('killed');
    const save = () => Promise.reject(killed);
    await file.append(7 * MB, inPieces(bytes.subarray(7 * MB, 9 * MB)), { save }).catch(() => {});
    const there = (await file.sizeNow()) ?? 0;
    await file.append(there, inPieces(bytes.subarray(there)));
    await file.finish();
    expect((await bytesOf(storage)).equals(bytes)).toBe(true);
    await storage.delete(key);
  }, 60_000);
});

describe('[G-04] a folder', () => {
  test('a disk that is full takes no half of a piece', async () => {
    const storage = openFolderStorage(folder);
    const file = grow(storage, 100_000);
    await file.begin();
    await file.append(0, inPieces(randomBytes(1_000)));
    // A file that is always full, in the place of the one that grows.
    await unlink(join(folder, key));
    await symlink('/dev/full', join(folder, key));
    await expect(file.append(1_000, inPieces(randomBytes(1_000)))).rejects.toThrow(NoRoom);
    expect(await storage.growing.room()).toBeGreaterThan(0);
  });

  test('a disk that is really full keeps what came, and the rest comes when there is room', async (context) => {
    const disk = mountSmallDisk(8);
    if (typeof disk === 'string') return context.skip(disk);
    try {
      const storage = openFolderStorage(disk.folder);
      const bytes = randomBytes(5 * MB);
      const file = grow(storage, bytes.length);
      await file.begin();
      disk.fill(2.5 * MB);
      await expect(file.append(0, inPieces(bytes, 100_000))).rejects.toThrow(NoRoom);
      const there = (await file.sizeNow()) ?? 0;
      // Whole pieces, and none by half.
      expect([there > MB, there % 100_000]).toEqual([true, 0]);
      await expect(storage.put('picture/large', inPieces(randomBytes(MB)))).rejects.toThrow(/ENOSPC/);
      await expect(openFolderStorage(disk.folder).put('picture/larger', randomBytes(2 * MB))).rejects.toThrow(/ENOSPC/);
      expect(await keysOf(storage)).toEqual([key]);
      disk.makeRoom();
      await file.append(there, inPieces(bytes.subarray(there)));
      await file.finish();
      expect((await bytesOf(storage)).equals(bytes)).toBe(true);
    } finally {
      disk.close();
    }
  });

  test('a file that has lost its end is not finished', async () => {
    const file = grow(openFolderStorage(folder), 10);
    await file.begin();
    await file.append(0, inPieces(randomBytes(9)));
    await expect(file.finish()).rejects.toThrow(WrongSize);
  });
});

describe('[G-04] a store that speaks S3', () => {
  const open = () => openS3Storage({ ...s3, endpoint: proxy.endpoint });

  test('that is away in the middle: what it said it has is gone on with', async () => {
    const storage = open();
    const bytes = randomBytes(25 * MB);
    const file = grow(storage, bytes.length);
    await file.begin();
    let parts = 0;
    proxy.fail(({ method, url }) =>
      method === 'PUT' && /partNumber/.test(url) && ++parts > 1 ? { status: 400 } : null,
    );
    await expect(file.append(0, inPieces(bytes))).rejects.toThrow(/400/);
    proxy.fail(() => null);
    const there = (await file.sizeNow()) ?? 0;
    expect(there).toBeGreaterThanOrEqual(8 * MB);
    await file.append(there, inPieces(bytes.subarray(there)));
    await file.finish();
    expect((await bytesOf(storage)).equals(bytes)).toBe(true);
    await storage.delete(key);
  }, 60_000);

  test('that hangs up now and then is asked again', async () => {
    const storage = open();
    const bytes = randomBytes(20 * MB);
    const file = grow(storage, bytes.length);
    let asked = 0;
    proxy.fail(() => (asked++ % 3 === 1 ? { status: 503 } : null));
    await file.begin();
    await file.append(0, inPieces(bytes));
    await file.finish();
    proxy.fail(() => null);
    expect((await bytesOf(storage)).equals(bytes)).toBe(true);
    await storage.delete(key);
  }, 60_000);

  test('that is away altogether says so', async () => {
    proxy.fail(() => 'hang up');
    await expect(open().growing.begin(key, 1)).rejects.toThrow();
  });

  test('that lies about the size of what it has is not believed', async () => {
    const storage = open();
    const file = grow(storage, 1_000);
    await file.begin();
    await file.append(0, inPieces(randomBytes(1_000)));
    proxy.fail(({ method }) =>
      method === 'HEAD'
        ? {
            lie: ({ headers }) => {
              headers['content-length'] = '999';
            },
          }
        : null,
    );
    await expect(file.finish()).rejects.toThrow(WrongSize);
    proxy.fail(() => null);
    await file.remove();
  });

  test('that has lost a part does not complete', async () => {
    const file = grow(open(), 9 * MB);
    await file.begin();
    await file.append(0, inPieces(randomBytes(9 * MB)));
    proxy.fail(({ method, url }) => (method === 'POST' && /uploadId/.test(url) ? { status: 400 } : null));
    await expect(file.finish()).rejects.toThrow(/400/);
    proxy.fail(() => null);
    await file.finish();
    await file.remove();
  }, 60_000);
});
