import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import type { LibraryEntry, LibraryPage } from '#contract/goods/library/library.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeEntitlement, storeRelease } from '../../../../test/factories/goods.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { filesAtOnce } from './read-library.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;
let other: Awaited<ReturnType<typeof api.signIn>>;

const now = new Date('2026-11-22T12:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { now: () => now });
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeSeller(database, { seller_id: 'ours', name: 'Saltmarsh Datasets', address: 'saltmarsh' }, {});
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'calls', product_name: 'Phone Calls', product_type: 'data', seller_id: 'ours' }),
      aProduct({ product_id: 'gpu', product_name: 'GPU', product_img: '/pictures/gpu.webp' }),
    ])
    .execute();
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { sub: 'jane' });
  other = await api.signIn({ email: 'other@example.com', nickname: 'Other' }, { sub: 'other' });
});
afterAll(() => database.close());

const free = (release: string): GoodsOfOne => ({ files: { release, updates: 'free' } });
const give = (given: Partial<Parameters<typeof storeEntitlement>[1]> = {}) =>
  storeEntitlement(database, { account_id: 'jane', product_id: 'calls', product_name: 'Phone Calls', ...given });
const library = async (query = '', who = jane): Promise<LibraryPage> => (await who.get(`/library${query}`)).body;
const namesOf = ({ entries }: LibraryPage) => entries.map(({ product }) => product.name);
async function entry(id: string): Promise<LibraryEntry> {
  const { status, body } = await jane.get(`/library/${id}`);
  expect(status).toBe(200);
  return body;
}

describe('[G-02] the library', () => {
  test('tells what was bought, by whom it was sold and what to do next, and tells nobody else', async () => {
    const release = await storeRelease(database, { product_id: 'calls', number: 1, version: '2.1.0' });
    const id = await give({
      seller_id: 'ours',
      goods: free(release),
      license: 'CC-BY-4.0',
      quantity: 2,
      selected_options: JSON.stringify([{ name: 'Team', value: 'Single' }]),
    });
    const { entries, counts, next_cursor } = await library();
    expect(entries).toEqual([
      {
        entitlement_id: id,
        product: { id: 'calls', name: 'Phone Calls', type: 'data', picture: '/art/data/calls.svg', sold: true },
        seller: { name: 'Saltmarsh Datasets', address: 'saltmarsh' },
        selected_options: [{ name: 'Team', value: 'Single' }],
        quantity: 2,
        because: 'gift',
        order_id: null,
        line: null,
        granted_at: '2026-11-02T10:00:00.000Z',
        expires_at: null,
        delivered_at: null,
        standing: 'active',
        ended_at: null,
        ended_reason: '',
        // Which release is nobody's business.
        goods: { files: { updates: 'free' } },
        license: 'CC-BY-4.0',
        product_version: null,
        files: {
          bought: { release_id: release, version: '2.1.0', published_at: '2026-11-01T10:00:00.000Z' },
          newest: { release_id: release, version: '2.1.0', published_at: '2026-11-01T10:00:00.000Z', notes: '' },
          latest: null,
          updates: 'free',
          updates_until: null,
        },
        next: 'download',
      },
    ]);
    expect(counts).toEqual({ all: 1, more: false, files: 1, keys: 0, access: 0, hours: 0, hand: 0 });
    expect(next_cursor).toBeNull();
    expect(await library('', other)).toMatchObject({ entries: [], counts: { all: 0 } });
    for (const path of [`/library/${id}`, `/library/${id}/release/${release}`])
      expect((await other.get(path)).status).toBe(404);
    expect((await api.get('/library')).status).toBe(401);
  });

  test('never tells the text of an access outside of its own place', async () => {
    const id = await give({ goods: { access: { by: 'text', text: 'https://secret.example', within_minutes: 15 } } });
    expect(JSON.stringify([await library(), await entry(id)])).not.toContain('secret.example');
    expect((await entry(id)).goods).toEqual({ access: { by: 'text', within_minutes: 15 } });
  });

  test.each<[string, GoodsOfOne, LibraryEntry['next']]>([
    ['by hand', {}, 'hand'],
    ['keys', { keys: { source: 'list' } }, 'key'],
    ['access', { access: { by: 'endpoint', within_minutes: 5 }, keys: { source: 'list' } }, 'access'],
    ['hours', { hours: { by: 'endpoint', minutes_each: 60 }, access: { by: 'text', text: '' } }, 'hours'],
    ['files that are not there yet', { files: { updates: 'none' } }, 'none'],
  ])('says what to do with %s', async (_what, goods, next) => {
    const id = await give({ goods });
    expect((await entry(id)).next).toBe(next);
  });

  test('keeps what has ended, and says how', async () => {
    const goods = { keys: { source: 'list' } } as const;
    await give({ goods, expires_at: new Date('2026-11-20T00:00:00Z'), product_name: 'Expired' });
    const withdrawn_at = new Date('2026-11-21T00:00:00Z');
    await give({ goods, withdrawn_at, withdrawn_reason: 'Given by mistake.', product_name: 'Withdrawn' });
    const { entries } = await library();
    expect(entries.find(({ product }) => product.name === 'Expired')).toMatchObject({
      standing: 'expired',
      ended_at: '2026-11-20T00:00:00.000Z',
      ended_reason: '',
      next: 'none',
    });
    expect(entries.find(({ product }) => product.name === 'Withdrawn')).toMatchObject({
      standing: 'withdrawn',
      ended_at: '2026-11-21T00:00:00.000Z',
      ended_reason: 'Given by mistake.',
      next: 'none',
    });
  });

  test('keeps what left the catalogue, and what is not sold any more', async () => {
    await database.kysely.updateTable('api.product').set({ listed: false }).where('product_id', '=', 'gpu').execute();
    const hidden = await give({ product_id: 'gpu' });
    const gone = await give({ product_id: 'never-there', product_name: 'Gone' });
    expect((await entry(hidden)).product).toMatchObject({ picture: '/pictures/gpu.webp', sold: false });
    expect((await entry(gone)).product).toEqual({
      id: 'never-there',
      name: 'Gone',
      type: null,
      picture: null,
      sold: false,
    });
  });

  test('is narrowed to a kind and to a name of a product or a shop, literally', async () => {
    await give({ goods: { keys: { source: 'list' } }, product_name: 'Quantizer 100%' });
    await give({ goods: {}, product_name: 'Station', seller_id: 'ours' });
    expect(namesOf(await library('?kind=keys'))).toEqual(['Quantizer 100%']);
    expect(namesOf(await library('?kind=hand'))).toEqual(['Station']);
    expect(namesOf(await library('?kind=hours'))).toEqual([]);
    expect(namesOf(await library('?q=quant'))).toEqual(['Quantizer 100%']);
    expect(namesOf(await library('?q=saltMARSH'))).toEqual(['Station']);
    expect(namesOf(await library(`?q=${encodeURIComponent('100%')}`))).toEqual(['Quantizer 100%']);
    expect(namesOf(await library('?q=_'))).toEqual([]);
    const release = await storeRelease(database, { product_id: 'calls', number: 1 }, [{ path: 'audio/Part-01.tar' }]);
    const files = await give({ goods: free(release), product_name: 'Recordings' });
    expect(namesOf(await library('?q=part-01'))).toEqual(['Recordings']);
    await database.kysely.deleteFrom('api.entitlement').where('entitlement_id', '=', files).execute();
    // Whatever it is narrowed to, the counts are of all.
    expect((await library('?q=nothing')).counts).toMatchObject({ all: 2, keys: 1, hand: 1 });
  });

  test('goes on where a page ends, also within one moment', async () => {
    for (const number of [1, 2, 3, 4, 5]) await give({ product_name: `Thing ${number}`, entitlement_id: `g${number}` });
    const first = await library('?limit=2');
    expect(namesOf(first)).toEqual(['Thing 1', 'Thing 2']);
    const second = await library(`?limit=2&after=${first.next_cursor}`);
    expect(namesOf(second)).toEqual(['Thing 3', 'Thing 4']);
    const third = await library(`?limit=2&after=${second.next_cursor}`);
    expect(namesOf(third)).toEqual(['Thing 5']);
    expect(third.next_cursor).toBeNull();
  });

  test.each(['?kind=other', '?after=x', '?limit=0', '?limit=101', `?q=${'x'.repeat(201)}`, '?q=%00'])(
    'refuses %s with a sentence',
    async (query) => {
      const { status, body } = await jane.get(`/library${query}`);
      expect(status).toBe(400);
      expect(body.message).toMatch(/\.$/);
    },
  );

  test.each(['nothing', '%00', '..', 'x'.repeat(3_000)])('has nothing under %s', async (id) => {
    expect((await jane.get(`/library/${id}`)).status).toBe(404);
    expect((await jane.get(`/library/${id}/release/${id}`)).status).toBe(404);
  });
});

describe('[G-02] how several things stand', () => {
  test('is told in one answer, as each tells it alone, and of nothing that is somebody else’s', async () => {
    const key = await give({ goods: { keys: { source: 'signed', seats: 2 } } });
    const access = await give({ goods: { access: { by: 'text', text: 'Come in, {{buyer}}.' } } });
    const hours = await give({ goods: { hours: { by: 'hand', minutes_each: 60 } } });
    const files = await give({ goods: { files: { updates: 'none' } } });
    const others = await give({ account_id: 'other', goods: { keys: { source: 'list' } } });
    const ids = [hours, key, others, files, 'nothing', access, key];
    const { status, body } = await jane.get(`/library/state?of=${ids.join(',')}`);
    expect(status).toBe(200);
    const alone = async (id: string, what: string) => {
      const { status: found, body: told } = await jane.get(`/library/${id}/${what}`);
      return found === 200 ? told : null;
    };
    const nothing = { keys: null, access: null, hours: null };
    expect(body.items).toEqual([
      { ...nothing, entitlement_id: hours, hours: await alone(hours, 'hours') },
      { ...nothing, entitlement_id: key, keys: await alone(key, 'key') },
      { ...nothing, entitlement_id: files },
      { ...nothing, entitlement_id: access, access: await alone(access, 'access') },
    ]);
    expect(body.items[1].keys.items).toHaveLength(1);
    expect((await jane.get(`/library/state?of=${'x,'.repeat(100)}`)).status).toBe(400);
    expect((await jane.get('/library/state?of=%00,')).body).toEqual({ items: [] });
    expect((await api.get(`/library/state?of=${key}`)).status).toBe(401);
  });
});

describe('[G-10] new versions', () => {
  const versions = async () => {
    const product = { product_id: 'calls' };
    const at = (day: string) => ({ published_at: new Date(day) });
    return [
      await storeRelease(database, { ...product, number: 1, version: '1.0.0', ...at('2025-01-01') }),
      await storeRelease(database, {
        ...product,
        number: 2,
        version: '1.1.0',
        notes: 'Fewer typos.',
        ...at('2025-06-01'),
      }),
      await storeRelease(database, {
        ...product,
        number: 3,
        version: '2.0.0',
        notes: 'New voices.',
        ...at('2026-11-01'),
      }),
      await storeRelease(database, { ...product, number: 4, version: '3.0.0', published_at: null }),
    ] as const;
  };
  const granted_at = new Date('2025-02-01T00:00:00Z');

  test('a buyer whom they are free for has them all, with their notes, and the old ones', async () => {
    const [first, second, third] = await versions();
    const id = await give({ goods: free(first), granted_at });
    const { body } = await jane.get(`/library/${id}`);
    expect(body).toMatchObject({
      next: 'update',
      hub: { repo: expect.stringMatching(/^[a-z-]+\/calls$/), type: 'dataset' },
      files: {
        bought: { version: '1.0.0' },
        newest: { version: '2.0.0', notes: 'New voices.' },
        latest: null,
        updates_until: null,
      },
    });
    expect(body.releases).toMatchObject([
      { release_id: third, version: '2.0.0', notes: 'New voices.', bought: false, file_count: 1, size_bytes: 9 },
      { release_id: second, version: '1.1.0', notes: 'Fewer typos.', bought: false },
      { release_id: first, version: '1.0.0', notes: '', bought: true, has_manifest: true },
    ]);
    expect(body.newest_files).toMatchObject({ files: [{ path: 'README.md', size_bytes: 9 }], next_cursor: null });
    expect((await jane.get(`/library/${id}/release/${first}`)).body).toMatchObject({
      release: { release_id: first, bought: true },
      files: [{ path: 'README.md', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
  });

  test('the signed list of the files of a version is there for as long as its files are', async () => {
    const [first, , third] = await versions();
    const id = await give({ goods: free(first), granted_at });
    const { status, body, headers } = await jane.get(`/library/${id}/release/${third}/manifest`);
    expect([status, body]).toEqual([200, { signed: third }]);
    expect(headers.get('content-disposition')).toBe('attachment; filename="model.sig"');
    expect((await other.get(`/library/${id}/release/${third}/manifest`)).status).toBe(404);
    const gone = await give({ goods: free(first), granted_at, withdrawn_at: now });
    expect((await jane.get(`/library/${gone}/release/${third}/manifest`)).status).toBe(404);
  });

  test('a buyer of a year has those of the year, and is told of the next that is not free', async () => {
    const [first, , third, unpublished] = await versions();
    const id = await give({ goods: { files: { release: first, updates: 'year' } }, granted_at });
    expect(await entry(id)).toMatchObject({
      next: 'update',
      files: {
        newest: { version: '1.1.0', notes: 'Fewer typos.' },
        latest: { version: '2.0.0', notes: 'New voices.' },
        updates_until: '2026-02-01T00:00:00.000Z',
      },
    });
    for (const release of [third, unpublished])
      expect((await jane.get(`/library/${id}/release/${release}`)).status).toBe(404);
  });

  test('a buyer whom none is promised keeps what was bought', async () => {
    const [, second] = await versions();
    const id = await give({ goods: { files: { release: second, updates: 'none' } }, granted_at });
    expect(await entry(id)).toMatchObject({
      next: 'download',
      files: { newest: { version: '1.1.0' }, latest: { version: '2.0.0' }, updates: 'none', updates_until: null },
    });
  });

  test('many files are told in pages, by path', async () => {
    const paths = Array.from({ length: filesAtOnce + 2 }, (_, index) => `part-${String(index).padStart(4, '0')}`);
    const release = await storeRelease(
      database,
      { product_id: 'calls', number: 1 },
      paths.map((path) => ({ path })),
    );
    const id = await give({ goods: free(release) });
    const { body: detail } = await jane.get(`/library/${id}`);
    expect(detail.releases[0].file_count).toBe(paths.length);
    const { body: rest } = await jane.get(
      `/library/${id}/release/${release}?after=${encodeURIComponent(detail.newest_files.next_cursor)}`,
    );
    const listed = [...detail.newest_files.files, ...rest.files].map(({ path }: { path: string }) => path);
    expect(listed).toEqual(paths);
    expect(rest.next_cursor).toBeNull();
  });
});
