// Both databases: the index is written in batches of another size.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { longestQuery } from '#contract/catalogue/search.ts';
import { createLog } from '#platform/observability/log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { hostileKeywords } from '../../../../test/fixtures/hostile-keywords.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { catchUp, type LeftOut, rebuildIndex, updateSearchIndex } from './update-index.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
afterAll(async () => {
  api.version.close();
  await database.close();
});
beforeEach(async () => {
  await emptyDatabase(database);
  // Whatever was deleted has left its note.
  await catchUp(database);
});

type Given = Parameters<typeof aProduct>[0];

async function store(...products: Given[]) {
  await database.kysely
    .insertInto('api.product')
    .values(products.map((given) => aProduct({ price_unit: 'hour', ...given })))
    .execute();
  await catchUp(database);
}

async function change(product_id: string, to: NonNullable<Given>) {
  await database.kysely.updateTable('api.product').set(to).where('product_id', '=', product_id).execute();
  await catchUp(database);
}

async function find(query: string, more = '') {
  const { status, body } = await api.get(`/search?q=${encodeURIComponent(query)}${more}`);
  expect(status, query).toBe(200);
  return body as { products: ProductSummary[]; searched_for: string | null };
}

const ids = async (query: string, more = '') => (await find(query, more)).products.map((one) => one.product_id);

const specs = (name: string, value: string) => JSON.stringify([{ name, value }]);

test('[Q-01] products are found by name, provider, specifications, attributes, options and description', async () => {
  await store(
    { product_id: 'name', product_name: 'Marmalade' },
    { product_id: 'provider', provider: 'Marmalade Works' },
    { product_id: 'specs', specs: specs('Kind', 'Marmalade') },
    { product_id: 'attributes', attributes: JSON.stringify({ gpu_model: 'Marmalade' }) },
    { product_id: 'options', options: JSON.stringify([{ name: 'Kind', choices: ['Jam', 'Marmalade'] }]) },
    { product_id: 'description', description: 'Goes with marmalade.' },
    { product_id: 'other' },
  );
  expect(await ids('marmalade')).toEqual(['name', 'provider', 'specs', 'attributes', 'options', 'description']);
});

test('[Q-01] all words in the name come first, then those in facts, then those in the description; what is sold out comes later', async () => {
  await store(
    { product_id: 'text', description: 'A blue kettle.' },
    { product_id: 'fact', product_name: 'Kettle', specs: specs('Color', 'blue') },
    { product_id: 'long-name', product_name: 'Kettle, blue, with a long spout' },
    { product_id: 'sold-out', product_name: 'Kettle, blue', stock: 0 },
    { product_id: 'phrase', product_name: 'Blue Kettle' },
  );
  expect(await ids('blue kettle')).toEqual(['phrase', 'long-name', 'sold-out', 'fact', 'text']);
});

test('[Q-01] what the list of the keyword has already is left out, and a category keeps the others out', async () => {
  await store(
    { product_id: 'listed', product_name: 'Blue Kettle' },
    { product_id: 'data', product_type: 'data', description: 'A blue kettle in pictures.' },
    { product_id: 'machine', description: 'Runs the blue kettle.' },
  );
  expect(await ids('blue kettle', '&beyond_name=true')).toEqual(['data', 'machine']);
  expect(await ids('blue kettle', '&beyond_name=true&category=data')).toEqual(['data']);
});

test('[Q-01] however many names have the query, what has it elsewhere is shown beside their list', async () => {
  const named = Array.from({ length: 300 }, (_, index) => ({ product_name: `Kettle blue ${index}` }));
  await store(
    ...named,
    { product_id: 'description', description: 'Holds a kettle blue as the sky.' },
    { product_id: 'provider', provider: 'Blue Kettle Works' },
  );
  for (const query of ['kettle', 'kettle blue'])
    expect(await ids(query, '&beyond_name=true')).toEqual(['provider', 'description']);
});

test('[Q-01] names that have the query within a word do not hide what has it elsewhere', async () => {
  const named = Array.from({ length: 100 }, (_, index) => ({ product_name: `8xH100 ${index}`, provider: 'H100' }));
  await store(...named, { product_id: 'provider', provider: 'H100' });
  expect(await ids('h100', '&beyond_name=true')).toEqual(['provider']);
});

test('[Q-02] what has most of the words comes first where nothing has all', async () => {
  await store(
    { product_id: 'one', product_name: 'Kettle' },
    { product_id: 'two', product_name: 'Teapot saucer' },
    { product_id: 'three', product_name: 'Kettle teapot saucer' },
  );
  expect(await ids('kettle teapot saucer spoon')).toEqual(['three', 'two']);
});

test('[Q-02] a misspelt word is taken for the likeliest one, and it is said; a number is not', async () => {
  await store({ product_id: 'llama', product_name: 'Llama 70B' }, { product_id: 'rtx', product_name: 'RTX 4080' });
  expect(await find('lama')).toMatchObject({ products: [{ product_id: 'llama' }], searched_for: 'llama' });
  expect(await find('Llama')).toMatchObject({ products: [{ product_id: 'llama' }], searched_for: null });
  expect(await find('4090')).toEqual({ products: [], searched_for: null, filters: [], closest: [], pinned: 0 });
});

test('[Q-02] whoever asks for the cheapest gets them in that order, those of one unit together', async () => {
  await store(
    { product_id: 'dear', product_name: 'Kettle one', price_micros: 9_000_000 },
    { product_id: 'license', product_name: 'Kettle two', price_micros: 1_000_000, price_unit: 'license' },
    { product_id: 'cheap', product_name: 'Kettle three', price_micros: 2_000_000 },
  );
  expect(await ids('cheap kettle')).toEqual(['cheap', 'dear', 'license']);
  expect(await ids('kettle')).toEqual(['dear', 'license', 'cheap']);
});

test('a change of a product is found, and what it was before is not', async () => {
  await store({ product_id: 'one', product_name: 'Kettle' });
  await change('one', { product_name: 'Teapot', name_folded: 'teapot' });
  expect(await ids('kettle')).toEqual([]);
  expect(await ids('teapot')).toEqual(['one']);
  await change('one', { stock: 7 });
  expect(await ids('teapot')).toEqual(['one']);
  await database.kysely.deleteFrom('api.product').execute();
  await catchUp(database);
  expect(await ids('teapot')).toEqual([]);
  expect(await database.kysely.selectFrom('api.search_posting').select('key').execute()).toEqual([]);
});

test('changes that follow each other before the index is kept leave nothing behind', async () => {
  await store({ product_id: 'one', product_name: 'Kettle' });
  for (const product_name of ['Teapot', 'Saucer', 'Kettle blue'])
    await database.kysely.updateTable('api.product').set({ product_name }).execute();
  expect(await catchUp(database)).toBe(3);
  expect(await ids('teapot')).toEqual([]);
  expect(await ids('kettle blue')).toEqual(['one']);
});

test('a change that is kept makes a new version of the catalogue; where nothing has changed there is none', async () => {
  await store({ product_id: 'one' });
  await api.version.refresh();
  const before = api.version.current();
  await catchUp(database);
  await api.version.refresh();
  expect(api.version.current()).toBe(before);
  await change('one', { description: 'Another.' });
  await api.version.refresh();
  expect(api.version.current()).not.toBe(before);
});

test('an index that was damaged is made anew', async () => {
  await store({ product_id: 'one', description: 'A kettle' }, { product_id: 'two', description: 'A teapot' });
  await database.kysely.deleteFrom('api.search_posting').execute();
  expect(await ids('kettle')).toEqual([]);
  expect(await rebuildIndex(database)).toBe(2);
  expect(await ids('kettle')).toEqual(['one']);
});

/** Until the end of the test the index does not take a word. */
async function refusePoison() {
  await sql`alter table api.search_posting add constraint no_poison check (key <> 'poison')`.execute(database.kysely);
  onTestFinished(async () => {
    await sql`alter table api.search_posting drop constraint no_poison`.execute(database.kysely);
  });
}

test('a product that the index cannot take in is left out, and stops nothing', async () => {
  const { kysely } = database;
  await store({ product_id: 'renamed', product_name: 'Saucer' });
  await refusePoison();
  await kysely.updateTable('api.product').set({ description: 'A saucer of poison' }).execute();
  const others = Array.from({ length: 20 }, (_, at) => ({ product_id: `kettle-${at}`, product_name: 'Kettle' }));
  await kysely
    .insertInto('api.product')
    .values(
      [...others.slice(0, 13), { product_id: 'bottle', description: 'Poison' }, ...others.slice(13)].map(aProduct),
    )
    .execute();
  const leftOut: LeftOut[] = [];
  expect(await catchUp(database, { onLeftOut: (product) => leftOut.push(product) })).toBe(22);
  expect(leftOut.map(({ product_id }) => product_id).sort()).toEqual(['bottle', 'renamed']);
  expect(leftOut[0]?.error.message).toContain('no_poison');
  expect((await ids('kettle')).sort()).toEqual(others.map((one) => one.product_id).sort());
  expect(await ids('poison')).toEqual([]);
  expect(await catchUp(database)).toBe(0);
});

test('the log names a product that the index could not take in', async () => {
  await refusePoison();
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'bottle', description: 'Poison' }))
    .execute();
  const lines: string[] = [];
  const stop = await updateSearchIndex(database, createLog('info', { write: (line) => void lines.push(line) }));
  onTestFinished(stop);
  await expect.poll(() => lines).toEqual([expect.stringMatching(/"product_id":"bottle".*could not take a product/)]);
});

test('what is no fault of a product leaves none out: the changes wait', async () => {
  const { kysely } = database;
  const hide = sql`alter table api.search_posting rename to hidden`;
  const show = sql`alter table api.hidden rename to search_posting`;
  await kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'one', product_name: 'Kettle' }))
    .execute();
  await hide.execute(kysely);
  await expect(catchUp(database).finally(() => show.execute(kysely))).rejects.toThrow('search_posting');
  expect(await catchUp(database)).toBe(1);
  expect(await ids('kettle')).toEqual(['one']);
});

test('where pages wait for the one connection the index takes its work in small batches', async () => {
  await database.kysely
    .insertInto('api.product')
    .values(Array.from({ length: 600 }, () => aProduct()))
    .execute();
  const batches: number[] = [];
  await catchUp(database, { onBatch: (changes) => batches.push(changes) });
  expect(batches).toEqual(database.kind === 'embedded' ? [512, 88] : [600]);
});

test('[Q-10] of a word that very many products have only so many are looked at, the first ones of the shop', async () => {
  await store(
    ...Array.from({ length: 300 }, (_, index) => ({ product_id: `p${index}`, product_name: `Kettle ${index}` })),
  );
  const found = await ids('kettle', '&limit=50');
  expect(found).toHaveLength(50);
  expect(found.every((id) => Number(id.slice(1)) < 64)).toBe(true);
});

test.each(hostileKeywords)('%j is only a query', async (query) => {
  await store({ product_id: 'one', product_name: 'Kettle' });
  for (const path of ['/search', '/search/suggestions']) {
    const { status, body } = await api.get(`${path}?q=${encodeURIComponent(query)}`);
    expect(status).toBe(query.length > longestQuery ? 400 : 200);
    if (status === 400) expect(body.message).toContain('at most 200 characters');
  }
});

const indexedKeys = async () =>
  (await database.kysely.selectFrom('api.search_posting').select('key').execute()).map((row) => row.key);

test.each(['𠮷野家', '𠮷 𩸽', '𐌰𐌱𐌲𐌳𐌴𐌵𐌶'])('[Q-02] %s is found, and so is what was imported with it', async (name) => {
  await store({ product_id: 'rare', product_name: name }, { product_id: 'teapot', product_name: 'Teapot' });
  expect(await ids(name)).toEqual(['rare']);
  expect(await ids('teapot')).toEqual(['teapot']);
  expect((await indexedKeys()).filter((key) => key.includes('\ufffd'))).toEqual([]);
});

test('a query that is missing is asked for', async () => {
  expect((await api.get('/search')).body.message).toContain('say what is searched for');
  expect((await api.get('/search/suggestions')).status).toBe(400);
  expect((await api.get('/search?q=x&limit=0')).status).toBe(400);
  expect((await api.get('/search?q=x&category=shoes')).status).toBe(400);
});

test('[Q-03] while a word is being typed, names with a word that begins so are suggested, and what they have in common', async () => {
  const attributes = JSON.stringify({ gpu_model: 'RTX 4090', gpu_memory: 24, region: ['Norway', 'Ohio'] });
  await store(
    { product_id: 'rtx', product_name: 'RTX 4090', attributes },
    { product_id: 'speech', product_name: 'Speech Recognizer', product_type: 'algorithm' },
  );
  const suggest = async (query: string) => (await api.get(`/search/suggestions?q=${encodeURIComponent(query)}`)).body;
  expect(await suggest('spee')).toMatchObject({ products: [{ product_id: 'speech' }], categories: ['algorithm'] });
  expect(await suggest('rtx 40')).toMatchObject({
    products: [{ product_id: 'rtx' }],
    categories: ['computing'],
    filters: [{ label: 'GPU: RTX 4090', address: '/products/category/computing?gpu_model=RTX+4090' }],
  });
  expect((await suggest('24 gb')).filters).toEqual([
    { label: 'GPU memory: 24 GB or more', address: '/products/category/computing?min_gpu_memory=24' },
  ]);
  expect((await suggest('norw')).filters).toEqual([
    { label: 'Region: Norway', address: '/products/category/computing?region=Norway' },
  ]);
  expect(await suggest('speach rec')).toMatchObject({
    products: [{ product_id: 'speech' }],
    searched_for: 'speech rec',
  });
  expect(await suggest('zzz')).toEqual({ products: [], categories: [], filters: [], searched_for: null });
});

test('[Q-03] every letter that is typed counts, and so does every digit', async () => {
  await store(
    { product_id: 'computing', product_name: 'Computing Cluster' },
    { product_id: 'geforce', product_name: 'GeForce4080 box' },
  );
  const nothing = { products: [], categories: [], filters: [], searched_for: null };
  for (const query of ['computxyz', 'geforce4090', 'clusterless'])
    expect((await api.get(`/search/suggestions?q=${query}`)).body, query).toEqual(nothing);
  for (const query of ['computing clust', 'cluster computin'])
    expect((await api.get(`/search/suggestions?q=${query}`)).body.products, query).toMatchObject([
      { product_id: 'computing' },
    ]);
  expect((await api.get('/search/suggestions?q=geforce408')).body.products).toMatchObject([{ product_id: 'geforce' }]);
});

test('[Q-11] scripts without spaces are found by any part of a word, in names and descriptions', async () => {
  await store(
    { product_id: 'japanese', product_name: '日本語音声データセット', description: '東京の会話を収録した音声コーパス' },
    { product_id: 'chinese', product_name: '中文医疗问答语料', description: '包含上海医院的问答' },
    { product_id: 'thai', product_name: 'ชุดข้อมูลเสียงพูดภาษาไทย' },
  );
  expect(await ids('東京')).toEqual(['japanese']);
  expect(await ids('音声')).toEqual(['japanese']);
  expect(await ids('医疗 语料')).toEqual(['chinese']);
  expect(await ids('上海医院')).toEqual(['chinese']);
  expect(await ids('ภาษาไทย')).toEqual(['thai']);
  expect(await ids('京都')).toEqual([]);
});

test('[Q-11] letters that keyboards lack are found without them', async () => {
  await store(
    { product_id: 'street', product_name: 'Straßenverkehrszählung', description: 'Große Straßen in Zürich' },
    { product_id: 'god', product_name: 'Æsir', description: 'Þing og ǫl' },
    { product_id: 'memory', product_name: 'MI300X 192GiB' },
    { product_id: 'arabic', product_name: 'مُحَمَّد' },
  );
  for (const [query, id] of [
    ['strassenverkehrszahlung', 'street'],
    ['strassenverkehrszaehlung', 'street'],
    ['grosse strassen', 'street'],
    ['zuerich', 'street'],
    ['aesir', 'god'],
    ['thing', 'god'],
    ['192GB', 'memory'],
    ['192 gib', 'memory'],
    ['محمد', 'arabic'],
  ] as const)
    expect(await ids(query), query).toEqual([id]);
});

test('[Q-11] names with the keyword as a word come before those that begin with it, and those before what has it within a word', async () => {
  await store(
    { product_id: 'within', product_name: 'Averaging' },
    { product_id: 'begins', product_name: 'Ragged edges' },
    { product_id: 'whole', product_name: 'Our RAG platform' },
    { product_id: 'text', description: 'A rag for the kitchen.' },
  );
  expect(await ids('rag')).toEqual(['whole', 'begins', 'within', 'text']);
  const list = await api.get('/product?keyword=rag');
  expect(list.body.products.map((one: ProductSummary) => one.product_id)).toEqual(['whole', 'begins', 'within']);
  const page = await api.get(`/product?keyword=rag&limit=1`);
  const second = await api.get(`/product?keyword=rag&limit=1&cursor=${page.body.next_cursor}`);
  const last = await api.get('/product?keyword=rag&limit=1&cursor=last');
  expect([page, second, last].map(({ body }) => body.products[0].product_id)).toEqual(['whole', 'begins', 'within']);
});

test('[Q-12] a query is filtered by what it says, and each filter says the query without it', async () => {
  const machine = (product_id: string, gpu_memory: number, region: string[], price: number) => ({
    product_id,
    product_name: `RTX machine ${product_id}`,
    price_micros: price * 1_000_000,
    attributes: JSON.stringify({ gpu_model: 'RTX', gpu_memory, gpu_count: [1, 2], region }),
  });
  await store(
    machine('oslo', 24, ['Norway'], 0.4),
    machine('berlin', 24, ['Germany'], 0.9),
    machine('tokyo', 24, ['Japan'], 0.3),
    machine('large', 80, ['Germany'], 0.4),
  );
  const found = await find('2 × 24 GB in Europe under $0.50 an hour');
  expect(found.products.map(({ product_id }) => product_id)).toEqual(['oslo']);
  expect(found).toMatchObject({
    filters: [
      { kind: 'count', is_applied: true },
      { kind: 'memory', label: 'GPU memory: 24 GB', without: '2 × in europe under $0.50 an hour' },
      { kind: 'region', label: 'Region: Europe', text: 'in europe' },
      { kind: 'price', label: 'Price: under $0.50' },
      { kind: 'unit' },
    ],
  });
  expect(await ids('rtx not in norway')).toEqual(['berlin', 'tokyo', 'large']);
  expect(await ids('cheapest rtx 24gb')).toEqual(['tokyo', 'oslo', 'berlin']);
});

test('[Q-12] what is not wanted in a region is found where it is offered elsewhere', async () => {
  const machine = (id: string, region: string[]) => ({
    product_id: id,
    product_name: `Kettle machine ${id}`,
    attributes: JSON.stringify({ region }),
  });
  await store(
    machine('both', ['Norway', 'Oregon']),
    machine('there', ['Norway']),
    machine('near', ['Germany']),
    machine('far', ['Japan']),
  );
  expect((await ids('kettle not in norway')).sort()).toEqual(['both', 'far', 'near']);
  expect((await ids('kettle outside europe')).sort()).toEqual(['both', 'far']);
  expect((await ids('kettle not in the us')).sort()).toEqual(['both', 'far', 'near', 'there']);
});

test('[Q-02] a word of the dictionary is no misspelt one, and one thing or another is enough', async () => {
  await store(
    { product_id: 'layer', product_name: 'Layer scanner' },
    { product_id: 'one', product_name: 'Card 4090' },
    { product_id: 'another', product_name: 'Card 3090' },
    { product_id: 'third', product_name: 'Board 4090' },
  );
  expect((await find('laser scanner')).searched_for).toBeNull();
  expect((await ids('4090 or 3090')).sort()).toEqual(['another', 'one', 'third']);
});

test('[Q-12] where nothing fits with a filter, that is said, and what there is without it is no result', async () => {
  await store({
    product_id: 'oslo',
    product_name: 'Kettle machine',
    attributes: JSON.stringify({ gpu_model: 'RTX', gpu_memory: 24, region: ['Norway'] }),
  });
  expect(await find('kettle in australia')).toMatchObject({
    products: [],
    filters: [{ label: 'Region: Australia', is_applied: false }],
    closest: [{ product_id: 'oslo' }],
  });
  expect(await find('kettle under €1')).toMatchObject({
    products: [{ product_id: 'oslo' }],
    filters: [{ kind: 'currency', is_applied: false }],
  });
});

test('[Q-12] a filter that few of many products pass is found behind hundreds that do not', async () => {
  const dear = Array.from({ length: 700 }, () => ({ product_name: 'Kettle', price_micros: 9_000_000 }));
  await store(...dear, { product_id: 'cheap', product_name: 'Kettle', price_micros: 1_000_000 });
  expect(await ids('kettle under $2')).toEqual(['cheap']);
  expect(await ids('under $2')).toEqual(['cheap']);
});

test('an empty query finds nothing', async () => {
  await store({ product_name: 'Kettle' });
  for (const query of ['', ' ', '...']) expect(await ids(query)).toEqual([]);
});

/** A machine that costs this much in Oregon and in Norway; null where all are rented there. */
const inTwoRegions = (product_id: string, oregon: number, norway: number, left = 5): Given => {
  const variants = [
    { region: 'Oregon', price: oregon, stock: 16, is_default: true },
    { region: 'Norway', price: norway, stock: left, is_default: false },
  ].map(({ region, ...offer }) => ({
    ...offer,
    sale_price: null,
    selected_options: [{ name: 'Region', value: region }],
  }));
  return {
    product_id,
    product_name: `H100 ${product_id}`,
    price_micros: oregon * 1e6,
    stock: 16 + left,
    variants: JSON.stringify(variants),
    default_options: JSON.stringify(variants[0]?.selected_options),
    attributes: JSON.stringify({ region: ['Oregon', 'Norway'] }),
  };
};

test('[Q-15] a search that names a region shows, compares and filters by price and stock there', async () => {
  await store(inTwoRegions('a', 1, 4), inTwoRegions('b', 3, 2), inTwoRegions('c', 2, 3, 0));
  const there = { region: 'Norway', selected_options: [{ name: 'Region', value: 'Norway' }], text: ' in Norway' };
  const { products } = await find('h100 norway');
  expect(products).toHaveLength(3);
  expect(products.find(({ product_id }) => product_id === 'a')).toMatchObject({
    price: 4,
    stock: 5,
    offer: there,
    default_options: there.selected_options,
  });
  expect(await ids('cheapest h100 norway')).toEqual(['b', 'a', 'c']);
  expect(await ids('cheapest h100 oregon')).toEqual(['a', 'c', 'b']);
  expect(await ids('h100 norway under $3')).toEqual(['b']);
  expect((await ids('h100 norway in stock')).toSorted()).toEqual(['a', 'b']);
  const [usual] = (await find('h100 a')).products;
  expect(usual).toMatchObject({ price: 1, stock: 21 });
  expect(usual).not.toHaveProperty('offer');
  const suggested = await api.get('/search/suggestions?q=h100%20norway');
  for (const product of suggested.body.products) expect(product).toMatchObject({ offer: there });
  expect(suggested.body.products).toHaveLength(3);
});

const machines = (
  product_id: string,
  ...offers: Array<[region: string, gpus: string, price: number, stock: number]>
) => {
  const variants = offers.map(([region, gpus, price, stock], index) => ({
    price,
    stock,
    sale_price: null,
    is_default: index === 0,
    selected_options: [
      { name: 'Region', value: region },
      { name: 'GPUs', value: gpus },
    ],
  }));
  return {
    product_id,
    product_name: `H100 ${product_id}`,
    price_unit: 'hour',
    price_micros: (offers[0]?.[2] ?? 0) * 1e6,
    stock: 9,
    variants: JSON.stringify(variants),
    default_options: JSON.stringify(variants[0]?.selected_options),
    default_gpus: Number(offers[0]?.[1]),
    least_gpus: 1,
    attributes: JSON.stringify({ gpu_count: [1, 8], region: ['Oregon', 'Norway'], maximum_rental: 100 }),
  };
};

test('[Q-12] the cheapest of what filters pass is the cheapest of all, and not of the first ones', async () => {
  const products = Array.from({ length: 400 }, (_, at) => ({
    product_id: `lamp${at}`,
    product_name: `Lamp ${at}`,
    price_micros: (500 - at) * 1e6,
  }));
  await store(...products);
  expect((await ids('cheapest lamp under $490'))[0]).toBe('lamp399');
});

test('[Q-15] a search that says how many GPUs and how long offers such a machine for that time', async () => {
  await store(
    machines('a', ['Oregon', '1', 2, 9], ['Oregon', '8', 15, 4], ['Norway', '1', 2.5, 3], ['Norway', '8', 20, 2]),
    machines('b', ['Norway', '1', 1, 5], ['Oregon', '8', 8, 1]),
    machines('c', ['Norway', '8', 12, 1]),
  );
  const { products } = await find('eight h100 for a day in norway');
  expect(products.map(({ product_id }) => product_id).toSorted()).toEqual(['a', 'c']);
  const selected_options = [
    { name: 'Region', value: 'Norway' },
    { name: 'GPUs', value: '8' },
  ];
  expect(products.find(({ product_id }) => product_id === 'a')).toMatchObject({
    price: 20,
    stock: 2,
    default_options: selected_options,
    offer: {
      region: 'Norway',
      gpus: 8,
      quantity: 24,
      selected_options,
      text: ' for 8 GPUs in Norway · 24 hours: $480.00',
    },
  });
  expect(await ids('cheapest eight h100')).toEqual(['b', 'c', 'a']);
  expect((await ids('eight h100 under $13')).toSorted()).toEqual(['b', 'c']);
  expect(await ids('eight h100 under $1.20 per gpu hour')).toEqual(['b']);
  // Longer than the longest rental: nobody is led to an order that is refused.
  const [tooLong] = (await find('eight h100 for 200 hours')).products;
  expect(tooLong).toMatchObject({ offer: { gpus: 8 } });
  expect(tooLong?.offer).not.toHaveProperty('quantity');
});
