// Both databases: vectors are bytes, which the two drivers give and take in ways of their own.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { runNow } from '#platform/jobs/run-regularly.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { startApi } from '../../../../../test/parts/api.ts';
import { type Behavior, openEmbeddingsEndpoint } from '../../../../../test/parts/embeddings-endpoint.ts';
import { createListProducts } from '../../product/list-products.ts';
import { createIsMiss } from '../miss/is-miss.ts';
import { catchUp } from '../update-index.ts';
import { noVocabulary } from '../vocabulary/shop-vocabulary.rules.ts';
import { EmbeddingsError } from './embeddings.ts';
import { createMeaning, type Meaning } from './meaning.ts';
import { createUpdateVectors, updateVectorsRegularly } from './update-vectors.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let endpoint: Awaited<ReturnType<typeof openEmbeddingsEndpoint>>;
const question = 'which of our tomato plants is ill';

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  await catchUp(database);
  endpoint = await openEmbeddingsEndpoint();
  onTestFinished(() => endpoint.close());
});

const config = (more = {}) => ({ url: endpoint.url, model: 'concepts', key: null, least: 0.35, ...more });

/** A shop that asks the endpoint of this test. */
async function open(more = {}) {
  const api = await startApi(database, { embeddings: config(more) });
  onTestFinished(() => api.version.close());
  const { update, find } = api.meaning as Meaning;
  const meaning = {
    find,
    async update() {
      await api.version.refresh();
      return update();
    },
  };
  return {
    api,
    meaning,
    search: async (query: string, address = '/search') => {
      const { status, body } = await api.get(
        `${address}${address.includes('?') ? '&' : '?'}q=${encodeURIComponent(query)}`,
      );
      expect(status, query).toBe(200);
      return (body as { products: ProductSummary[] }).products.map(({ product_id }) => product_id);
    },
  };
}

type Given = Parameters<typeof aProduct>[0];

async function store(...products: Given[]) {
  await database.kysely
    .insertInto('api.product')
    .values(products.map((given) => aProduct(given)))
    .execute();
  await catchUp(database);
}

async function change(product_id: string, to: NonNullable<Given>) {
  await database.kysely.updateTable('api.product').set(to).where('product_id', '=', product_id).execute();
  await catchUp(database);
}

const crops: Given = {
  product_id: 'crops',
  product_name: 'Blight on leaves',
  description: 'Pictures of crop disease.',
};
const kettle: Given = { product_id: 'kettle', product_name: 'Blue kettle', description: 'It boils.' };

test('[Q-20] without an address nothing is asked of anybody, and nothing is kept', async () => {
  await store(crops, kettle);
  const api = await startApi(database);
  onTestFinished(() => api.version.close());
  expect(api.meaning).toBeNull();
  const { body } = await api.get(`/search?q=${encodeURIComponent(question)}`);
  expect(body.products).toEqual([]);
  expect(await database.kysely.selectFrom('api.product_vector').select('position').execute()).toEqual([]);
});

test('[Q-20] with one a query finds what it means, though no word of it stands in the product', async () => {
  await store(crops, kettle);
  const { search, meaning } = await open({ key: 'sk-secret' });
  expect(await search(question)).toEqual([]);
  expect(await meaning.update()).toBe(2);
  expect(await search(question)).toEqual(['crops']);
  expect(await search('a melody about a girder')).toEqual([]);
  expect(await search(question, '/search?beyond_name=true')).toEqual(['crops']);
  expect(endpoint.state.requests.map(({ model, authorization }) => [model, authorization])).toEqual(
    endpoint.state.requests.map(() => ['concepts', 'Bearer sk-secret']),
  );
  expect(endpoint.state.requests.map(({ texts }) => texts.length)).toEqual([1, 2, 1]);
});

test('[Q-20] what meaning answers is no miss', async () => {
  await store(crops, kettle);
  const { meaning, api } = await open();
  await meaning.update();
  await api.version.refresh();
  const listProducts = createListProducts(database.kysely, api.version);
  const shared = { db: database.kysely, listProducts, readVocabulary: async () => noVocabulary };
  expect(await createIsMiss({ ...shared, findMeant: meaning.find })(question)).toBe(false);
  expect(await createIsMiss(shared)(question)).toBe(true);
});

test('[Q-20] suggestions ask nothing, and begin as the results do once somebody has asked', async () => {
  await store(crops, kettle);
  const { search, meaning } = await open();
  await meaning.update();
  endpoint.takeTexts();
  expect(await search(question, '/search/suggestions')).toEqual([]);
  expect(endpoint.takeTexts()).toEqual([]);
  expect(await search(question)).toEqual(['crops']);
  expect(await search(question, '/search/suggestions')).toEqual(['crops']);
});

test('[Q-20] names come first, and a query that stands in a name or is a number is not asked', async () => {
  await store(
    kettle,
    { product_id: 'teapot', description: 'A teapot.' },
    { product_id: 'number', product_name: 'RTX 4090' },
  );
  const { search, meaning } = await open();
  await meaning.update();
  endpoint.takeTexts();
  expect(await search('blue kettle')).toEqual(['kettle']);
  expect(await search('4080')).toEqual([]);
  expect(await search('4090')).toEqual(['number']);
  expect(await search('blue kettle under $5')).toEqual(['kettle']);
  expect(endpoint.takeTexts()).toEqual([]);
  await search('kettle of jane@example.com');
  await search('kettle, call 030 1234 56789');
  expect(endpoint.takeTexts()).toEqual([]);
  expect(await search('kettle, in blue')).toEqual(['kettle', 'teapot']);
  expect(endpoint.takeTexts()).toEqual(['kettle in blue']);
});

test('[Q-20] a text is asked once, and again only when it has changed', async () => {
  await store(crops, kettle);
  const { search, meaning } = await open();
  await meaning.update();
  endpoint.takeTexts();
  await change('kettle', { price_micros: 3_000_000 });
  await change('kettle', { provider: 'Another one' });
  expect(await meaning.update()).toBe(0);
  const again = await open();
  expect(await again.meaning.update()).toBe(0);
  expect(endpoint.takeTexts()).toEqual([]);
  await change('kettle', { description: 'Blight of crop, a disease.' });
  expect(await meaning.update()).toBe(1);
  expect(endpoint.takeTexts()).toEqual(['Blue kettle. Computing. Blight of crop, a disease.']);
  expect(await search(question)).toEqual(['crops', 'kettle']);
  await database.kysely.deleteFrom('api.product').where('product_id', '=', 'crops').execute();
  await catchUp(database);
  expect(await search(question)).toEqual(['kettle']);
});

test('[Q-20] filters of the query and the category hold for what meaning finds', async () => {
  const described = { description: 'Pictures of crop disease.', product_name: 'Blight' };
  await store(
    { ...described, product_id: 'dear', product_type: 'data', price_micros: 90_000_000 },
    { ...described, product_id: 'cheap', product_type: 'data', price_micros: 2_000_000, license: 'Apache-2.0' },
    { ...described, product_id: 'other', product_type: 'solutions', price_micros: 2_000_000 },
    kettle,
  );
  const { search, meaning } = await open();
  await meaning.update();
  expect(await search(question)).toEqual(['dear', 'cheap', 'other']);
  expect(await search(`${question} under $5`)).toEqual(['cheap', 'other']);
  expect(await search(`${question} under $5`, '/search?category=data')).toEqual(['cheap']);
  expect(await search(`${question} apache license`)).toEqual(['cheap']);
  expect(await search(`${question} under $1`)).toEqual([]);
});

test('[Q-20] what a machine that meaning finds costs in the region of the query is compared', async () => {
  const offer = (region: string, price: number, stock: number) => ({
    ...{ price, stock, sale_price: null, is_default: region === 'Ohio' },
    selected_options: [{ name: 'Region', value: region }],
  });
  const machine = (product_id: string, oregon: number, left: number): Given => ({
    ...{ product_id, product_name: 'Blight', description: 'Pictures of crop disease.', price_micros: 2_000_000 },
    variants: JSON.stringify([offer('Ohio', 2, 5), offer('Oregon', oregon, left)]),
    attributes: JSON.stringify({ region: ['Ohio', 'Oregon'] }),
  });
  await store(machine('dear', 9, 5), machine('cheap', 1, 5), machine('gone', 1, 0), kettle);
  const { search, meaning } = await open();
  await meaning.update();
  expect(await search(`${question} under $3`)).toEqual(['dear', 'cheap', 'gone']);
  expect(await search(`${question} under $3 in oregon`)).toEqual(['cheap', 'gone']);
  expect(await search(`${question} over $5 in oregon`)).toEqual(['dear']);
  expect(await search(`${question} in stock in oregon`)).toEqual(['dear', 'cheap']);
});

test.each<Behavior>(['silent', 'busy', 'broken', 'refuses the key', 'no JSON', 'no vectors', 'one short'])(
  '[Q-20] words answer where the endpoint is %s',
  async (behavior) => {
    await store(crops, kettle, { product_id: 'text', description: 'A cup for the morning.' });
    const { search, meaning } = await open();
    await meaning.update();
    endpoint.state.behavior = behavior;
    expect(await search('cup morning')).toEqual(['text']);
    expect(await search(question)).toEqual([]);
  },
);

test('[Q-20] an endpoint that fails is left alone for a while', async () => {
  await store(crops);
  const { search, meaning } = await open();
  await meaning.update();
  endpoint.takeTexts();
  endpoint.state.behavior = 'broken';
  for (const query of ['one of them', 'another of them', 'some more', 'not asked', 'neither asked'])
    await search(query);
  expect(endpoint.takeTexts()).toEqual(['one of them', 'another of them', 'some more']);
});

test('[Q-20] a refused key ends the asking, for texts and for queries, and stands in no message', async () => {
  await store(crops);
  endpoint.state.behavior = 'refuses the key';
  const { search, meaning } = await open({ key: 'sk-secret' });
  const fault = await meaning.update().then(
    () => null,
    (error) => error,
  );
  expect(fault).toMatchObject({ name: 'EmbeddingsError', code: 'status-401' });
  expect(String(fault)).not.toContain('secret');
  await expect(meaning.update()).rejects.toBe(fault);
  await search(question);
  await search(`${question} again`);
  expect(endpoint.state.requests).toHaveLength(2);
});

test('[Q-20] a text that is refused is skipped until it changes, and all others have their vectors', async () => {
  await store(crops, kettle, { product_id: 'odd', description: 'Unspeakable.' });
  endpoint.state.refused = 'Unspeakable';
  const { search, meaning } = await open();
  await meaning.update();
  expect(await search(question)).toEqual(['crops']);
  endpoint.takeTexts();
  expect(await meaning.update()).toBe(0);
  expect(endpoint.takeTexts()).toEqual([]);
  await change('odd', { description: 'Blight of a crop.' });
  expect(await meaning.update()).toBe(1);
  expect(await search(question)).toContain('odd');
});

test('[Q-20] an endpoint that refuses all it is asked has refused no text: once it is mended, products have their vectors', async () => {
  await store(crops, kettle);
  endpoint.state.refused = '';
  const { meaning } = await open();
  await expect(meaning.update()).rejects.toMatchObject({ reason: 'away', code: 'status-400' });
  endpoint.state.refused = null;
  const mended = await open();
  expect(await mended.meaning.update()).toBe(2);
  expect(await mended.search(question)).toEqual(['crops']);
});

const refusal = new EmbeddingsError('text', 'status-400');

/** Updates that ask a function in place of an endpoint; `sizes` of the requests, and a clock. */
function updateBy(answer: (texts: readonly string[]) => EmbeddingsError | null) {
  const state = { time: 0, sizes: [] as number[] };
  const update = createUpdateVectors({
    ...{ db: database.kysely, model: 'concepts', log: createLog('silent'), now: () => state.time },
    dimensions: () => null,
    version: { current: () => `${state.time}` },
    embed: async (texts) => {
      state.sizes.push(texts.length);
      const error = answer(texts);
      if (error) throw error;
      return texts.map(() => new Float32Array([1]));
    },
  });
  return { update, state };
}

test('[Q-20] vectors of one half are kept where the endpoint fails at the other', async () => {
  await store(crops, kettle, { product_id: 'odd', description: 'Unspeakable.' });
  const fault = new EmbeddingsError('away', 'status-500');
  const failing = updateBy((texts) =>
    texts.length === 3 ? refusal : texts[0]?.includes('Unspeakable') ? fault : null,
  );
  await expect(failing.update()).rejects.toBe(fault);
  await expect(failing.update()).rejects.toBe(fault);
  expect(failing.state.sizes).toEqual([3, 1, 2, 1]);
  const { update, state } = updateBy(() => null);
  expect(await update()).toBe(1);
  expect(state.sizes).toEqual([1]);
});

test('[Q-20] halves are looked at no longer than a turn lasts, and the next turn gets on with fewer at once', async () => {
  await store(crops, kettle, { product_id: 'odd', description: 'Unspeakable.' });
  const { update, state } = updateBy((texts) => {
    if (texts.length < 3) return null;
    state.time += 60_000;
    return refusal;
  });
  expect(await update()).toBe(0);
  expect(state.sizes.splice(0)).toEqual([3, 1]);
  expect(await update()).toBe(3);
  expect(state.sizes).toEqual([1, 1, 1]);
});

test('[Q-20] vectors of another model, or of other dimensions, count no more and are made anew', async () => {
  await store(crops, kettle);
  const first = await open();
  await first.meaning.update();
  expect(await first.search(question)).toEqual(['crops']);
  const other = await open({ model: 'another' });
  expect(await other.search(question)).toEqual([]);
  expect(await other.meaning.update()).toBe(2);
  expect(await other.search(question)).toEqual(['crops']);
  endpoint.state.more = 40;
  expect(await other.search('our tomato plants are ill')).toEqual([]);
  expect(await other.meaning.update()).toBe(2);
  expect(await other.search('our tomato plants are ill')).toEqual(['crops']);
});

test('[Q-20] the least similarity is the operator’s', async () => {
  await store({ ...crops, description: 'Pictures of crop disease, a song and a bridge, boils a kettle.' }, kettle);
  const lax = await open({ least: 0.3 });
  await lax.meaning.update();
  expect(await lax.search(question)).toEqual(['crops']);
  const strict = await open({ least: 0.99 });
  expect(await strict.search(question)).toEqual([]);
});

test('[Q-20] the job makes vectors by itself', async () => {
  await store(crops);
  const { api } = await open();
  const meaning = createMeaning({
    ...{ config: config(), db: database.kysely, catalogue: database.kysely, version: api.version },
    log: createLog('silent'),
  });
  const stop = meaning.updateRegularly();
  onTestFinished(stop);
  await vi.waitFor(() => expect(endpoint.takeTexts()).toHaveLength(1));
});

test('[Q-20] a failure that lasts stands in the log once', async () => {
  const lines: unknown[] = [];
  const fault = new EmbeddingsError('key', 'status-401');
  let turns = 0;
  const stop = updateVectorsRegularly({
    db: database.kysely,
    update: async () => {
      turns++;
      throw fault;
    },
    log: { warn: (line: unknown) => lines.push(line) } as unknown as Log,
  });
  onTestFinished(stop);
  await vi.waitFor(async () => {
    await runNow(database.kysely, 'make vectors');
    expect(turns).toBeGreaterThan(1);
  });
  await stop();
  expect(lines).toHaveLength(1);
});
