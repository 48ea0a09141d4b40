// Both databases: the vocabulary is read as JSON that the database makes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { addMisses } from './miss/search-miss.store.ts';
import { catchUp } from './update-index.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
type Client = Awaited<ReturnType<typeof api.signIn>>;
let cleo: Client;
let sam: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  await catchUp(database);
  for (const [account, role] of [
    ['cleo', 'catalogue'],
    ['sam', 'support'],
  ] as const)
    await storeStaff(database, account, role);
  const signIn = (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account });
  [cleo, sam] = await Promise.all([signIn('cleo'), signIn('sam')]);
  await api.version.refresh();
});
afterAll(async () => {
  await api.close();
  await database.close();
});

async function store(...products: Array<Parameters<typeof aProduct>[0]>) {
  await database.kysely
    .insertInto('api.product')
    .values(products.map((given) => aProduct({ price_unit: 'hour', ...given })))
    .execute();
  await catchUp(database);
  await api.version.refresh();
}

async function find(query: string, more = '') {
  const { status, body } = await api.get(`/search?q=${encodeURIComponent(query)}${more}`);
  expect(status, query).toBe(200);
  return body as { products: ProductSummary[]; searched_for: string | null };
}
const ids = async (query: string, more = '') => (await find(query, more)).products.map((one) => one.product_id);
const addSynonym = (words: string, means: string, is_two_way = false) =>
  cleo.post('/admin/search-synonym', { words, means, is_two_way });
/** The log is never emptied: its newest entries. */
const noted = async (subject: string) => listAudit(database.kysely, { subject, limit: 20 });

describe('a synonym', () => {
  test('[Q-13] is asked for at once, one way or both', async () => {
    await store({ product_id: 'kettle', product_name: 'Blue Kettle' }, { product_id: 'other', product_name: 'Zorple' });
    expect(await ids('boiler')).toEqual([]);
    const { status, body } = await addSynonym(' Boiler ', 'kettle');
    expect(status).toBe(201);
    expect(body.synonyms).toMatchObject([{ words: 'boiler', means: 'kettle', is_two_way: false, updated_by: 'cleo' }]);
    expect(await ids('boiler')).toEqual(['kettle']);
    expect(await ids('blue boiler')).toEqual(['kettle']);
    expect((await addSynonym('zorple', 'kettle', true)).status).toBe(201);
    expect(await ids('zorple')).toEqual(['other', 'kettle']);
    expect((await ids('kettle')).sort()).toEqual(['kettle', 'other']);
  });

  test('[Q-13] is changed and deleted, and the staff log has each', async () => {
    await store({ product_id: 'kettle', product_name: 'Blue Kettle' }, { product_id: 'pan', product_name: 'Red Pan' });
    const { synonym_id: id } = (await addSynonym('cooker', 'kettle')).body.synonyms[0];
    const path = `/admin/search-synonym/${id}`;
    expect((await cleo.put(path, { words: 'cooker', means: 'pan', is_two_way: false })).status).toBe(200);
    expect(await ids('cooker')).toEqual(['pan']);
    expect((await cleo.delete(path)).body.synonyms).toEqual([]);
    expect(await ids('cooker')).toEqual([]);
    expect((await cleo.delete(path)).status).toBe(404);
    expect((await cleo.put(path, { words: 'a1', means: 'b1', is_two_way: false })).status).toBe(404);
    expect((await cleo.delete('/admin/search-synonym/nothing')).status).toBe(400);
    const entries = (await noted('cooker')).sort((one, other) => one.id - other.id);
    expect(entries.slice(-3)).toMatchObject([
      { action: 'search.synonym_added', subject_kind: 'search', details: { by: 'cleo' } },
      { action: 'search.synonym_changed', changes: { means: { before: 'kettle', after: 'pan' } } },
      { action: 'search.synonym_deleted', changes: { means: { before: 'pan', after: null } } },
    ]);
  });

  test('[Q-13] is refused where it is there already, says nothing, or is one too many', async () => {
    await addSynonym('alpha', 'beta', true);
    for (const [words, means] of [
      ['alpha', 'beta'],
      ['Betas', 'alpha'],
    ] as const)
      expect(await addSynonym(words, means)).toMatchObject({ status: 409 });
    for (const means of ['one1', 'two2', 'three3']) expect((await addSynonym('alpha', means)).status).toBe(201);
    const fifth = await addSynonym('alpha', 'five5');
    expect([fifth.status, fifth.body.message]).toEqual([
      409,
      '“alpha” has 4 synonyms, and the search looks up no more. Delete one of them first.',
    ]);
    for (const [given, message] of [
      [{ words: '' }, 'words must have a word.'],
      [{ words: 'x'.repeat(61) }, 'words must have at most 60 characters.'],
      [{ words: 'under $5' }, 'words: the search reads “under $5” as a filter and never as words.'],
      [{ means: 'a\u0000' }, 'means must not hold control characters.'],
      [{ more: 1 }, 'more is not a field of this request.'],
    ] as const) {
      const { status, body } = await cleo.post('/admin/search-synonym', {
        ...{ words: 'gamma', means: 'delta', is_two_way: false },
        ...given,
      });
      expect([status, body.message]).toEqual([400, message]);
    }
  });

  test('[Q-13] of a search without result takes that off the list', async () => {
    await addMisses(
      database.kysely,
      new Map([
        ['boiler', 3],
        ['steamer', 1],
      ]),
      { at: new Date() },
    );
    await addSynonym('Boiler', 'kettle');
    expect((await cleo.get('/admin/search-miss')).body.items.map((one: { query: string }) => one.query)).toEqual([
      'steamer',
    ]);
  });
});

test('[Q-13] a kept word is neither corrected nor corrected into', async () => {
  await store(
    { product_id: 'kettle', product_name: 'Marmalade Kettle' },
    { product_id: 'jam', product_name: 'Marmelade Jar' },
  );
  expect((await find('marmalado')).searched_for).not.toBeNull();
  const added = await cleo.post('/admin/search-kept-word', { word: 'Marmalado' });
  expect([added.status, added.body.kept_words[0]?.word]).toEqual([201, 'marmalado']);
  expect(await find('marmalado')).toMatchObject({ products: [], searched_for: null });
  expect((await cleo.post('/admin/search-kept-word', { word: 'marmalado' })).status).toBe(409);
  expect((await cleo.post('/admin/search-kept-word', { word: 'two words' })).status).toBe(400);
  expect((await cleo.delete('/admin/search-kept-word/marmalado')).body.kept_words).toEqual([]);
  expect((await cleo.delete('/admin/search-kept-word/marmalado')).status).toBe(404);

  expect((await find('marmeladu')).searched_for).toBe('marmelade');
  await cleo.post('/admin/search-kept-word', { word: 'marmelade' });
  expect((await find('marmeladu')).searched_for).not.toBe('marmelade');
  expect(await ids('marmelade')).toEqual(['jam']);
});

describe('pinned products', () => {
  const pin = (query: string, ...product_ids: string[]) => cleo.put('/admin/search-pin', { query, product_ids });

  test('[Q-13] that are put back never take the place of those of a colleague', async () => {
    await store({ product_id: 'pan', product_name: 'Pan' }, { product_id: 'pot', product_name: 'Pot' });
    const restore = (id: string) =>
      cleo.put('/admin/search-pin', { query: 'stew', product_ids: [id], only_if_none: true });
    expect((await restore('pan')).status).toBe(200);
    const { status, body } = await restore('pot');
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { message: 'Other products have been pinned for “stew” meanwhile.' },
    });
    expect(await ids('stew')).toEqual(['pan']);
  });

  test('[Q-13] stand first for exactly that query, where they are for sale and of the category', async () => {
    await store(
      { product_id: 'kettle', product_name: 'Blue Kettle' },
      { product_id: 'pan', product_name: 'Red Pan', product_type: 'data' },
      { product_id: 'pot', product_name: 'Pot' },
    );
    const { status, body } = await pin('  Blue   KETTLE', 'pan', 'pot');
    expect(status).toBe(200);
    expect(body.pins).toMatchObject([
      {
        query: 'blue kettle',
        products: [
          { product_id: 'pan', name: 'Red Pan', is_listed: true },
          { product_id: 'pot', name: 'Pot', is_listed: true },
        ],
      },
    ]);
    expect(await ids('blue kettle')).toEqual(['pan', 'pot', 'kettle']);
    expect(await ids('Blue  Kettle', '&limit=2')).toEqual(['pan', 'pot']);
    expect(await ids('blue kettle', '&category=data')).toEqual(['pan']);
    expect(await ids('blue kettle', '&beyond_name=true')).toEqual(['pan', 'pot']);
    expect(await ids('kettle')).toEqual(['kettle']);
    // The page of a keyword shows them before its list, whatever their names are.
    await pin('kettle', 'kettle');
    expect((await api.get('/search?q=kettle&beyond_name=true')).body).toMatchObject({
      products: [{ product_id: 'kettle' }],
      pinned: 1,
    });
    await pin('kettle');
    const suggested = (await api.get('/search/suggestions?q=blue%20kettle')).body.products;
    expect(suggested.map((one: ProductSummary) => one.product_id)).toEqual(['pan', 'pot', 'kettle']);

    await database.kysely.deleteFrom('api.product').where('product_id', '=', 'pan').execute();
    await catchUp(database);
    await api.version.refresh();
    expect(await ids('blue kettle')).toEqual(['pot', 'kettle']);
    expect((await sam.get('/admin/search-vocabulary')).body.pins[0].products[0]).toEqual({
      product_id: 'pan',
      name: null,
      is_listed: false,
    });
    expect((await pin('blue kettle', 'pan')).status, 'one that is gone may stay').toBe(200);
    expect((await pin('blue kettle')).body.pins).toEqual([]);
    expect(await ids('blue kettle')).toEqual(['kettle']);
  });

  test('[Q-13] are refused by what is wrong with them', async () => {
    await store({ product_id: 'pot', product_name: 'Pot' });
    for (const [query, given, message] of [
      ['pot', ['pot', 'pot'], 'product_ids names pot twice.'],
      ['pot', ['nothing'], 'There is no product with the id “nothing”.'],
      ['pot', ['a', 'b', 'c', 'd', 'e', 'f'], 'product_ids must name at most 5 products.'],
      ['?!', ['pot'], 'query must have a letter or a digit.'],
      ['x'.repeat(101), ['pot'], 'query must have at most 100 characters.'],
      ['pot', ['\u0000'], 'product_ids has a character that cannot be stored.'],
    ] as const) {
      const { status, body } = await pin(query, ...given);
      expect([status, body.message]).toEqual([400, message]);
    }
    expect((await pin('pot')).status).toBe(404);
  });
});

test('[Q-13] searches without result are listed, the most frequent first, and dismissed', async () => {
  await addMisses(
    database.kysely,
    new Map([
      ['boiler', 1],
      ['steamer', 4],
    ]),
    { at: new Date('2026-11-02T09:30:00Z') },
  );
  const { body } = await sam.get('/admin/search-miss');
  expect(body).toEqual({
    items: [
      ['steamer', 4],
      ['boiler', 1],
    ].map(([query, searches]) => ({
      ...{ query, searches },
      ...{ first_at: '2026-11-02T09:30:00.000Z', last_at: '2026-11-02T09:30:00.000Z' },
    })),
    total: 2,
  });
  const dismissed = await cleo.post('/admin/search-miss/dismiss', { query: 'steamer' });
  expect(dismissed.body.items.map((one: { query: string }) => one.query)).toEqual(['boiler']);
  expect((await cleo.post('/admin/search-miss/dismiss', { query: 'steamer' })).status).toBe(404);
  expect((await cleo.post('/admin/search-miss/dismiss', { query: '\u0000' })).status).toBe(404);
  expect((await sam.post('/admin/search-miss/dismiss', { query: 'boiler' })).status, 'support reads only').toBe(403);
});

test('[Q-13] another process finds by what was written at the other one', async () => {
  const second = await startApi(database);
  try {
    await store({ product_id: 'kettle', product_name: 'Blue Kettle' });
    const search = async () =>
      (await second.get('/search?q=boiler')).body.products.map((one: ProductSummary) => one.product_id);
    expect(await search()).toEqual([]);
    await addSynonym('boiler', 'kettle');
    await expect.poll(search).toEqual(['kettle']);
  } finally {
    await second.close();
  }
});
