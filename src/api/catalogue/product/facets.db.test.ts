import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProductList, ProductType } from '#contract/catalogue/product/product.ts';
import type { AttributeValues } from '#contract/catalogue/product/product-attributes.ts';
import { readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { attributeColumns } from '../product-input/derived-columns.rules.ts';
import { countingLimits } from './count-products.ts';
import { createListProducts } from './list-products.ts';

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
beforeEach(() => emptyDatabase(database));

type Given = Parameters<typeof aProduct>[0] & { has?: AttributeValues };

async function store(...products: Given[]) {
  const rows = products.map(({ has = {}, ...given }) => {
    const type = (given.product_type ?? 'computing') as ProductType;
    const derived = attributeColumns({ product_type: type, attributes: has });
    return aProduct({ price_unit: 'hour', ...given, product_type: type, attributes: JSON.stringify(has), ...derived });
  });
  await database.kysely.insertInto('api.product').values(rows).execute();
}

/** Small limits stand for a catalogue too large to be held: what is common is estimated, what is rare asked for. */
const large = { ...countingLimits, mostHeld: 0, enough: 3, leastWalked: 30, mostWalked: 60 };
const listers = {
  'in memory': (limits = countingLimits) => createListProducts(database.kysely, { current: () => '' }, limits),
  'asked of the database': () =>
    createListProducts(database.kysely, { current: () => '' }, { ...large, enough: 10_000 }),
};

async function list(how: keyof typeof listers, query: string): Promise<ProductList> {
  const asked = { ...readProductQuery(new URLSearchParams(query)), limit: 100, withFacets: true, withAttributes: true };
  const answer = await listers[how]()(asked);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.list;
}

const idsOf = ({ products }: ProductList) => products.map((product) => product.product_id);
const facetOf = ({ facets = [] }: ProductList, name: string) =>
  Object.fromEntries(
    facets.find((facet) => facet.name === name)?.values.map(({ value, count }) => [value, count]) ?? [],
  );

async function storeMachines() {
  await store(
    { product_id: 'a', has: { gpu_model: 'A10', gpu_memory: 24, gpu_count: [1, 2], region: ['Norway', 'Ohio'] } },
    {
      product_id: 'b',
      has: { gpu_model: 'A10', gpu_memory: 24, gpu_count: [1], region: ['Ohio'], interruptible: true },
    },
    {
      product_id: 'c',
      has: { gpu_model: 'H100', gpu_memory: 80, gpu_count: [8], region: ['Norway'] },
      provider: 'DBC',
    },
    { product_id: 'd', has: { gpu_model: 'L4', gpu_memory: 24.5, minimum_rental: 720 }, price_unit: 'month' },
    { product_id: 'e' },
  );
}
async function storeData() {
  await store(
    { product_id: 'old', product_type: 'data', has: { rows: 900, size: 1e9, collected_from: '2019', format: ['CSV'] } },
    {
      product_id: 'june',
      product_type: 'data',
      has: { rows: 5e6, size: 2.5e9, collected_from: '2024-06', language: ['X'] },
    },
    { product_id: 'late', product_type: 'data', has: { rows: 3e20, size: 9e12, collected_from: '2024-06-30' } },
  );
}

test.each(
  Object.keys(listers).flatMap((how) =>
    [
      ['gpu_model=A10', ['a', 'b']],
      ['gpu_model=A10&gpu_model=H100', ['a', 'b', 'c']],
      ['gpu_model=A10&region=Norway', ['a']],
      ['gpu_count=1&gpu_count=8&region=Norway', ['a', 'c']],
      ['min_gpu_memory=24.2', ['c', 'd']],
      ['max_gpu_memory=24', ['a', 'b']],
      ['min_gpu_memory=24&max_gpu_memory=24', ['a', 'b']],
      ['interruptible=true', ['b']],
      ['min_minimum_rental=700', ['d']],
      ['provider=DBC', ['c']],
      ['price_unit=month', ['d']],
      ['price_unit=month&price_unit=hour&gpu_model=L4', ['d']],
      ["gpu_model=A10'%20or%20true--", []],
      ['gpu_model=%25', []],
      ['gpu_model=gpu_model', []],
    ].map(([query, ids]) => [how as keyof typeof listers, query as string, ids as string[]] as const),
  ),
)('[V-04] [Q-04] machines, %s: %s', async (how, query, ids) => {
  await storeMachines();
  const found = await list(how, `category=computing&${query}`);
  expect(idsOf(found).sort()).toEqual(ids);
  expect(found).toMatchObject({ total: ids.length, counts: { computing: ids.length } });
});

test.each(
  Object.keys(listers).flatMap((how) =>
    [
      ['min_rows=1000', ['june', 'late']],
      ['min_rows=1M&max_rows=10M', ['june']],
      ['max_rows=899', []],
      ['min_size=2&max_size=3', ['june']],
      ['min_size=9000', ['late']],
      ['min_collected_from=2024', ['june', 'late']],
      ['min_collected_from=2024-06-15', ['june', 'late']],
      ['min_collected_from=2024-07', []],
      ['max_collected_from=2024-05', ['old']],
      ['min_collected_from=2019-03&max_collected_from=2019-04', ['old']],
      ['format=CSV', ['old']],
      ['language=X&min_rows=1', ['june']],
    ].map(([query, ids]) => [how as keyof typeof listers, query as string, ids as string[]] as const),
  ),
)('[V-04] sizes in GB, dates as far as they are written, %s: %s', async (how, query, ids) => {
  await storeData();
  expect(idsOf(await list(how, `category=data&${query}`)).sort()).toEqual(ids);
});

test.each(
  Object.keys(listers).flatMap((how) =>
    [
      ['max_gpu_price=0.4', ['each', 'pair']],
      ['max_gpu_price=0.399999', ['pair']],
      ['max_gpu_price=0', []],
      ['max_gpu_price=1&gpu_model=A10', ['pair']],
      ['max_gpu_price=1e300', ['dear', 'each', 'pair']],
    ].map(([query, ids]) => [how as keyof typeof listers, query as string, ids as string[]] as const),
  ),
)('[Q-18] the price of a GPU-hour is that of one GPU, %s: %s', async (how, query, ids) => {
  await store(
    { product_id: 'pair', price_micros: 700_000, price_unit: 'hour', has: { gpu_model: 'A10', gpu_count: [2, 4] } },
    { product_id: 'each', price_micros: 400_000, price_unit: 'GPU hour', has: { gpu_memory: 24, gpu_count: [8] } },
    { product_id: 'dear', price_micros: 2_000_000, price_unit: 'hour', has: { gpu_memory: 80 } },
    { product_id: 'month', price_micros: 100, price_unit: 'month', has: { gpu_memory: 80 } },
    { product_id: 'cpu', price_micros: 100, price_unit: 'hour' },
    { product_id: 'model', product_type: 'algorithm', price_micros: 100, price_unit: 'hour' },
  );
  const found = await list(how, `category=computing&${query}`);
  expect(idsOf(found).sort()).toEqual(ids);
  expect(found).toMatchObject({ total: ids.length });
});

test('[Q-04] counts of values follow the other choices, not their own', async () => {
  await storeMachines();
  const found = await list('in memory', 'category=computing&gpu_model=A10&region=Norway');
  expect(idsOf(found)).toEqual(['a']);
  expect(facetOf(found, 'gpu_model')).toEqual({ A10: 1, H100: 1 });
  expect(facetOf(found, 'region')).toEqual({ Europe: 1, Norway: 1, 'North America': 2, 'United States': 2, Ohio: 2 });
  expect(found.facets?.map(({ name }) => name)).not.toContain('gpu_count');
  expect(facetOf(await list('in memory', 'category=computing'), 'min_gpu_memory')).toEqual({
    16: 4,
    24: 4,
    48: 1,
    80: 1,
  });
});

test('[V-04] attributes and facets are told where they are asked for, and nowhere else', async () => {
  await storeMachines();
  const { body: plain } = await api.get('/product?category=computing');
  expect(Object.keys(plain)).not.toContain('facets');
  expect(Object.keys(plain.products[0])).not.toContain('attributes');
  const { body } = await api.get('/product?category=computing&facets=true&attributes=true&gpu_model=H100');
  expect(body.products[0]).toMatchObject({ attributes: { gpu_model: 'H100' }, gb_hour_price: 0.003906 });
  expect(body.facets.map(({ name }: { name: string }) => name)).toContain('gpu_model');
});

test.each([
  ['category=computing&min_gpu_memory=abc', /min_gpu_memory/],
  ['category=computing&min_gpu_memory=80&max_gpu_memory=24', /greater/],
  ['category=data&min_gpu_memory=24', /no attribute of data/],
  ['category=computing&gpu_model=%00', /no product/],
  ['category=data&sort=gb_hour_asc', /category=computing/],
  ['category=data&max_gpu_price=1', /category=computing/],
  ['category=computing&max_gpu_price=-1', /from 0 up/],
  ['category=computing&max_gpu_price=Infinity', /from 0 up/],
  [`category=computing&${Array.from({ length: 51 }, (_, index) => `region=${index}`).join('&')}`, /50/],
])('[V-04] %s is refused, and why is said', async (query, reason) => {
  const { status, body } = await api.get(`/product?${query}`);
  expect(status).toBe(400);
  expect(body.message).toMatch(reason);
});

const unitSorts = ['price_asc', 'price_desc'] as const;
test.each(unitSorts)('[Q-06] %s keeps prices of different units in groups, page by page', async (sort) => {
  await store(
    ...['hour', 'month', '', 'hour', '1M tokens', 'month', 'hour', 'ｈour'].map((price_unit, index) => ({
      product_id: `p${index}`,
      price_unit,
      price_micros: ((index * 7) % 5) * 1_000_000,
    })),
  );
  const found: Array<[string, number]> = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await api.get(`/product?sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`);
    for (const product of (body as ProductList).products) found.push([product.price_unit, product.price]);
    cursor = body.next_cursor;
  }
  const sign = sort === 'price_asc' ? 1 : -1;
  const wanted = [...found].sort(([unitA, a], [unitB, b]) => sign * (unitA === unitB ? a - b : unitA < unitB ? -1 : 1));
  expect(found).toHaveLength(8);
  expect(found).toEqual(wanted);
  const { body: last } = await api.get(`/product?sort=${sort}&limit=3&cursor=last`);
  expect(
    last.products.map((product: { price: number; price_unit: string }) => [product.price_unit, product.price]),
  ).toEqual(found.slice(6));
});

test('[Q-07] machines are ordered by the price of a GB-hour, and by memory; what has none is last', async () => {
  await store(
    { product_id: 'none' },
    { product_id: 'dear', price_micros: 8_000_000, has: { gpu_memory: 80 } },
    { product_id: 'pair', price_micros: 2_400_000, has: { gpu_memory: 24, gpu_count: [2, 4] } },
    { product_id: 'monthly', price_micros: 1, price_unit: 'month', has: { gpu_memory: 48 } },
    { product_id: 'chosen', price_micros: 6_400_000, default_gpus: 8, has: { gpu_memory: 80, gpu_count: [1, 8] } },
  );
  const byPrice = await list('in memory', 'category=computing&sort=gb_hour_asc');
  expect(idsOf(byPrice)).toEqual(['chosen', 'pair', 'dear', 'none', 'monthly']);
  expect(byPrice.products.map((product) => product.gb_hour_price)).toEqual([0.01, 0.05, 0.1, undefined, undefined]);
  expect(idsOf(await list('in memory', 'category=computing&sort=memory_desc'))).toEqual([
    'dear',
    'chosen',
    'monthly',
    'pair',
    'none',
  ]);
});

test('[Q-10] of a large catalogue common matches are estimated, and its pages meet every product once', async () => {
  const models = ['A10', 'L4'];
  await store(
    ...Array.from({ length: 400 }, (_, index) => ({
      product_id: `p${String(index).padStart(3, '0')}`,
      price_micros: (400 - index) * 1_000,
      has: { gpu_model: models[index % 2] as string, gpu_memory: 24 },
    })),
  );
  const lister = createListProducts(database.kysely, { current: () => '' }, { ...large, sampled: 1_000_000 });
  const ask = async (query: string, cursor: string | null) => {
    const asked = {
      ...readProductQuery(new URLSearchParams(query)),
      limit: 90,
      withFacets: true,
      withAttributes: false,
    };
    const answer = await lister({ ...asked, cursor });
    if (!answer.ok) throw new Error(answer.reason);
    return answer.list;
  };
  for (const query of ['category=computing&gpu_model=L4', 'category=computing&gpu_model=L4&sort=price_asc']) {
    const wanted = Array.from({ length: 200 }, (_, index) => `p${String(2 * index + 1).padStart(3, '0')}`);
    if (query.includes('price')) wanted.reverse();
    const found: string[] = [];
    let page = await ask(query, null);
    expect(page).toMatchObject({ total: 200, total_is_exact: false, page: 1 });
    expect(page.facets?.[0]).toMatchObject({ name: 'gpu_model', is_exact: false });
    for (;;) {
      found.push(...idsOf(page));
      if (!page.next_cursor) break;
      page = await ask(query, page.next_cursor);
    }
    expect(found).toEqual(wanted);
    const last = await ask(query, 'last');
    expect(idsOf(last)).toEqual(wanted.slice(-90));
    expect(idsOf(await ask(query, last.prev_cursor))).toEqual(wanted.slice(-180, -90));
    expect(last).toMatchObject({ next_cursor: null, from_end: 1 });
  }
});

test('[Q-10] where the matches stand together in the table, they are counted and not estimated', async () => {
  // A page of the table has some twenty of these, where no room of former products is filled first.
  await sql`truncate api.product cascade`.execute(database.kysely);
  await store(
    ...Array.from({ length: 600 }, (_, index) => ({
      product_id: `p${index}`,
      provider: `Provider ${Math.floor(index / 30)}`,
      has: { gpu_model: 'A10' },
    })),
  );
  // A third of the table: whose page is in it seems to have three times as many.
  const lister = createListProducts(database.kysely, { current: () => '' }, { ...large, enough: 10, sampled: 200 });
  for (let provider = 0; provider < 20; provider++) {
    const asked = readProductQuery(new URLSearchParams(`category=computing&provider=Provider+${provider}`));
    const answer = await lister({ ...asked, limit: 100, withFacets: false, withAttributes: false });
    expect(answer).toMatchObject({ ok: true, list: { total: 30, counts: { all: 30, computing: 30 } } });
    expect(answer).not.toHaveProperty('list.total_is_exact');
  }
});

test('[Q-10] the numbers of the other categories are as right as they are said to be', async () => {
  const named = (type: ProductType, length: number) =>
    Array.from({ length }, (_, index) => ({
      product_id: `${type}${index}`,
      product_name: `Kettle ${index}`,
      product_type: type,
    }));
  await store(...named('computing', 10), ...named('data', 400));
  const lister = createListProducts(database.kysely, { current: () => '' }, { ...large, sampled: 1, mostCounted: 20 });
  const ask = async (query: string) => {
    const asked = readProductQuery(new URLSearchParams(query));
    const answer = await lister({ ...asked, limit: 100, withFacets: false, withAttributes: false });
    if (!answer.ok) throw new Error(answer.reason);
    return answer.list;
  };
  const common = await ask('category=computing&keyword=kettle');
  expect(common).toMatchObject({ total: 10, counts_are_exact: false });
  expect(common).not.toHaveProperty('total_is_exact');
  expect(common.counts.all).toBeGreaterThanOrEqual(20);
  const rare = await ask('category=data&keyword=kettle+9');
  expect(rare).toMatchObject({ total: 11, counts: { all: 12, computing: 1, data: 11 } });
  expect(rare).not.toHaveProperty('counts_are_exact');
});

test('[Q-10] many filters at once read the products in memory once', async () => {
  await storeMachines();
  let reads = 0;
  const kysely = database.kysely.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode' && !node.where && !node.limit && !node.groupBy) reads++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const lister = createListProducts(kysely, { current: () => '' });
  const ask = (memory: number) => {
    const asked = readProductQuery(
      new URLSearchParams(
        `category=computing&gpu_model=A10&region=Ohio&price_unit=hour&provider=x&min_gpu_memory=${memory}`,
      ),
    );
    return lister({ ...asked, limit: 10, withFacets: true, withAttributes: false });
  };
  for (let round = 0; round < 5; round++) await Promise.all([1, 2, 3, 4].map((number) => ask(round * 4 + number)));
  expect(reads).toBe(1);
});
