// Uploads by somebody who means harm, or whose client is broken: names, headers, lengths, and two at once.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { limitWork } from '#main/config/work-limits.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { addressOf, aListing, storeSeller, storeStaff } from '../../../../../test/factories/seller.ts';
import { startApi } from '../../../../../test/parts/api.ts';
import { defaultGoodsLimits } from '../goods-limits.rules.ts';

const KB = 1024;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let api: Awaited<ReturnType<typeof startApi>>;
let server: Awaited<ReturnType<typeof openHttpServer>>;
let eva: Awaited<ReturnType<typeof api.signIn>>;
let releaseId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  folder = await mkdtemp(join(tmpdir(), 'hearth-hostile-'));
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { eva: 'editor' });
  await database.kysely
    .insertInto('api.listing')
    .values(aListing({ product_id: 'voices', seller_id: 'ours' }))
    .execute();
  api = await startApi(database, { storage: openFolderStorage(folder) });
  server = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
  server.serve(
    { sendCached: () => false, fetch: (request, peer) => api.fetch(request, peer) },
    limitWork(api.addresses).limits,
  );
  eva = await api.signIn({ email: addressOf('eva'), nickname: 'eva' }, { sub: 'eva' });
  releaseId = (await eva.post(releases, { version: '1.0.0' })).body.release_id;
});
afterEach(async () => {
  server.server.closeAllConnections();
  await server.close(1_000);
  api.version.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const releases = '/seller/ours/listing/voices/release';
const origin = () => server.address.replace('localhost', '127.0.0.1');
const uploads = () => `${origin()}/api/seller/ours/upload`;
const inBase64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const named = (path: string | Buffer, more = '') =>
  `release ${inBase64(releaseId)},path ${inBase64(path)}${more && `,${more}`}`;

async function ask(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
  more: object = {},
) {
  const response = await fetch(url, {
    method,
    headers: { authorization: eva.authorization, 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body }),
    ...more,
  });
  const text = await response.text();
  const message: string = text.startsWith('{') ? JSON.parse(text).message : text;
  return { status: response.status, headers: response.headers, message };
}

const create = (headers: Record<string, string>) => ask('POST', uploads(), { 'upload-length': '1', ...headers });
const patch = (url: string, offset: number | string, body: BodyInit, headers: Record<string, string> = {}, more = {}) =>
  ask(
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
    body,
    more,
  );

async function begin(size: number, path = 'a.bin'): Promise<string> {
  const { status, headers, message } = await create({ 'upload-length': String(size), 'upload-metadata': named(path) });
  expect(status, message).toBe(201);
  return `${origin()}${headers.get('location')}`;
}
async function offsetOf(url: string): Promise<number> {
  return Number((await ask('HEAD', url)).headers.get('upload-offset'));
}
const filesNow = async () => (await eva.get(`${releases}/${releaseId}`)).body.files;

describe('[G-15] a name that is sent', () => {
  const refused: Array<[string, RegExp]> = [
    ['../../x', /leads elsewhere/],
    ['a/../../../etc/passwd', /leads elsewhere/],
    ['/etc/passwd', /begins with \//],
    ['..\\..\\x', /backslash/],
    ['C:/x', /drive/],
    ['CON', /device/],
    ['data/aux.csv', /device/],
    ['x'.repeat(300), /longer than/],
    ['ä'.repeat(150), /longer than/],
    ['a/'.repeat(400), /longer than/],
    ['invoice\u202Efdp.exe', /cannot be seen/],
    ['a\u200Bb', /cannot be seen/],
    ['a\0b', /cannot be seen/],
    ['a\nb', /cannot be seen/],
    ['.', /step \./],
    ['a//b', /empty step/],
    ['a/', /empty step/],
    ['a.', /dot at its end/],
    ['a ', /space around/],
    [' a', /space around/],
    ['ab:stream', /Windows/],
    ['model.sig', /signed manifest/],
    ['MODEL.SIG', /signed manifest/],
    ['model.sig/x', /signed manifest/],
    ['.git/config', /signed manifest/],
    ['.GIT/config', /signed manifest/],
    ['.Cache/HuggingFace/x', /signed manifest/],
  ];
  test('is refused before a byte of it comes where it is no name of a file everywhere', async () => {
    for (const [path, sentence] of refused)
      expect(await create({ 'upload-metadata': named(path) }), JSON.stringify(path)).toMatchObject({
        status: 400,
        message: expect.stringMatching(sentence),
      });
    expect(await filesNow()).toEqual([]);
  });

  test('may be any other, and is kept in one form; what many disks take for it is refused', async () => {
    const path = 'Übung/模型 (1)/ñandú.csv';
    await begin(1, path.normalize('NFD'));
    expect(await filesNow()).toMatchObject([{ path }]);
    expect(await create({ 'upload-metadata': named('ÜBUNG/模型 (1)/ÑANDÚ.CSV'.normalize('NFD')) })).toMatchObject({
      status: 409,
      message: expect.stringContaining('same name'),
    });
    // The same one in another form is the same one.
    await begin(2, path);
    expect(await filesNow()).toMatchObject([{ path, size_bytes: 2 }]);
  });
});

describe('[G-03] what is said of an upload', () => {
  const broken: Array<[string, Record<string, string>]> = [
    ['broken base64', { 'upload-metadata': 'release abc,path ====' }],
    ['base64 with something behind it', { 'upload-metadata': 'path YQ==YQ==' }],
    ['a word twice', { 'upload-metadata': `path ${inBase64('a')},path ${inBase64('b')}` }],
    ['a word of the language', { 'upload-metadata': `__proto__ ${inBase64('a')}` }],
    ['no pairs at all', { 'upload-metadata': ',,,' }],
    ['no metadata', {}],
    ['a length below nothing', { 'upload-length': '-1' }],
    ['a length that is no number', { 'upload-length': '1e3' }],
    ['a length beyond what is counted', { 'upload-length': '9007199254740993' }],
    ['a length and that it comes later', { 'upload-defer-length': '1' }],
  ];
  test('is refused in a sentence where it cannot be read', async () => {
    for (const [what, headers] of broken) {
      const asked = what.includes('length') ? { 'upload-metadata': named('a'), ...headers } : headers;
      const { status, message } = await create(asked);
      expect([status, message], what).toEqual([400, expect.stringMatching(/^[A-Z].*\.$/)]);
    }
    expect(await filesNow()).toEqual([]);
  });

  test('bytes that are no text are told, wherever they stand', async () => {
    const release = `release ${inBase64('a\0b')},path ${inBase64('a')}`;
    expect((await create({ 'upload-metadata': release })).status).toBe(400);
    const other = named('a', `note ${inBase64('a\0b')}`);
    expect(await create({ 'upload-metadata': other })).toMatchObject({ status: 400 });
    const notUtf8 = named(Buffer.from([0x61, 0xff, 0xfe]));
    expect((await create({ 'upload-metadata': notUtf8 })).status).toBe(400);
    expect(await filesNow()).toEqual([]);
  });

  test('metadata that is huge is not read', async () => {
    const long = 'x'.repeat(20 * KB);
    const asked = request(uploads(), {
      method: 'POST',
      headers: {
        authorization: eva.authorization,
        'tus-resumable': '1.0.0',
        'upload-length': '1',
        'upload-metadata': named('a', `note ${long}`),
      },
    }).end();
    const [answer] = await once(asked, 'response');
    expect(answer.statusCode).toBe(431);
    answer.resume();
    expect(await filesNow()).toEqual([]);
  });

  test('another version of the protocol, parts to be joined, and a checksum that nobody would look at', async () => {
    const metadata = { 'upload-metadata': named('a') };
    const other = await create({ ...metadata, 'tus-resumable': '0.2.2' });
    expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    expect((await create({ ...metadata, 'upload-concat': 'partial' })).status).toBe(400);
    expect((await create({ ...metadata, 'upload-defer-length': '1' })).status).toBe(400);
    expect(await create({ ...metadata, 'upload-checksum': `sha1 ${inBase64('x')}` })).toMatchObject({
      status: 400,
      message: expect.stringContaining('Upload-Checksum'),
    });
    const url = await begin(3);
    expect((await patch(url, 0, 'abc', { 'upload-checksum': `sha1 ${inBase64('x')}` })).status).toBe(400);
    expect(await offsetOf(url)).toBe(0);
  });

  test('an offset that is none, or another one, changes nothing', async () => {
    const url = await begin(5);
    expect((await patch(url, 0, 'ab')).status).toBe(204);
    for (const offset of ['-1', '1.5', '1e0', '', 'x', '99999999999999999999', '4']) {
      const { status, message } = await patch(url, offset, 'xyz');
      expect([status, message], offset).toEqual([expect.toBeOneOf([400, 409]), expect.stringMatching(/^[A-Z].*\.$/)]);
    }
    expect(await offsetOf(url)).toBe(2);
  });

  test('another length than was announced changes nothing', async () => {
    const url = await begin(5);
    expect((await patch(url, 0, 'ab', { 'upload-length': '2' })).status).toBeGreaterThanOrEqual(400);
    expect((await ask('HEAD', url)).headers.get('upload-length')).toBe('5');
    expect(await offsetOf(url)).toBe(0);
  });
});

describe('[G-03] many at once', () => {
  test('two who send the same piece: the file is what was sent', async () => {
    const bytes = randomBytes(400 * KB);
    const url = await begin(bytes.length);
    const answers = await Promise.all(Array.from({ length: 4 }, () => patch(url, 0, bytes)));
    for (const { status } of answers) expect([204, 409, 423]).toContain(status);
    for (let there = await offsetOf(url); there < bytes.length; there = await offsetOf(url))
      expect((await patch(url, there, bytes.subarray(there))).status).toBe(204);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await filesNow()).toMatchObject([{ state: 'ready', sha256 }]);
  }, 60_000);

  test('one upload in many requests that never end: few of them stay, the others are told when to come again', async () => {
    await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { stranger: 'editor' });
    await database.kysely
      .insertInto('api.listing')
      .values(aListing({ product_id: 'others', seller_id: 'theirs' }))
      .execute();
    await storeStaff(database, 'kim', 'catalogue');
    const url = await begin(400 * KB);
    const endless = () => new ReadableStream({ start: (controller) => controller.enqueue(randomBytes(10)) });
    const stop = new AbortController();
    const refusals: Array<{ status: number; retryAfter: string | null }> = [];
    const all = Array.from({ length: 210 }, () =>
      fetch(url, {
        method: 'PATCH',
        headers: {
          authorization: eva.authorization,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: endless(),
        duplex: 'half',
        signal: stop.signal,
      } as RequestInit).then(
        ({ status, headers }) => refusals.push({ status, retryAfter: headers.get('retry-after') }),
        () => {},
      ),
    );
    await expect.poll(() => refusals.length, { timeout: 60_000 }).toBeGreaterThan(200);
    const waited = refusals.filter(({ status }) => status === 423 || status === 429);
    expect(waited.length).toBeGreaterThan(50);
    expect(new Set(waited.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']));
    // Another one of the same shop comes meanwhile, and one of another shop, and a file of the staff.
    const other = await begin(10);
    expect((await patch(other, 0, randomBytes(10))).status).toBe(204);
    const stranger = await api.signIn({ email: addressOf('stranger'), nickname: 'stranger' }, { sub: 'stranger' });
    const { body: release } = await stranger.post('/seller/theirs/listing/others/release', { version: '1.0.0' });
    const theirs = await fetch(`${origin()}/api/seller/theirs/upload`, {
      method: 'POST',
      headers: {
        authorization: stranger.authorization,
        'tus-resumable': '1.0.0',
        'upload-length': '3',
        'upload-metadata': `release ${inBase64(release.release_id)},path ${inBase64('a.bin')}`,
      },
    });
    expect(theirs.status).toBe(201);
    const sent = await patch(`${origin()}${theirs.headers.get('location')}`, 0, 'abc', {
      authorization: stranger.authorization,
    });
    expect(sent.status).toBe(204);
    const kim = await api.signIn({ email: addressOf('kim'), nickname: 'kim' }, { sub: 'kim' });
    const imported = await fetch(`${origin()}/api/admin/import?name=products.csv`, {
      method: 'POST',
      headers: { authorization: kim.authorization, 'content-type': 'application/octet-stream' },
      body: 'product_id,product_name,product_type,price\nfresh,Fresh,data,3',
    });
    expect(imported.status).toBe(201);
    stop.abort();
    await Promise.all(all);
  }, 120_000);

  test('who sends nothing more gives the place away, and goes on from where it stopped', async () => {
    const impatient = await startApi(database, {
      storage: openFolderStorage(folder),
      goods: { limits: { ...defaultGoodsLimits, silentMs: 50 } },
    });
    onTestFinished(() => impatient.close());
    server.serve(
      { sendCached: () => false, fetch: (request, peer) => impatient.fetch(request, peer) },
      limitWork(api.addresses).limits,
    );
    const url = await begin(20);
    const bytes = randomBytes(20);
    const silent = new ReadableStream({ start: (controller) => controller.enqueue(bytes.subarray(0, 10)) });
    const { status, message } = await patch(url, 0, silent, {}, { duplex: 'half' });
    expect([status, message]).toEqual([408, expect.stringContaining('go on from there')]);
    expect(await offsetOf(url)).toBe(10);
    expect((await patch(url, 10, bytes.subarray(10))).status).toBe(204);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await filesNow()).toMatchObject([{ state: 'ready', sha256 }]);
  });

  test('beyond what a shop may have on its way: so many begin, and no more', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => create({ 'upload-metadata': named(`many/${at}.bin`) })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await filesNow()).toHaveLength(20);
  });

  test('the same name, begun by several: one of them has it, and the others have ended', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => create({ 'upload-length': String(at + 1), 'upload-metadata': named('a') })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const [file] = await filesNow();
    const urls = answers.map(({ headers }) => `${origin()}${headers.get('location')}`);
    const ended = urls.filter((url) => !url.endsWith(file.object_id));
    expect(ended).toHaveLength(4);
    for (const url of ended) expect((await ask('HEAD', url)).status).toBe(410);
  });

  test('sent and taken out, completed meanwhile: nothing more comes into the release', async () => {
    const url = await begin(10, 'late.bin');
    expect((await patch(url, 0, 'abc')).status).toBe(204);
    const whole = await begin(3, 'whole.bin');
    expect((await patch(whole, 0, 'abc')).status).toBe(204);
    await eva.delete(`${releases}/${releaseId}/file?path=late.bin`);
    const [completed, late] = await Promise.all([
      eva.send('POST', `${releases}/${releaseId}/complete`),
      patch(url, 3, 'defghij'),
    ]);
    expect([completed.status, late.status]).toEqual([200, 410]);
    expect(await filesNow()).toMatchObject([{ path: 'whole.bin' }]);
    expect((await create({ 'upload-metadata': named('late.bin') })).status).toBe(409);
  });
});
