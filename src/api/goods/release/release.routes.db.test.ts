// Releases of sellers: drafts, files, what completing takes, scanning, and what is removed and checked afterwards.
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, aListing, storeSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { commandWords } from '../../config.ts';
import type { InspectFile, ReadableFile, SignedRelease, SignRelease } from './complete-release.ts';
import { takeObject } from './object.store.ts';
import { publishFolder } from './publish-folder.ts';
import { removeUnknownObjects, removeUnusedObjects } from './remove-unused-objects.ts';
import { checkStorage, type Finding } from './upload/check-storage.ts';
import type { Scanner } from './upload/scan-object.ts';
import { settleWaiting } from './upload/settle-object.ts';

/** Signing has tests of its own. */
const unsigned: SignRelease = async ({ files }) => ({ manifest: { files }, commitSha: '0'.repeat(40) });

const DAY_MS = 24 * 60 * 60_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let storage: Storage;
let api: Awaited<ReturnType<typeof startApi>>;
let eva: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  folder = await mkdtemp(join(tmpdir(), 'hearth-releases-'));
  storage = openFolderStorage(join(folder, 'storage'));
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { eva: 'editor' });
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { stranger: 'owner' });
  const listings = [
    aListing({ product_id: 'voices', seller_id: 'ours' }),
    aListing({ product_id: 'foreign', seller_id: 'theirs' }),
  ];
  await database.kysely.insertInto('api.listing').values(listings).execute();
  await open();
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(goods: NonNullable<Parameters<typeof startApi>[1]>['goods'] = {}) {
  await api?.close();
  api = await startApi(database, { storage, goods });
  eva = await api.signIn({ email: addressOf('eva'), nickname: 'eva' }, { sub: 'eva' });
}

const base = '/seller/ours/listing/voices/release';
const of = (releaseId: string) => `${base}/${releaseId}`;

async function draft(version = '1.0.0'): Promise<string> {
  const { status, body } = await eva.post(base, { version, notes: 'First' });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.release_id;
}

function inBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Sends a whole file; answers its object. */
async function send(releaseId: string, path: string, bytes: string, as = eva, seller = 'ours'): Promise<string> {
  const { status, headers, body } = await as.send(
    'POST',
    `/seller/${seller}/upload`,
    {
      'tus-resumable': '1.0.0',
      'upload-length': String(Buffer.byteLength(bytes)),
      'upload-metadata': `release ${inBase64(releaseId)},path ${inBase64(path)}`,
      'content-type': 'application/offset+octet-stream',
    },
    bytes,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return headers.get('location')?.split('/').at(-1) ?? '';
}

const complete = (releaseId: string, as = eva) => as.send('POST', `${of(releaseId)}/complete`);

describe('[G-03] a release', () => {
  test('is a draft first: told of, changed, and thrown away', async () => {
    const releaseId = await draft();
    expect((await eva.get(base)).body.items).toMatchObject([{ release_id: releaseId, version: '1.0.0', files: 0 }]);
    expect((await eva.get(of(releaseId))).body).toMatchObject({
      state: 'draft',
      files: [],
      missing: [expect.stringContaining('at least one')],
    });
    expect((await eva.put(of(releaseId), { version: '1.0.1', notes: 'Better' })).body).toMatchObject({
      version: '1.0.1',
      notes: 'Better',
    });
    await send(releaseId, 'a.txt', 'abc');
    expect((await eva.get(base)).body.items).toMatchObject([{ files: 1, size_bytes: 3 }]);
    expect((await eva.delete(of(releaseId))).status).toBe(204);
    expect((await eva.get(of(releaseId))).status).toBe(404);
    expect((await eva.get(base)).body.items).toEqual([]);
  });

  test('has a version of its own in its product', async () => {
    await draft('1.0.0');
    expect((await eva.post(base, { version: '1.0.0' })).status).toBe(409);
    const second = await draft('1.1.0');
    expect((await eva.put(of(second), { version: '1.0.0', notes: '' })).status).toBe(409);
    expect((await eva.post(base, { version: '1 beta' })).status).toBe(400);
    expect((await eva.post(base, { version: '2', edition: 'a\0b' })).status).toBe(400);
  });

  test('is nobody else’s', async () => {
    const releaseId = await draft();
    await send(releaseId, 'a.txt', 'abc');
    const stranger = await api.signIn({ email: addressOf('stranger'), nickname: 'stranger' }, { sub: 'stranger' });
    expect((await stranger.get(of(releaseId))).status).toBe(404);
    // Through a product and a shop of their own neither.
    expect((await stranger.get(`/seller/theirs/listing/foreign/release/${releaseId}`)).status).toBe(404);
    expect((await stranger.delete(`/seller/theirs/listing/foreign/release/${releaseId}`)).status).toBe(404);
    expect((await eva.post('/seller/ours/listing/foreign/release', { version: '1' })).status).toBe(404);
    expect((await eva.get('/seller/ours/listing/voices%00/release')).status).toBe(404);
  });

  test('takes over files of earlier ones, its own shop’s alone, and says what of them is free', async () => {
    const first = await draft('1.0.0');
    const objectId = await send(first, 'data/a.csv', 'a,b\n');
    expect((await complete(first)).status).toBe(200);
    const second = await draft('1.1.0');
    const taken = await eva.put(`${of(second)}/file`, { path: 'data/b.csv', object_id: objectId, sample: 'rows' });
    expect(taken.body.files).toMatchObject([
      { path: 'data/b.csv', object_id: objectId, state: 'ready', sample: 'rows' },
    ]);
    expect((await eva.put(`${of(second)}/file`, { path: 'data/b.csv', sample: 'file' })).body.files).toMatchObject([
      { sample: 'file' },
    ]);
    expect((await eva.put(`${of(second)}/file`, { path: 'none.csv', sample: 'file' })).status).toBe(404);
    expect((await eva.put(`${of(second)}/file`, { path: '../x', object_id: objectId })).status).toBe(400);
    expect((await eva.put(`${of(second)}/file`, { path: 'DATA/B.csv', object_id: objectId })).status).toBe(409);

    const stranger = await api.signIn({ email: addressOf('stranger'), nickname: 'stranger' }, { sub: 'stranger' });
    const theirs = '/seller/theirs/listing/foreign/release';
    const { release_id: foreign } = (await stranger.post(theirs, { version: '1' })).body;
    expect((await stranger.put(`${theirs}/${foreign}/file`, { path: 'stolen.csv', object_id: objectId })).status).toBe(
      404,
    );
    expect((await eva.delete(`${of(second)}/file?path=data/b.csv`)).body.files).toEqual([]);
    expect((await eva.delete(`${of(second)}/file?path=data/b.csv`)).status).toBe(404);
  });
});

describe('[G-03] a release is complete or is not there', () => {
  test('[G-07] a sample that a busy machine did not finish is made again, and never kept empty', async () => {
    let isBusy = true;
    const inspectFile: InspectFile = async () =>
      isBusy
        ? { facts: { columns: 2 }, sample: null, isDone: false }
        : { facts: { columns: 2 }, sample: { rows: [['x']] } };
    await open({ inspectFile });
    const releaseId = await draft();
    await send(releaseId, 'a.csv', 'abcd');
    await eva.put(`${of(releaseId)}/file`, { path: 'a.csv', sample: 'rows' });
    const refused = await complete(releaseId);
    expect([refused.status, refused.body.message]).toEqual([
      503,
      "We couldn't read a.csv just now. Complete the release again in a minute.",
    ]);
    expect((await eva.get(of(releaseId))).body.state).toBe('draft');
    isBusy = false;
    expect((await complete(releaseId)).body).toMatchObject({ state: 'complete', files: [{ rows: { rows: [['x']] } }] });
  });

  test('completing looks into every file, signs all of them, and from then on nothing changes', async () => {
    const seen: Array<{ path: string; first: string; whole: string }> = [];
    let attempts = 0;
    const inspectFile: InspectFile = async (file: ReadableFile) => {
      if (file.path === 'b.txt' && attempts++ === 0) throw new Error('the storage is away');
      const whole: Uint8Array[] = [];
      for await (const piece of file.stream()) whole.push(piece);
      const first = Buffer.from(await file.read(1, 2)).toString();
      seen.push({ path: file.path, first, whole: Buffer.concat(whole).toString() });
      if (file.path === 'b.txt') return { facts: null, sample: null };
      return { facts: { columns: 2 }, sample: { rows: [['x']] } };
    };
    const signed: SignedRelease[] = [];
    const signRelease: SignRelease = async (release, db) => {
      signed.push(release);
      return unsigned(release, db);
    };
    await open({ inspectFile, signRelease });
    const releaseId = await draft();
    await send(releaseId, 'a.csv', 'abcd');
    await send(releaseId, 'b.txt', 'xyz');
    await eva.put(`${of(releaseId)}/file`, { path: 'a.csv', sample: 'rows' });
    const { status, body } = await complete(releaseId);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      state: 'complete',
      missing: [],
      commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      files: [
        { path: 'a.csv', facts: { columns: 2 }, rows: { rows: [['x']] }, media_type: 'text/csv' },
        // A file that says nothing has no facts, and is a file like any other.
        { path: 'b.txt', facts: null, rows: null },
      ],
    });
    expect(seen.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'a.csv', first: 'bc', whole: 'abcd' },
      { path: 'b.txt', first: 'yz', whole: 'xyz' },
    ]);
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(signed).toEqual([
      {
        release_id: releaseId,
        product_id: 'voices',
        version: '1.0.0',
        sellerId: 'ours',
        files: [
          { path: 'a.csv', size_bytes: 4, sha256: hash('abcd') },
          { path: 'b.txt', size_bytes: 3, sha256: hash('xyz') },
        ],
      },
    ]);
    expect((await complete(releaseId)).status).toBe(409);
    // The next version shows the rows that this one does, without being told again.
    const next = await draft('2.0.0');
    await send(next, 'a.csv', 'efgh');
    await send(next, 'b.txt', 'xyz');
    expect((await eva.get(of(next))).body.files).toMatchObject([{ sample: 'rows' }, { sample: 'none' }]);
    expect((await eva.put(of(releaseId), { version: '9', notes: '' })).status).toBe(409);
    expect((await eva.put(`${of(releaseId)}/file`, { path: 'a.csv', sample: 'file' })).status).toBe(409);
    expect((await eva.delete(`${of(releaseId)}/file?path=a.csv`)).status).toBe(409);
    expect((await eva.delete(of(releaseId))).status).toBe(409);
    const refused = await eva.send('POST', '/seller/ours/upload', {
      'tus-resumable': '1.0.0',
      'upload-length': '1',
      'upload-metadata': `release ${inBase64(releaseId)},path ${inBase64('c.txt')}`,
    });
    expect(refused.status).toBe(409);
  });

  test('not without a file, nor while one has not arrived', async () => {
    const releaseId = await draft();
    expect((await complete(releaseId)).body.message).toContain('at least one');
    const begun = await eva.send('POST', '/seller/ours/upload', {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `release ${inBase64(releaseId)},path ${inBase64('late.bin')}`,
    });
    expect(begun.status).toBe(201);
    const { status, body } = await complete(releaseId);
    expect([status, body.message]).toEqual([409, expect.stringContaining('late.bin has not arrived')]);
  });

  test('a signature that fails leaves a draft', async () => {
    await open({
      signRelease: async () => {
        throw new Error('no key');
      },
    });
    const releaseId = await draft();
    await send(releaseId, 'a.txt', 'abc');
    await expect(complete(releaseId)).rejects.toThrow(/500|something went wrong/i);
    expect((await eva.get(of(releaseId))).body).toMatchObject({ state: 'draft', missing: [] });
  });
});

describe('[G-15] scanning', () => {
  /** A program that looks for a word, as scanners do; by its path or on its input. */
  async function aScanner(body: string, args: string[] = ['{file}'], timeoutMs = 20_000): Promise<Scanner> {
    const program = join(folder, 'scanner');
    await writeFile(program, `#!/bin/sh\n${body}\n`);
    await chmod(program, 0o755);
    return { command: [program, ...args], timeoutMs };
  }

  test('a clean file is ready, and one that is refused keeps the release from being completed', async () => {
    await open({ scanner: await aScanner('grep -q VIRUS "$1" || exit 0; echo "$1: Eicar FOUND"; exit 1') });
    const releaseId = await draft();
    await send(releaseId, 'good.txt', 'harmless');
    await send(releaseId, 'bad.txt', 'a VIRUS');
    expect((await eva.get(of(releaseId))).body.files).toMatchObject([
      // Without where the shop keeps its files.
      { path: 'bad.txt', state: 'refused', reason: 'the file: Eicar FOUND' },
      { path: 'good.txt', state: 'ready', reason: null },
    ]);
    const { status, body } = await complete(releaseId);
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining('bad.txt was refused: the file: Eicar FOUND'),
    ]);
    await eva.delete(`${of(releaseId)}/file?path=bad.txt`);
    expect((await complete(releaseId)).status).toBe(200);
  });

  test('the file comes on its input where the command names none', async () => {
    await open({ scanner: await aScanner('grep -q VIRUS && { echo found; exit 1; }; exit 0', ['--stream']) });
    const releaseId = await draft();
    await send(releaseId, 'good.txt', 'harmless');
    await send(releaseId, 'bad.txt', 'a VIRUS');
    await send(releaseId, 'large.bin', 'x'.repeat(1_000_000));
    expect((await eva.get(of(releaseId))).body.files).toMatchObject([
      { state: 'refused', reason: 'found' },
      { state: 'ready' },
      { state: 'ready' },
    ]);
  });

  test.each([
    ['says nothing that is known', 'exit 2', 20_000],
    ['hangs', 'exec sleep 600', 200],
    ['hangs in a program of its own, which has its output', 'sleep 600', 200],
    ['is killed', 'kill -9 $$', 20_000],
  ])('a scanner that %s is asked again, and nothing is completed until then', async (_what, body, timeoutMs) => {
    await open({ scanner: await aScanner(body, ['{file}'], timeoutMs) });
    const releaseId = await draft();
    await send(releaseId, 'a.txt', 'abc');
    expect((await eva.get(of(releaseId))).body.files).toMatchObject([{ state: 'checking' }]);
    expect((await complete(releaseId)).body.message).toContain('a.txt is being scanned');
    await aScanner('exit 0');
    await database.kysely
      .updateTable('api.goods_object')
      .set({ work_at: new Date(0) })
      .execute();
    expect(await settleWaiting(api.objects)).toBe(1);
    expect((await complete(releaseId)).status).toBe(200);
  });

  test('what it prints is told on one line, without what moves a cursor, and cut', async () => {
    await open({
      scanner: await aScanner(
        `printf 'Win.Test\\033[2J\\033]0;owned\\007\\r\\n\\000FOUND \\342\\200\\256gpj'; head -c 200000 /dev/zero | tr '\\0' x; exit 1`,
      ),
    });
    const releaseId = await draft();
    await send(releaseId, 'a.txt', 'abc');
    const [{ reason }] = (await eva.get(of(releaseId))).body.files;
    expect(reason).toMatch(/^Win\.Test \[2J \]0;owned FOUND gpjx+…?$/);
    expect(reason.length).toBeLessThanOrEqual(301);
  });

  test('a shop that is killed while it scans scans again, and nothing is completed until then', async () => {
    await open({ scanner: await aScanner('exit 1') });
    const releaseId = await draft();
    // As a process that has taken it, and is gone: its turn ends by itself.
    await open({ scanner: await aScanner('exit 2') });
    const objectId = await send(releaseId, 'a.txt', 'abc');
    await database.kysely
      .updateTable('api.goods_object')
      .set({ work_at: new Date(0) })
      .execute();
    expect(await takeObject(database.kysely, objectId, 60)).not.toBeNull();
    await aScanner('exit 0');
    expect(await settleWaiting(api.objects)).toBe(0);
    expect((await complete(releaseId)).status).toBe(409);
    await database.kysely
      .updateTable('api.goods_object')
      .set({ work_at: new Date(0) })
      .execute();
    expect(await settleWaiting(api.objects)).toBe(1);
    expect((await complete(releaseId)).status).toBe(200);
  });

  test('no name that a seller writes reaches the command', async () => {
    const seen = join(folder, 'seen');
    await open({ scanner: await aScanner(`echo "$@" >> '${seen}'; exit 0`) });
    const releaseId = await draft();
    const path = "$(touch owned); 'rm' && x.txt";
    const objectId = await send(releaseId, path, 'abc');
    expect((await eva.get(of(releaseId))).body.files).toMatchObject([{ path, state: 'ready' }]);
    expect(await readFile(seen, 'utf8')).toBe(`${storage.pathOf?.(`goods/${objectId}`)}\n`);
  });

  test('a scanner that is not there refuses nothing and passes nothing', async () => {
    await open({ scanner: { command: [join(folder, 'none'), '{file}'], timeoutMs: 1_000 } });
    const releaseId = await draft();
    await send(releaseId, 'a.txt', 'abc');
    expect((await eva.get(of(releaseId))).body.files).toMatchObject([{ state: 'checking' }]);
  });

  test('what came while there was none is scanned before it is completed', async () => {
    const releaseId = await draft();
    await send(releaseId, 'bad.txt', 'a VIRUS');
    await open({ scanner: await aScanner('grep -q VIRUS "$1" && exit 1; exit 0') });
    expect((await complete(releaseId)).status).toBe(409);
    await settleWaiting(api.objects);
    expect((await eva.get(of(releaseId))).body.files).toMatchObject([
      { state: 'refused', reason: 'The scanner gave no reason.' },
    ]);
  });

  test('the command is words, and no shell reads them', () => {
    expect(commandWords('clamdscan --no-summary {file}')).toEqual(['clamdscan', '--no-summary', '{file}']);
    expect(commandWords(`"/opt/my scanner" 'a b' $(rm) ;`)).toEqual(['/opt/my scanner', 'a b', '$(rm)', ';']);
  });
});

describe('[G-04] the storage and the database', () => {
  async function findings(options = { hash: false }, now?: () => Date): Promise<Finding[]> {
    const found: Finding[] = [];
    for await (const finding of checkStorage({ db: database.kysely, storage, ...(now && { now }) }, options))
      found.push(finding);
    return found;
  }
  const pathOf = (objectId: string) => storage.pathOf?.(`goods/${objectId}`) ?? '';

  test('agree, or it is told what is missing, short, changed or unknown', async () => {
    const releaseId = await draft();
    const [whole, missing, short, changed] = [
      await send(releaseId, 'whole', 'abc'),
      await send(releaseId, 'missing', 'abc'),
      await send(releaseId, 'short', 'abc'),
      await send(releaseId, 'changed', 'abc'),
    ];
    expect(await findings({ hash: true })).toEqual([]);
    await rm(pathOf(missing));
    await truncate(pathOf(short), 2);
    await writeFile(pathOf(changed), 'abd');
    await storage.put('goods/nobodyknowsthisone1', Buffer.from('x'));
    const sorted = async (hash: boolean, now?: () => Date) =>
      (await findings({ hash }, now)).toSorted((a, b) => (a.fault < b.fault ? -1 : 1));
    expect(await sorted(false)).toEqual([
      { fault: 'missing', key: `goods/${missing}` },
      { fault: 'size', key: `goods/${short}`, size: 2, expected: 3 },
    ]);
    // Bytes that have just come may be about to be known.
    const tomorrow = () => new Date(Date.now() + 1.1 * DAY_MS);
    expect((await sorted(true, tomorrow)).map(({ fault, key }) => [fault, key])).toEqual([
      ['changed', `goods/${changed}`],
      ['missing', `goods/${missing}`],
      ['size', `goods/${short}`],
      ['unknown', 'goods/nobodyknowsthisone1'],
    ]);
    expect(await removeUnknownObjects({ db: database.kysely, storage, now: tomorrow })).toBe(1);
    expect(await storage.head('goods/nobodyknowsthisone1')).toBeNull();
    expect(await storage.head(`goods/${whole}`)).not.toBeNull();
  });

  test('an upload on its way is known, and not looked at', async () => {
    const releaseId = await draft();
    const begun = await eva.send('POST', '/seller/ours/upload', {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `release ${inBase64(releaseId)},path ${inBase64('a')}`,
    });
    const objectId = begun.headers.get('location')?.split('/').at(-1) ?? '';
    await utimes(pathOf(objectId), 0, 0);
    expect(await findings()).toEqual([]);
  });

  test('an object that no release has for a week goes, and one that a release has again stays', async () => {
    const first = await draft('1.0.0');
    const [gone, kept] = [await send(first, 'gone', 'abc'), await send(first, 'kept', 'abc')];
    await eva.delete(of(first));
    const deps = { db: database.kysely, storage };
    const inDays = (days: number) => () => new Date(Date.now() + days * DAY_MS);
    expect(await removeUnusedObjects(deps)).toBe(0);
    const second = await draft('1.1.0');
    await eva.put(`${of(second)}/file`, { path: 'kept', object_id: kept });
    expect(await removeUnusedObjects({ ...deps, now: inDays(6.9) })).toBe(0);
    expect(await removeUnusedObjects({ ...deps, now: inDays(7.1) })).toBe(1);
    expect(await storage.head(`goods/${gone}`)).toBeNull();
    expect(await storage.head(`goods/${kept}`)).not.toBeNull();
    expect(await findings()).toEqual([]);
  });
});

describe('[G-03] a folder of the operator’s', () => {
  async function publish(given: Partial<Parameters<typeof publishFolder>[1]> = {}) {
    const completing = {
      db: database.kysely,
      storage,
      inspectFile: async () => ({ facts: null, sample: null }),
      signRelease: unsigned,
      isScanning: api.objects.scanner !== null,
    };
    return publishFolder(
      { completing, settling: api.objects },
      { productId: 'own', folder: join(folder, 'given'), version: '1.0.0', notes: '', updates: null, ...given },
    );
  }
  beforeEach(async () => {
    await database.kysely
      .insertInto('api.product')
      .values(aProduct({ product_id: 'own' }))
      .execute();
    await mkdir(join(folder, 'given/data/.cache'), { recursive: true });
    await writeFile(join(folder, 'given/README.md'), '# Data');
    await writeFile(join(folder, 'given/data/a.csv'), 'a,b\n');
    await writeFile(join(folder, 'given/data/.cache/x'), 'left out');
  });

  test('becomes a complete release, which buyers get from then on', async () => {
    const published = await publish({ updates: 'year' });
    if ('refused' in published) throw new Error(published.refused);
    expect(published).toMatchObject({ files: 2, bytes: 10 });
    const product = await database.kysely
      .selectFrom('api.product')
      .select('goods')
      .where('product_id', '=', 'own')
      .executeTakeFirst();
    expect(product?.goods).toEqual({ files: { updates: 'year', release: published.releaseId } });
    const release = await database.kysely.selectFrom('api.release').selectAll().executeTakeFirstOrThrow();
    expect(release).toMatchObject({
      state: 'complete',
      seller_id: null,
      version: '1.0.0',
      published_at: expect.any(Date),
    });
    const files = await database.kysely
      .selectFrom('api.release_file')
      .select(['path', 'sha256'])
      .orderBy('path')
      .execute();
    expect(files).toEqual([
      { path: 'README.md', sha256: createHash('sha256').update('# Data').digest('hex') },
      { path: 'data/a.csv', sha256: createHash('sha256').update('a,b\n').digest('hex') },
    ]);
    expect(await publish()).toMatchObject({ refused: expect.stringContaining('1.0.0 already') });
    expect(await publish({ version: '1.1.0' })).toMatchObject({ files: 2 });
    const later = await database.kysely
      .selectFrom('api.product')
      .select('goods')
      .where('product_id', '=', 'own')
      .executeTakeFirst();
    expect(later?.goods.files?.updates).toBe('year');
  });

  test.each([
    ['a product of nobody', { productId: 'none' }, /no product none/],
    ['a folder that is not there', { folder: '/nowhere/at/all' }, /no folder/],
  ])('not for %s', async (_what, given, sentence) => {
    expect(await publish(given)).toMatchObject({ refused: expect.stringMatching(sentence) });
    expect(await database.kysely.selectFrom('api.release').selectAll().execute()).toEqual([]);
  });

  test('not with what the scanner refuses', async () => {
    await writeFile(join(folder, 'no'), '#!/bin/sh\necho bad; exit 1\n');
    await chmod(join(folder, 'no'), 0o755);
    await open({ scanner: { command: [join(folder, 'no'), '{file}'], timeoutMs: 5_000 } });
    expect(await publish()).toMatchObject({ refused: expect.stringContaining('was refused: bad') });
    expect(await database.kysely.selectFrom('api.release').selectAll().execute()).toEqual([]);
  });
});
