// Files that sellers send, by the client that others use too, over real connections that break off.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limitWork } from '#main/config/work-limits.ts';
import { type HttpServer, openHttpServer } from '#platform/http/http-server.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { NoRoom } from '#platform/storage/growing-files.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { addressOf, aListing, storeSeller } from '../../../../../test/factories/seller.ts';
import { startApi } from '../../../../../test/parts/api.ts';
import { mountSmallDisk } from '../../../../../test/parts/outside/small-disk.ts';
import { uploadFile } from '../../../../client/api/upload-file.ts';
import { removeExpiredUploads } from '../remove-unused-objects.ts';

const KB = 1024;
const MB = KB * KB;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let storage: Storage;
let shop: Awaited<ReturnType<typeof openShop>>;
let token: string;
let releaseId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  folder = await mkdtemp(join(tmpdir(), 'hearth-uploads-'));
  storage = openFolderStorage(folder);
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { eva: 'editor', finn: 'finance' });
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { stranger: 'owner' });
  const values = [
    aListing({ product_id: 'voices', seller_id: 'ours' }),
    aListing({ product_id: 'foreign', seller_id: 'theirs' }),
  ];
  await database.kysely.insertInto('api.listing').values(values).execute();
  shop = await openShop();
  token = (await shop.as('eva')).authorization;
  releaseId = (await draft('1.0.0')).release_id;
});
afterEach(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** A process of the shop: the API behind the server that visitors reach. */
async function openShop(given: Partial<Parameters<typeof startApi>[1]> = {}) {
  const api = await startApi(database, { storage, ...given });
  const server: HttpServer = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
  server.serve(
    { sendCached: () => false, fetch: (request, peer) => api.fetch(request, peer) },
    limitWork(api.addresses).limits,
  );
  return {
    api,
    origin: server.address.replace('localhost', '127.0.0.1'),
    as: (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account }),
    async close() {
      server.server.closeAllConnections();
      await server.close(1_000);
      api.version.close();
      await api.close();
    },
  };
}

const releases = '/seller/ours/listing/voices/release';

async function draft(version: string) {
  const { status, body } = await (await shop.as('eva')).post(releases, { version });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function read(id = releaseId) {
  return (await (await shop.as('eva')).get(`${releases}/${id}`)).body;
}

async function fileAt(path: string, id = releaseId) {
  return (await read(id)).files.find((file: { path: string }) => file.path === path);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type Sending = Partial<UploadOptions> & {
  origin?: string;
  path?: string;
  release?: string;
  seller?: string;
  token?: string;
};

/** With the client's own retries, quick ones. Resolves to the upload's address. */
function send(bytes: Buffer, given: Sending = {}): Promise<string> {
  const { origin = shop.origin, path = 'data/a.bin', release = releaseId, seller = 'ours', ...options } = given;
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${origin}/api/seller/${seller}/upload`,
      metadata: { release, path },
      retryDelays: Array.from({ length: 60 }, () => 1),
      headers: { authorization: given.token ?? token },
      ...options,
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
    });
    upload.start();
  });
}

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  fetch(path.startsWith('http') ? path : `${shop.origin}${path}`, {
    method,
    headers: { authorization: token, 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body }),
  });

function metadata(path: string, release = releaseId): Record<string, string> {
  const inBase64 = (text: string) => Buffer.from(text).toString('base64');
  return { 'upload-metadata': `release ${inBase64(release)},path ${inBase64(path)}` };
}

async function begin(size: number, path = 'a.bin') {
  const response = await ask('POST', '/api/seller/ours/upload', { 'upload-length': String(size), ...metadata(path) });
  expect(response.status, await response.clone().text()).toBe(201);
  return `${shop.origin}${response.headers.get('location')}`;
}

const patch = (url: string, offset: number, body: BodyInit, headers: Record<string, string> = {}) =>
  ask(
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
    body,
  );

async function offsetOf(url: string): Promise<number> {
  const response = await ask('HEAD', url);
  expect(response.status).toBe(200);
  return Number(response.headers.get('upload-offset'));
}

describe('[G-03] a file that is sent', () => {
  test('is hashed while it comes, and lies where the storage has it', async () => {
    const bytes = randomBytes(3 * MB + 7);
    const url = await send(bytes);
    const file = await fileAt('data/a.bin');
    expect(file).toMatchObject({ size_bytes: bytes.length, sha256: sha256(bytes), state: 'ready' });
    expect(url.endsWith(file.object_id)).toBe(true);
    const stored = await storage.get(`goods/${file.object_id}`);
    expect(Buffer.from(await new Response(stored?.body as never).arrayBuffer()).equals(bytes)).toBe(true);
    // A sender that has lost the last answer asks again, and is told that all is there.
    expect(await offsetOf(url)).toBe(bytes.length);
  });

  test('may be empty', async () => {
    await send(Buffer.alloc(0), { path: 'empty.txt' });
    expect(await fileAt('empty.txt')).toMatchObject({ size_bytes: 0, sha256: sha256(Buffer.alloc(0)), state: 'ready' });
  });

  test('comes by the calls of the screens too, and goes on after a pause', async () => {
    const bytes = randomBytes(2 * MB);
    // Bytes, which Node's client takes in the place of a file.
    const file = bytes as never;
    const seen: number[] = [];
    const given = { sellerId: 'ours', releaseId, path: 'from/screen.bin', file };
    const sending = { origin: shop.origin, token: async () => token.replace('Bearer ', ''), chunkSize: 256 * KB };
    const paused = Promise.withResolvers<void>();
    const upload = await uploadFile(
      given,
      {
        onProgress(sent) {
          seen.push(sent);
          if (sent > MB) paused.resolve();
        },
      },
      sending,
    );
    await paused.promise;
    await upload.pause();
    await upload.resume();
    await upload.done;
    expect(Math.max(...seen)).toBe(bytes.length);
    expect(await fileAt('from/screen.bin')).toMatchObject({ sha256: sha256(bytes), state: 'ready' });
  });

  test('gives its place to the next one of the same path', async () => {
    await send(Buffer.from('first'));
    await send(Buffer.from('second'));
    expect((await read()).files).toMatchObject([{ path: 'data/a.bin', sha256: sha256(Buffer.from('second')) }]);
  });
});

describe('[G-03] a file whose connection breaks off', () => {
  /** Between the client and the shop: cuts each connection after some bytes. */
  async function openCutter(bytesUntilCut: () => number) {
    let cuts = 0;
    const target = new URL(shop.origin);
    const sockets = new Set<Socket>();
    const server = createTcpServer((incoming) => {
      const outgoing = connect(Number(target.port), '127.0.0.1');
      for (const socket of [incoming, outgoing]) {
        sockets.add(socket);
        socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      }
      let left = bytesUntilCut();
      let isCut = false;
      outgoing.pipe(incoming);
      incoming.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left > 0) return void outgoing.write(chunk);
        if (isCut) return;
        isCut = true;
        cuts++;
        outgoing.write(chunk.subarray(0, Math.max(0, chunk.length + left)));
        incoming.pause();
        // At once what came before is lost in the shop's buffers; a moment later some of it is on the disk.
        setTimeout(() => {
          outgoing.resetAndDestroy();
          incoming.resetAndDestroy();
        }, Math.random() * 30);
      });
      incoming.on('close', () => outgoing.destroy());
      outgoing.on('close', () => incoming.destroy());
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      cuts: () => cuts,
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  }

  test('goes on where it stopped, hundreds of times, and is what was sent', async () => {
    const cutter = await openCutter(() => 500 + Math.floor(Math.random() * 90 * KB));
    try {
      for (let round = 0; cutter.cuts() < 200; round++) {
        const bytes = randomBytes(Math.floor(Math.random() * MB) + 1);
        const path = `cut/${round}.bin`;
        await send(bytes, { origin: cutter.origin, path, retryDelays: Array.from({ length: 5_000 }, () => 1) });
        expect(await fileAt(path), `${round}`).toMatchObject({ sha256: sha256(bytes), state: 'ready' });
      }
    } finally {
      cutter.close();
    }
  }, 300_000);

  test('keeps the lock from nobody: who comes back at once goes on at once', async () => {
    const url = await begin(MB);
    const { hostname, port, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PATCH ${pathname} HTTP/1.1\r\nhost: shop\r\nauthorization: ${token}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${MB}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(100 * KB, 1));
    const objectId = pathname.split('/').at(-1) ?? '';
    await expect.poll(async () => (await storage.head(`goods/${objectId}`))?.size).toBe(100 * KB);
    // The connection still hangs there.
    expect(await offsetOf(url)).toBe(100 * KB);
    expect((await patch(url, 100 * KB, Buffer.alloc(MB - 100 * KB, 2))).status).toBe(204);
    socket.destroy();
    const expected = Buffer.concat([Buffer.alloc(100 * KB, 1), Buffer.alloc(MB - 100 * KB, 2)]);
    expect(await fileAt('a.bin')).toMatchObject({ sha256: sha256(expected) });
  });

  test('goes on in another process of the shop, and is read again to be hashed', async () => {
    const other = await openShop();
    const bytes = randomBytes(MB);
    const url = await begin(MB);
    expect((await patch(url, 0, bytes.subarray(0, 300_000))).status).toBe(204);
    const there = url.replace(shop.origin, other.origin);
    expect(await offsetOf(there)).toBe(300_000);
    expect((await patch(there, 300_000, bytes.subarray(300_000))).status).toBe(204);
    await other.close();
    expect(await fileAt('a.bin')).toMatchObject({ sha256: sha256(bytes), state: 'ready' });
  });

  test('is taken from a process that hangs, which writes no more of it', async () => {
    const other = await openShop();
    const url = await begin(MB);
    const { port, pathname } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `PATCH ${pathname} HTTP/1.1\r\nhost: shop\r\nauthorization: ${token}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${MB}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(50 * KB, 1));
    const objectId = pathname.split('/').at(-1) ?? '';
    await expect.poll(async () => (await storage.head(`goods/${objectId}`))?.size).toBe(50 * KB);
    const there = url.replace(shop.origin, other.origin);
    expect(await offsetOf(there)).toBe(50 * KB);
    expect((await patch(there, 50 * KB, Buffer.alloc(MB - 50 * KB, 2))).status).toBe(204);
    socket.destroy();
    await other.close();
    const expected = Buffer.concat([Buffer.alloc(50 * KB, 1), Buffer.alloc(MB - 50 * KB, 2)]);
    expect(await fileAt('a.bin')).toMatchObject({ sha256: sha256(expected), state: 'ready' });
  }, 60_000);

  test('is there where its last answer was lost in a process that ended', async () => {
    const url = await begin(1_000);
    await patch(url, 0, Buffer.alloc(999, 7));
    const objectId = url.split('/').at(-1) ?? '';
    // As if it had been killed between the disk and the database.
    await writeFile(join(folder, 'goods', objectId), Buffer.alloc(1_000, 7));
    expect(await offsetOf(url)).toBe(1_000);
    expect(await fileAt('a.bin')).toMatchObject({ sha256: sha256(Buffer.alloc(1_000, 7)), state: 'ready' });
  });
});

describe('[G-03] what does not fit is refused with a sentence', () => {
  const refusals: Array<[string, () => Promise<Response>, number, RegExp]> = [
    [
      'a path that leaves its folder',
      () => ask('POST', '/api/seller/ours/upload', { 'upload-length': '1', ...metadata('../x') }),
      400,
      /leads elsewhere/,
    ],
    ['no path', () => ask('POST', '/api/seller/ours/upload', { 'upload-length': '1' }), 400, /path is empty/],
    ['no length', () => ask('POST', '/api/seller/ours/upload', metadata('x')), 400, /Upload-Length is missing/],
    [
      'a length that comes later',
      () => ask('POST', '/api/seller/ours/upload', { 'upload-defer-length': '1', ...metadata('x') }),
      400,
      /Upload-Length/,
    ],
    [
      'a file beyond the limit',
      () => ask('POST', '/api/seller/ours/upload', { 'upload-length': String(51 * 1024 ** 3), ...metadata('x') }),
      413,
      /50 GB/,
    ],
    [
      'a release of nobody',
      () => ask('POST', '/api/seller/ours/upload', { 'upload-length': '1', ...metadata('x', 'none') }),
      404,
      /no such release/,
    ],
    [
      'a shop of somebody else',
      () => ask('POST', '/api/seller/theirs/upload', { 'upload-length': '1', ...metadata('x') }),
      404,
      /no such shop/,
    ],
    ['an upload of nobody', () => ask('HEAD', `/api/seller/ours/upload/${'0'.repeat(32)}`), 404, /^$/],
    [
      'an id that is none',
      () => patch(`${shop.origin}/api/seller/ours/upload/..%2F..%2Fpasswd`, 0, 'x'),
      404,
      /no such upload/,
    ],
    [
      'no version of the protocol',
      () => ask('POST', '/api/seller/ours/upload', { 'tus-resumable': '' }),
      412,
      /Tus-Resumable/,
    ],
  ];
  test.each(refusals)('%s', async (_name, asking, status, sentence) => {
    const response = await asking();
    const text = await response.text();
    expect(response.status, text).toBe(status);
    expect(text ? JSON.parse(text).message : '').toMatch(sentence);
  });

  test('more than was announced, of which nothing counts', async () => {
    const url = await begin(1_000);
    expect((await patch(url, 0, Buffer.alloc(1_001))).status).toBe(413);
    // In pieces, without a length.
    const body = new Blob([Buffer.alloc(1_001)]).stream();
    const pieces = await ask('PATCH', url, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' });
    expect(pieces.status).toBe(204);
    const unannounced = await fetch(url, {
      method: 'PATCH',
      headers: {
        authorization: token,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(unannounced.status).toBe(413);
    expect((await read()).files).toMatchObject([{ state: 'uploading' }]);
    const there = await offsetOf(url);
    expect(there).toBeLessThanOrEqual(1_000);
    expect((await patch(url, there, Buffer.alloc(1_000 - there))).status).toBe(204);
    expect(await fileAt('a.bin')).toMatchObject({ sha256: sha256(Buffer.alloc(1_000)) });
  });

  test('another offset than the file stands at', async () => {
    const url = await begin(1_000);
    await patch(url, 0, Buffer.alloc(10));
    const response = await patch(url, 5, Buffer.alloc(10));
    expect([response.status, (await response.json()).message]).toEqual([409, expect.stringContaining('HEAD')]);
  });

  test('names that differ in letters alone, and a file where a folder is', async () => {
    await send(Buffer.from('x'), { path: 'Data/Train.csv' });
    const refused = async (path: string) =>
      (await ask('POST', '/api/seller/ours/upload', { 'upload-length': '1', ...metadata(path) })).json();
    expect(await refused('data/train.CSV')).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('same name'),
    });
    expect(await refused('Data/Train.csv/x')).toMatchObject({ message: expect.stringContaining('a folder') });
    expect(await refused('data')).toMatchObject({ message: expect.stringContaining('a folder') });
  });

  test('of everybody else', async () => {
    const url = await begin(10);
    const stranger = (await shop.as('stranger')).authorization;
    const finance = (await shop.as('finn')).authorization;
    const theirs = url.replace('/ours/', '/theirs/');
    for (const [address, authorization] of [
      [url, stranger],
      [theirs, stranger],
      [url, finance],
    ] as const) {
      expect((await ask('HEAD', address, { authorization })).status).toBe(404);
      expect((await patch(address, 0, 'x', { authorization })).status).toBe(404);
      expect((await ask('DELETE', address, { authorization })).status).toBe(404);
    }
    expect((await fetch(url, { method: 'PATCH', body: Buffer.alloc(5 * MB) })).status).toBe(401);
    expect(await offsetOf(url)).toBe(0);
  });

  test('what is more than a shop may have, or have on its way', async () => {
    await shop.close();
    shop = await openShop({
      goods: { limits: { largestFile: 1_000, bytesPerShop: 1_500, openUploads: 2, silentMs: 30_000 } },
    });
    token = (await shop.as('eva')).authorization;
    const create = (size: number, path: string) =>
      ask('POST', '/api/seller/ours/upload', { 'upload-length': String(size), ...metadata(path) });
    expect((await create(1_000, 'a')).status).toBe(201);
    const full = await create(501, 'b');
    expect([full.status, (await full.json()).message]).toEqual([507, expect.stringContaining('500 bytes are left')]);
    expect((await create(1, 'b')).status).toBe(201);
    expect((await create(1, 'c')).status).toBe(429);
  });
});

describe('[G-03] an upload that ends', () => {
  test('by its sender leaves nothing', async () => {
    const url = await begin(10);
    await patch(url, 0, 'abc');
    expect((await ask('DELETE', url)).status).toBe(204);
    expect((await ask('HEAD', url)).status).toBe(404);
    expect(await keys()).toEqual([]);
    expect((await read()).files).toEqual([]);
    expect(await objects()).toEqual([]);
  });

  test('because its file was taken out goes with the next turn of the job', async () => {
    const url = await begin(10);
    await patch(url, 0, 'abc');
    const eva = await shop.as('eva');
    expect((await eva.delete(`${releases}/${releaseId}/file?path=a.bin`)).body.files).toEqual([]);
    expect((await patch(url, 3, 'defghij')).status).toBe(410);
    expect(await removeExpiredUploads({ db: database.kysely, storage })).toBe(1);
    expect(await keys()).toEqual([]);
    expect(await objects()).toEqual([]);
  });

  test('because nobody has gone on with it for a week', async () => {
    const url = await begin(10);
    await patch(url, 0, 'abc');
    const deps = { db: database.kysely, storage };
    const inDays = (days: number) => () => new Date(Date.now() + days * 24 * 60 * 60_000);
    expect(await removeExpiredUploads({ ...deps, now: inDays(6.9) })).toBe(0);
    expect(await removeExpiredUploads({ ...deps, now: inDays(7.1) })).toBe(1);
    expect((await ask('HEAD', url)).status).toBe(404);
    expect(await keys()).toEqual([]);
  });
});

describe('[G-03] a disk that is full', () => {
  /** Takes so many bytes and no more; a piece that does not fit is written in part, as disks do. */
  function withRoomFor(bytes: { left: number }): Storage {
    const { growing } = storage;
    return {
      ...storage,
      growing: {
        ...growing,
        append(growth, from, pieces, hooks) {
          async function* fitting() {
            for await (const piece of pieces) {
              if (piece.length > bytes.left) throw new NoRoom('full');
              bytes.left -= piece.length;
              yield piece;
            }
          }
          return growing.append(growth, from, fitting(), hooks);
        },
      },
    };
  }

  test('says so, counts nothing by halves, and takes the rest when there is room', async () => {
    await shop.close();
    const room = { left: 200 * KB };
    shop = await openShop({ storage: withRoomFor(room) });
    const bytes = randomBytes(MB);
    const url = await begin(MB);
    const response = await patch(url, 0, bytes);
    expect([response.status, (await response.json()).message]).toEqual([507, expect.stringContaining('no room')]);
    const there = await offsetOf(url);
    expect(there).toBeGreaterThan(0);
    expect(there).toBeLessThanOrEqual(200 * KB);
    room.left = 10 * MB;
    expect((await patch(url, there, bytes.subarray(there))).status).toBe(204);
    expect(await fileAt('a.bin')).toMatchObject({ sha256: sha256(bytes), state: 'ready' });
  });

  test('that is really full: nothing begins, nothing is half there, and it goes on when room is made', async (context) => {
    const disk = mountSmallDisk(280);
    if (typeof disk === 'string') return context.skip(disk);
    try {
      await shop.close();
      storage = openFolderStorage(disk.folder);
      shop = await openShop();
      const bytes = randomBytes(4 * MB);
      const url = await begin(bytes.length);
      expect((await patch(url, 0, bytes.subarray(0, MB))).status).toBe(204);
      disk.fill(0);
      const response = await patch(url, MB, bytes.subarray(MB));
      expect([response.status, (await response.json()).message]).toEqual([507, expect.stringContaining('no room')]);
      const refused = await ask('POST', '/api/seller/ours/upload', { 'upload-length': '1', ...metadata('b.bin') });
      expect([refused.status, (await refused.json()).message]).toEqual([
        507,
        expect.stringContaining('no room for 1 bytes'),
      ]);
      expect(await offsetOf(url)).toBe(MB);
      expect((await read()).files).toMatchObject([{ path: 'a.bin', state: 'uploading' }]);
      disk.makeRoom();
      expect((await patch(url, MB, bytes.subarray(MB))).status).toBe(204);
      expect(await fileAt('a.bin')).toMatchObject({ sha256: sha256(bytes), state: 'ready' });
    } finally {
      disk.close();
    }
  });

  test('is not filled up by those who began while there was room: the shop keeps some for itself', async () => {
    await shop.close();
    let room = 400 * MB;
    const growing = { ...storage.growing, room: async () => room };
    shop = await openShop({ storage: { ...storage, growing } });
    const url = await begin(100);
    room = 255 * MB;
    expect((await patch(url, 0, Buffer.alloc(100))).status).toBe(507);
    expect(await offsetOf(url)).toBe(0);
    room = 257 * MB;
    expect((await patch(url, 0, Buffer.alloc(100))).status).toBe(204);
  });

  test('refuses what can never fit before it is sent', async () => {
    await shop.close();
    const growing = { ...storage.growing, room: async () => 300 * MB };
    shop = await openShop({ storage: { ...storage, growing } });
    const response = await ask('POST', '/api/seller/ours/upload', {
      'upload-length': String(100 * MB),
      ...metadata('x'),
    });
    expect([response.status, (await response.json()).message]).toEqual([
      507,
      expect.stringContaining('no room for 100 MB'),
    ]);
  });
});

test('[G-03] a storage that has lost bytes of a file is not believed', async () => {
  await shop.close();
  const growing = {
    ...storage.growing,
    async finish(growth: Parameters<Storage['growing']['finish']>[0]) {
      await truncate(join(folder, growth.key), 5);
      return storage.growing.finish(growth);
    },
  };
  shop = await openShop({ storage: { ...storage, growing } });
  const url = await begin(10);
  await patch(url, 0, '0123456789');
  expect(await fileAt('a.bin')).toMatchObject({ state: 'refused', reason: expect.stringContaining('send it again') });
  expect((await (await shop.as('eva')).send('POST', `${releases}/${releaseId}/complete`)).status).toBe(409);
});

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.list('goods/')) found.push(key);
  return found;
}

async function objects(): Promise<unknown[]> {
  return (await sql`select 1 from api.goods_object`.execute(database.kysely)).rows;
}
