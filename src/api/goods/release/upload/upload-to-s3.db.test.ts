// Files that sellers send into a bucket and buyers get from it, with a store that others have written, and all that such a store does wrong.
import { createHash, randomBytes } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limitWork } from '#main/config/work-limits.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { openS3Storage } from '#platform/storage/s3-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { storeGift } from '../../../../../test/factories/release.ts';
import { addressOf, aListing, storeSeller } from '../../../../../test/factories/seller.ts';
import { startApi } from '../../../../../test/parts/api.ts';
import { startFaultyProxy, startS3rver } from '../../../../../test/parts/outside/s3rver.ts';
import { expectBroken } from '../../../../../test/parts/serve-part.ts';
import { removeExpiredUploads, removeUnknownObjects, removeUnusedObjects } from '../remove-unused-objects.ts';
import { settleWaiting } from './settle-object.ts';

const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let s3: Awaited<ReturnType<typeof startS3rver>>;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let storage: Storage;
let shop: Awaited<ReturnType<typeof openShop>>;
let releaseId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  s3 = await startS3rver();
  proxy = await startFaultyProxy(s3.endpoint);
});
afterAll(async () => {
  proxy.close();
  await s3.close();
  await database.close();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  for await (const { key } of openS3Storage(s3).list('goods/')) await openS3Storage(s3).delete(key);
  storage = openS3Storage({ ...s3, endpoint: proxy.endpoint }, { answerMs: 3_000 });
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { eva: 'editor' });
  await database.kysely
    .insertInto('api.listing')
    .values(aListing({ product_id: 'voices', seller_id: 'ours' }))
    .execute();
  shop = await openShop();
  const { status, body } = await shop.eva.post(releases, { version: '1.0.0' });
  expect(status, JSON.stringify(body)).toBe(201);
  releaseId = body.release_id;
});
afterEach(async () => {
  proxy.fail(() => null);
  await shop.close();
});

const releases = '/seller/ours/listing/voices/release';
const of = (id = releaseId) => `${releases}/${id}`;

/** A process of the shop: the API behind the server that visitors reach. */
async function openShop(given: Partial<Parameters<typeof startApi>[1]> = {}) {
  const api = await startApi(database, { storage, ...given });
  const server = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
  server.serve(
    { sendCached: () => false, fetch: (request, peer) => api.fetch(request, peer) },
    limitWork(api.addresses).limits,
  );
  const signIn = (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account });
  return {
    api,
    origin: server.address.replace('localhost', '127.0.0.1'),
    signIn,
    eva: await signIn('eva'),
    async close() {
      server.server.closeAllConnections();
      await server.close(1_000);
      api.version.close();
      await api.close();
    },
  };
}

/** As tus-js-client sends, with its own retries. */
function send(bytes: Buffer, path: string, retries = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${shop.origin}/api/seller/ours/upload`,
      metadata: { release: releaseId, path },
      headers: { authorization: shop.eva.authorization },
      chunkSize: 5 * MB,
      retryDelays: Array.from({ length: retries }, () => 10),
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}

const ask = (method: string, url: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  fetch(url, {
    method,
    headers: { authorization: shop.eva.authorization, 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body }),
  });
const inBase64 = (text: string) => Buffer.from(text).toString('base64');
const create = (size: number, path: string) =>
  ask('POST', `${shop.origin}/api/seller/ours/upload`, {
    'upload-length': String(size),
    'upload-metadata': `release ${inBase64(releaseId)},path ${inBase64(path)}`,
  });
const patch = (url: string, offset: number, body: Buffer) =>
  ask(
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body as never,
  );

async function begin(size: number, path: string): Promise<string> {
  const response = await create(size, path);
  expect(response.status, await response.clone().text()).toBe(201);
  return `${shop.origin}${response.headers.get('location')}`;
}
async function offsetOf(url: string): Promise<number> {
  const response = await ask('HEAD', url);
  expect(response.status).toBe(200);
  return Number(response.headers.get('upload-offset'));
}

async function fileAt(path: string) {
  const { body } = await shop.eva.get(of());
  return body.files.find((file: { path: string }) => file.path === path);
}
const complete = () => shop.eva.send('POST', `${of()}/complete`);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Tries waiting objects again now. */
async function settleNow() {
  await database.kysely
    .updateTable('api.goods_object')
    .set({ work_at: new Date(0) })
    .execute();
  await settleWaiting(shop.api.objects);
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of openS3Storage(s3).list('goods/')) found.push(key);
  return found;
}

/** The address of a file for somebody who has bought the release. */
async function linkTo(path: string): Promise<string> {
  const goods = { files: { release: releaseId, updates: 'none' as const } };
  const entitlementId = await storeGift({ database }, { account_id: 'ann', product_id: 'voices', goods });
  await database.kysely.updateTable('api.release').set({ published_at: new Date() }).execute();
  const ann = await shop.signIn('ann');
  const { status, body } = await ann.post(`/library/${entitlementId}/download`, { release_id: releaseId, path });
  expect(status, JSON.stringify(body)).toBe(200);
  return shop.origin + new URL(body.links[0].url).pathname;
}

describe('[G-04] a release in a bucket', () => {
  test('is sent by tus, completed, and had through the shop and from the bucket itself', async () => {
    const bytes = randomBytes(17 * MB + 5);
    await send(bytes, 'data/large.bin');
    await send(Buffer.alloc(0), 'empty.txt');
    expect(await fileAt('data/large.bin')).toMatchObject({ state: 'ready', sha256: sha256(bytes) });
    expect((await complete()).status).toBe(200);
    expect(await keys()).toHaveLength(2);
    const link = await linkTo('data/large.bin');
    const whole = await fetch(link);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(link, { headers: { range: `bytes=${9 * MB}-${9 * MB + 9}` } });
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(9 * MB, 9 * MB + 10))]).toEqual([
      206,
      true,
    ]);

    await shop.close();
    shop = await openShop({ sendersBeside: { accel: null, bucket: true } });
    const direct = await fetch(shop.origin + new URL(link).pathname, { redirect: 'manual' });
    expect(direct.status).toBe(302);
    const address = direct.headers.get('location') ?? '';
    expect(address.startsWith(proxy.endpoint)).toBe(true);
    const fromBucket = await fetch(address);
    expect(Buffer.from(await fromBucket.arrayBuffer()).equals(bytes)).toBe(true);
    expect(fromBucket.headers.get('content-disposition')).toContain('attachment');
    // It is no address of another object.
    expect((await fetch(address.replace(/goods\/[0-9a-z]+/, 'goods/0123456789abcdef'))).status).not.toBe(200);
  }, 120_000);

  test('that is away: nothing begins, what came is kept, and it goes on when the bucket is back', async () => {
    const bytes = randomBytes(9 * MB);
    const url = await begin(bytes.length, 'a.bin');
    expect((await patch(url, 0, bytes.subarray(0, 5 * MB))).status).toBe(204);
    proxy.away();
    try {
      const refused = await create(10, 'b.bin');
      expect([refused.status, (await refused.json()).message]).toEqual([
        503,
        expect.stringContaining('storage of the shop cannot be reached'),
      ]);
      expect((await patch(url, 5 * MB, bytes.subarray(5 * MB))).status).toBe(503);
      expect(await offsetOf(url)).toBe(5 * MB);
      // Everything else of the shop answers.
      expect((await shop.eva.get(of())).status).toBe(200);
    } finally {
      await proxy.back();
    }
    const there = await offsetOf(url);
    expect((await patch(url, there, bytes.subarray(there))).status).toBe(204);
    // Uploads that were begun while it was away are begun anew.
    await send(Buffer.from('0123456789'), 'b.bin');
    expect(await fileAt('a.bin')).toMatchObject({ state: 'ready', sha256: sha256(bytes) });
    expect((await complete()).status).toBe(200);
  }, 60_000);

  test('that goes away when all has come: it is being checked, not to be sent again', async () => {
    proxy.fail(({ method, url }) => (method === 'POST' && /uploadId/.test(url) ? 'hang up' : null));
    const bytes = randomBytes(9 * MB);
    await send(bytes, 'a.bin');
    expect(await fileAt('a.bin')).toMatchObject({ state: 'checking', sha256: null });
    const { status, body } = await complete();
    expect([status, body.message]).toEqual([409, expect.stringContaining('a.bin is being checked')]);
    proxy.fail(() => null);
    await settleNow();
    expect(await fileAt('a.bin')).toMatchObject({ state: 'ready', sha256: sha256(bytes) });
  }, 60_000);

  test('that never answers keeps nobody for ever, and nobody else waiting', async () => {
    const bytes = randomBytes(6 * MB);
    await send(bytes, 'there.bin');
    expect((await complete()).status).toBe(200);
    const link = await linkTo('there.bin');
    const { body } = await shop.eva.post(releases, { version: '1.1.0' });
    releaseId = body.release_id;
    const url = await begin(bytes.length, 'a.bin');
    proxy.fail(() => 'silent');
    const waiting = [
      patch(url, 0, bytes),
      ...Array.from({ length: 15 }, (_, at) => create(1, `waits/${at}.bin`)),
      ...Array.from({ length: 30 }, () => fetch(link)),
    ].map((answer) => answer.then(({ status }) => status));
    // Jobs that wait for the bucket too.
    await database.kysely
      .updateTable('api.upload')
      .set({ expires_at: new Date(0) })
      .where('object_id', '<>', url.split('/').at(-1) ?? '')
      .execute();
    const jobs = [
      removeExpiredUploads({ db: database.kysely, storage }),
      removeUnusedObjects({ db: database.kysely, storage, now: () => new Date(Date.now() + 8 * DAY_MS) }),
    ];
    // Requests that have nothing to do with the bucket are answered while they wait.
    for (let round = 0; round < 10; round++) expect((await shop.eva.get(releases)).status).toBe(200);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([503]));
    await Promise.allSettled(jobs);
    proxy.fail(() => null);
    const there = await offsetOf(url);
    expect((await patch(url, there, bytes.subarray(there))).status).toBe(204);
    expect(await fileAt('a.bin')).toMatchObject({ state: 'ready', sha256: sha256(bytes) });
  }, 60_000);

  test('that stops in the middle of a file ends the download, which goes on from there', async () => {
    const bytes = randomBytes(6 * MB);
    await send(bytes, 'a.bin');
    expect((await complete()).status).toBe(200);
    const link = await linkTo('a.bin');
    proxy.fail(({ method }) => (method === 'GET' ? { answersFirst: 2 * MB } : null));
    const stopped = await fetch(link);
    expect(stopped.status).toBe(200);
    const got: Uint8Array[] = [];
    await expect(
      (async () => {
        for await (const piece of stopped.body as ReadableStream<Uint8Array>) got.push(piece);
      })(),
    ).rejects.toThrow();
    const first = Buffer.concat(got);
    expect(first.length).toBeLessThanOrEqual(2 * MB);
    expectBroken(1);
    proxy.fail(() => null);
    const rest = await fetch(link, { headers: { range: `bytes=${first.length}-` } });
    expect(Buffer.concat([first, Buffer.from(await rest.arrayBuffer())]).equals(bytes)).toBe(true);
  }, 60_000);

  test('that fails with 500 and 503 in the middle is asked again, and is what was sent', async () => {
    let asked = 0;
    proxy.fail(() => (asked++ % 4 < 2 ? { status: asked % 2 ? 500 : 503 } : null));
    const bytes = randomBytes(17 * MB);
    await send(bytes, 'a.bin', 20);
    await settleNow();
    expect(await fileAt('a.bin')).toMatchObject({ state: 'ready', sha256: sha256(bytes) });
    expect((await complete()).status).toBe(200);
    proxy.fail(() => null);
    const response = await fetch(await linkTo('a.bin'));
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }, 60_000);
});

describe('[G-04] a bucket that lies', () => {
  /** The file is refused, nothing of it stays, and the release is completed with it once it was sent again. */
  async function refusedAndSentAgain(bytes: Buffer) {
    expect(await fileAt('a.bin')).toMatchObject({
      state: 'refused',
      sha256: null,
      reason: expect.stringContaining('send it again'),
    });
    expect((await complete()).status).toBe(409);
    expect(await keys()).toEqual([]);
    proxy.fail(() => null);
    await send(bytes, 'a.bin');
    expect(await fileAt('a.bin')).toMatchObject({ state: 'ready', sha256: sha256(bytes) });
    expect((await complete()).status).toBe(200);
    const response = await fetch(await linkTo('a.bin'));
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    // The row of the first one goes too, and counts no more.
    await removeUnusedObjects({ db: database.kysely, storage });
    const later = () => new Date(Date.now() + 8 * DAY_MS);
    expect(await removeUnusedObjects({ db: database.kysely, storage, now: later })).toBe(1);
    expect(await database.kysely.selectFrom('api.goods_object').select('object_id').execute()).toHaveLength(1);
  }

  test('about a part that it does not have', async () => {
    const bytes = randomBytes(9 * MB);
    proxy.fail(({ method, url }) =>
      method === 'POST' && /uploadId/.test(url) ? { status: 400, code: 'InvalidPart' } : null,
    );
    await send(bytes, 'a.bin');
    await refusedAndSentAgain(bytes);
  }, 60_000);

  test('about the length of what it has', async () => {
    const bytes = randomBytes(9 * MB);
    proxy.fail(({ method }) =>
      method === 'HEAD'
        ? {
            lie: ({ headers }) => {
              headers['content-length'] = '99';
            },
          }
        : null,
    );
    await send(bytes, 'a.bin');
    await refusedAndSentAgain(bytes);
  }, 60_000);

  test('about what it takes: a part whose end it does not get', async () => {
    const bytes = randomBytes(9 * MB);
    proxy.fail(({ method, url }) => (method === 'PUT' && /partNumber=1/.test(url) ? { takesFirst: 8 * MB - 1 } : null));
    await send(bytes, 'a.bin');
    await refusedAndSentAgain(bytes);
  }, 60_000);

  test('and has let go of what came, as rules of buckets do: it is begun anew', async () => {
    const bytes = randomBytes(20 * MB);
    const url = await begin(bytes.length, 'a.bin');
    expect((await patch(url, 0, bytes.subarray(0, 9 * MB))).status).toBe(204);
    for (const key of await keys()) await openS3Storage(s3).delete(key);
    expect((await patch(url, 9 * MB, bytes.subarray(9 * MB))).status).toBe(410);
    expect((await ask('HEAD', url)).status).toBe(410);
    await send(bytes, 'a.bin');
    expect(await fileAt('a.bin')).toMatchObject({ state: 'ready', sha256: sha256(bytes) });
  }, 60_000);
});

test('[G-04] what a killed process left of an upload in a bucket goes once the upload is over', async () => {
  const url = await begin(10, 'a.bin');
  const objectId = url.split('/').at(-1) ?? '';
  await openS3Storage(s3).put(`goods/${objectId}.part-0123456789ab`, Buffer.from('left'));
  const inDays = (days: number) => () => new Date(Date.now() + days * DAY_MS);
  const deps = { db: database.kysely, storage };
  expect(await removeUnknownObjects({ ...deps, now: inDays(2) })).toBe(0);
  expect((await patch(url, 0, Buffer.from('0123456789'))).status).toBe(204);
  expect(await removeUnknownObjects(deps)).toBe(0);
  expect(await removeUnknownObjects({ ...deps, now: inDays(2) })).toBe(1);
  expect(await keys()).toEqual([`goods/${objectId}`]);
});
