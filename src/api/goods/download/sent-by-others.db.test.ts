// Files whose bytes the shop does not send itself: by a real nginx in front of it, where there is one, and by a bucket.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { openS3Storage } from '#platform/storage/s3-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeGift, storeRelease } from '../../../../test/factories/release.ts';
import { addressOf } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { startS3Server } from '../../../../test/parts/outside/s3-server.ts';
import { servePart } from '../../../../test/parts/serve-part.ts';
import { findNginx, startNginx } from '../../../../test/processes/nginx.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
const ends: Array<() => unknown> = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  folder = await mkdtemp(join(tmpdir(), 'hearth-others-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await rm(folder, { recursive: true, force: true });
});

const large = randomBytes(300_000);

async function open(storage: Storage, sendersBeside: { accel: string | null; bucket: boolean }) {
  const api = await startApi(database, { storage, sendersBeside });
  ends.push(() => api.close());
  const served = await servePart(api);
  ends.push(() => served.close());
  const { release_id, objects } = await storeRelease(
    { database, storage },
    { product_id: 'voices', files: { 'data/straße.bin': large }, mediaTypes: { 'data/straße.bin': 'text/html' } },
  );
  const goods = { files: { release: release_id, updates: 'none' as const } };
  const entitlementId = await storeGift({ database }, { account_id: 'ann', product_id: 'voices', goods });
  const ann = await api.signIn({ email: addressOf('ann'), nickname: 'ann' }, { sub: 'ann' });
  const { body } = await ann.post(`/library/${entitlementId}/download`, { release_id });
  const history = async () => (await ann.get(`/library/${entitlementId}/download`)).body;
  return { served, path: new URL(body.links[0].url).pathname, history, objects };
}

async function read(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe.runIf(findNginx()).each([{ caches: false }, { caches: true }])('[G-08] sent by nginx (%o)', ({ caches }) => {
  async function behind() {
    const storage = openFolderStorage(join(folder, 'storage'));
    const shop = await open(storage, { accel: '/goods-files/', bucket: false });
    const processes = [Number(new URL(shop.served.address).port)];
    const nginx = await startNginx(join(folder, 'nginx'), { processes, storage: join(folder, 'storage'), caches });
    ends.push(() => nginx.stop());
    return { ...shop, url: nginx.address + shop.path, nginx };
  }

  test('whole and in parts, under the tag and the headers of the shop', async () => {
    const { url, history } = await behind();
    const whole = await read(url, { 'accept-encoding': 'gzip' });
    expect([whole.status, whole.bytes.equals(large)]).toEqual([200, true]);
    const head = await read(url, {}, 'HEAD');
    const etag = head.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const name of [
      'etag',
      'content-type',
      'content-disposition',
      'content-length',
      'accept-ranges',
      'last-modified',
    ])
      expect(whole.headers.get(name), name).toBe(head.headers.get(name));
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store, no-transform',
      'content-type': 'application/octet-stream',
    });
    expect(whole.headers.has('x-accel-redirect')).toBe(false);
    const part = async (headers: Record<string, string>, first: number, last: number) => {
      const got = await read(url, headers);
      expect(got.status, JSON.stringify(headers)).toBe(206);
      expect(got.headers.get('content-range')).toBe(`bytes ${first}-${last}/${large.length}`);
      expect(got.bytes.equals(large.subarray(first, last + 1))).toBe(true);
    };
    await part({ range: 'bytes=5-9' }, 5, 9);
    await part({ range: 'bytes=-3' }, large.length - 3, large.length - 1);
    await part({ range: 'bytes=100-', 'if-range': etag }, 100, large.length - 1);
    expect((await read(url, { range: 'bytes=100-', 'if-range': '"another"' })).status).toBe(200);
    expect((await read(url, { range: 'bytes=0-1,4-5' })).bytes.equals(large)).toBe(true);
    expect((await read(url, { range: 'bytes=999999-' })).status).toBe(416);
    expect((await read(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await read(url, { 'if-match': etag })).status).toBe(200);
    expect((await read(url, { 'if-match': '"another"' })).status).toBe(412);
    await expect.poll(async () => (await history())[0]?.completed_at).not.toBeNull();
    expect(await history()).toHaveLength(1);
  });

  test('to nobody who asks nginx for it, and not under a wrong address', async () => {
    const { nginx, objects, url } = await behind();
    const object = objects['data/straße.bin'];
    expect((await read(`${nginx.address}/goods-files/goods/${object}`)).status).toBe(404);
    expect((await read(`${nginx.address}/goods-files/../goods-files/goods/${object}`)).status).toBe(404);
    expect((await read(url.replace('/download/', '/download/x'))).status).toBe(404);
    expect((await read(url, { 'x-accel-redirect': '/goods-files/x' })).bytes.equals(large)).toBe(true);
  });
});

test.runIf(!findNginx())('nginx is not on this machine: on Debian, apt install nginx-light', () => {
  expect(findNginx()).toBeNull();
});

describe('[G-08] sent by a bucket', () => {
  const keys = { accessKeyId: 'AKID', secretAccessKey: 'secret/+key', region: 'eu-test-1', bucket: 'shop-bytes' };

  test('a reader is sent there, with an address of a few minutes that is good for this object alone', async () => {
    const s3 = await startS3Server(keys);
    ends.push(() => s3.close());
    const storage = openS3Storage({ ...keys, endpoint: s3.endpoint });
    const { served, path, history } = await open(storage, { accel: null, bucket: true });
    const url = served.address + path;
    const sent = await fetch(url, { redirect: 'manual' });
    expect(sent.status).toBe(302);
    const location = sent.headers.get('location') ?? '';
    expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('300');
    expect(sent.headers.get('cache-control')).toContain('no-store');
    const whole = await read(url);
    expect([whole.status, whole.bytes.equals(large)]).toEqual([200, true]);
    expect(whole.headers.get('content-type')).toBe('application/octet-stream');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="stra_e.bin"/);
    expect((await read(url, { range: 'bytes=5-9' })).bytes.equals(large.subarray(5, 10))).toBe(true);
    // Requests for the headers alone are answered by the shop: the address is good for a GET.
    const head = await read(url, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(large.length)]);
    // The bucket has tags of its own: what asks by the shop's goes on where it stopped all the same.
    const etag = head.headers.get('etag') ?? '';
    const rest = await read(url, { range: 'bytes=100-', 'if-range': etag });
    expect([rest.status, rest.bytes.equals(large.subarray(100))]).toEqual([206, true]);
    expect((await read(url, { 'if-match': etag })).status).toBe(200);
    expect((await read(url, { 'if-none-match': etag })).status).toBe(304);
    for (const change of [
      (other: URL) => other.searchParams.set('X-Amz-Expires', '999999'),
      (other: URL) => other.searchParams.set('response-content-type', 'text/html'),
      (other: URL) => {
        other.pathname += '0';
      },
    ]) {
      const other = new URL(location);
      change(other);
      expect((await read(other.href)).status).toBe(403);
    }
    await expect.poll(async () => (await history())[0]?.completed_at).not.toBeNull();
  });
});
