// Releases of the operator's own products, which the staff send from the back office.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, aListing, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let api: Awaited<ReturnType<typeof startApi>>;
let kim: Awaited<ReturnType<typeof api.signIn>>;
let eva: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  folder = await mkdtemp(join(tmpdir(), 'hearth-own-releases-'));
  await storeStaff(database, 'kim', 'catalogue');
  await storeSeller(database, { seller_id: 'birds', address: 'birds' }, { eva: 'owner' });
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'own', product_type: 'data' }),
      aProduct({ product_id: 'theirs', seller_id: 'birds' }),
    ])
    .execute();
  await database.kysely
    .insertInto('api.listing')
    .values(aListing({ product_id: 'theirs', seller_id: 'birds' }))
    .execute();
  api = await startApi(database, { storage: openFolderStorage(join(folder, 'storage')) });
  kim = await api.signIn({ email: addressOf('kim'), nickname: 'kim' }, { sub: 'kim' });
  eva = await api.signIn({ email: addressOf('eva'), nickname: 'eva' }, { sub: 'eva' });
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const path = '/admin/product/own/release';
const inBase64 = (text: string) => Buffer.from(text).toString('base64');

function send(as: typeof kim, to: string, releaseId: string, bytes: string) {
  return as.send(
    'POST',
    to,
    {
      'tus-resumable': '1.0.0',
      'upload-length': String(Buffer.byteLength(bytes)),
      'upload-metadata': `release ${inBase64(releaseId)},path ${inBase64('tides.csv')}`,
      'content-type': 'application/offset+octet-stream',
    },
    bytes,
  );
}

async function aRelease(version = '1.0.0', bytes = 'level\n1\n'): Promise<string> {
  const { body } = await kim.post(path, { version, notes: '' });
  const sent = await send(kim, '/admin/upload', body.release_id, bytes);
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  expect(sent.headers.get('location')).toMatch(/^\/api\/admin\/upload\/[0-9a-z]{32}$/);
  expect((await kim.send('POST', `${path}/${body.release_id}/complete`)).body).toMatchObject({
    state: 'complete',
    files: [{ path: 'tides.csv', size_bytes: Buffer.byteLength(bytes) }],
  });
  return body.release_id;
}

async function sell(release: string | undefined) {
  const { mark } = (await kim.get('/admin/product/own')).body;
  const goods = { files: { updates: 'free', ...(release && { release }) } };
  return kim.put('/admin/product/own', { mark, fields: { goods } });
}

test('[B-08] files of an own product are sent, completed and sold from the back office', async () => {
  expect((await kim.get(path)).body).toEqual({ items: [] });
  const first = await aRelease();
  expect((await kim.get(path)).body.items).toMatchObject([{ release_id: first, published_at: null }]);
  expect(await sell(first)).toMatchObject({ status: 200, body: { fields: { goods: { files: { release: first } } } } });
  expect((await api.get('/product/own/release')).body.items).toMatchObject([{ version: '1.0.0' }]);
  const second = await aRelease('1.1.0', 'level\n1\n2\n');
  await sell(second);
  const { items } = (await kim.get(path)).body;
  expect(items.map(({ published_at }: { published_at: string | null }) => published_at !== null)).toEqual([true, true]);
  // A copy has releases of its own.
  expect((await kim.post('/admin/product/own/duplicate', { product_id: 'copy' })).body.fields.goods).toEqual({
    files: { updates: 'free' },
  });
});

test('[B-08] only a complete release of the product is sold', async () => {
  const { body } = await kim.post(path, { version: '1.0.0', notes: '' });
  expect(await sell(body.release_id)).toMatchObject({
    status: 409,
    body: { message: 'Complete the release that buyers get, or choose another: the chosen one is not complete.' },
  });
  expect(await sell(undefined)).toMatchObject({
    status: 409,
    body: { message: 'Upload the files that buyers get, and choose that release.' },
  });
  expect(await sell('none')).toMatchObject({ status: 409 });
});

test('[B-08] shops and the staff do not reach the files of each other', async () => {
  const own = await kim.post(path, { version: '1.0.0', notes: '' });
  const theirs = await eva.post('/seller/birds/listing/theirs/release', { version: '1.0.0', notes: '' });
  expect(theirs.status).toBe(201);
  expect((await send(kim, '/admin/upload', theirs.body.release_id, 'x')).status).toBe(404);
  expect((await send(eva, '/seller/birds/upload', own.body.release_id, 'x')).status).toBe(404);
  expect((await send(eva, '/admin/upload', own.body.release_id, 'x')).status).toBe(404);
  expect((await kim.get('/admin/product/theirs/release')).status).toBe(404);
  expect((await kim.get(`${path}/${theirs.body.release_id}`)).status).toBe(404);
  expect((await kim.post('/admin/product/none/release', { version: '1.0.0', notes: '' })).status).toBe(404);
  const sent = await send(kim, '/admin/upload', own.body.release_id, 'abc');
  const id = sent.headers.get('location')?.split('/').at(-1);
  const look = { 'tus-resumable': '1.0.0' };
  expect((await eva.send('HEAD', `/seller/birds/upload/${id}`, look)).status).toBe(404);
  expect((await kim.send('HEAD', `/admin/upload/${id}`, look)).status).toBe(200);
});
