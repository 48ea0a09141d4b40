// Facets that people ask for: regions in groups, licenses by use and family, shops, ratings, what is delivered at once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProductList, ProductType } from '#contract/catalogue/product/product.ts';
import type { AttributeValues } from '#contract/catalogue/product/product-attributes.ts';
import { readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aReview } from '../../../../test/factories/review.ts';
import { aSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { storeNamedLicenses } from '../license/license.store.ts';
import { attributeColumns } from '../product-input/derived-columns.rules.ts';
import { allRegions, regionsIn } from '../region/regions.rules.ts';
import { rebuildIndex } from '../search/update-index.ts';
import { countingLimits } from './count-products.ts';
import { facetTokens } from './facet-token.rules.ts';
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

/** Limits under which nothing is held in memory stand for a large catalogue: the database is asked. */
const limits = {
  'in memory': countingLimits,
  'asked of the database': { ...countingLimits, mostHeld: 0, enough: 10_000, leastWalked: 30, mostWalked: 60 },
};
const ways = Object.keys(limits) as Array<keyof typeof limits>;

async function list(query: string, how: keyof typeof limits = 'in memory'): Promise<ProductList> {
  const lister = createListProducts(database.kysely, { current: () => '' }, limits[how]);
  const asked = { ...readProductQuery(new URLSearchParams(query)), limit: 100, withFacets: true, withAttributes: true };
  const answer = await lister(asked);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.list;
}

const idsOf = ({ products }: ProductList) => products.map((product) => product.product_id).sort();
const valuesOf = ({ facets = [] }: ProductList, name: string) =>
  facets.find((facet) => facet.name === name)?.values ?? [];
const countsOf = (found: ProductList, name: string) =>
  Object.fromEntries(valuesOf(found, name).map(({ value, count }) => [value, count]));

const machines: Given[] = [
  { product_id: 'oregon', has: { gpu_memory: 24, region: ['Oregon'] } },
  { product_id: 'both', has: { gpu_memory: 80, region: ['United States', 'Frankfurt, Germany'] } },
  { product_id: 'tromso', has: { gpu_memory: 48, region: ['Norway'] } },
  { product_id: 'zurich', has: { gpu_memory: 16, region: ['Zürich'] } },
  { product_id: 'moon', has: { gpu_memory: 40, region: ['Mare Tranquillitatis'] } },
  { product_id: 'nowhere' },
];

test.each(
  ways.flatMap((how) =>
    [
      ['region=United+States', ['both', 'oregon']],
      ['region=usa', ['both', 'oregon']],
      ['region=Oregon', ['oregon']],
      ['region=North+America', ['both', 'oregon']],
      ['region=Europe', ['both', 'tromso', 'zurich']],
      ['region=EU', ['both']],
      ['region=Frankfurt,+Germany', ['both']],
      ['region=Frankfurt&region=switzerland', ['both', 'zurich']],
      ['region=Mare+Tranquillitatis', ['moon']],
      ['region=Asia', []],
      ['region=Atlantis', []],
    ].map(([query, ids]) => [how, query as string, ids as string[]] as const),
  ),
)('[Q-15] a region finds what is within it, %s: %s', async (how, query, ids) => {
  await store(...machines);
  const found = await list(`category=computing&${query}`, how);
  expect(idsOf(found)).toEqual(ids);
  expect(found.total).toBe(ids.length);
});

test('[Q-15] regions stand in their groups, and a choice stands as it was written with its own count', async () => {
  await store(...machines);
  const rows = (found: ProductList) =>
    valuesOf(found, 'region').map(({ value, label = '', within = '', count }) => [value, label, within, count]);
  expect(rows(await list('category=computing&region=usa&region=Atlantis'))).toEqual([
    ['Europe', '', '', 3],
    ['European Union', '', 'Europe', 1],
    ['Germany', '', 'Europe', 1],
    ['Frankfurt', '', 'Germany', 1],
    ['Norway', '', 'Europe', 1],
    ['Switzerland', '', 'Europe', 1],
    ['Zurich', '', 'Switzerland', 1],
    ['North America', '', '', 2],
    ['usa', 'United States', 'North America', 2],
    ['Oregon', '', 'usa', 1],
    ['Mare Tranquillitatis', '', '', 1],
    ['Atlantis', '', '', 0],
  ]);
});

/** The function of the migration that made the tokens of products of before. */
function functionOfMigration(): string {
  const file = join(import.meta.dirname, '../../migrations/0148-facets-and-ratings.sql');
  const [found = ''] =
    /create function api\.region_tokens_of[\s\S]*?\nend \$\$;/.exec(readFileSync(file, 'utf8')) ?? [];
  return found;
}

test('[Q-15] the migration gives products of before the tokens of regions that the application gives new ones', async () => {
  const names = allRegions().flatMap(({ label, names }) => [label, ...names]);
  expect(names.length).toBeGreaterThan(400);
  const texts = [
    ...names,
    ...names.map((name) => `${name.toUpperCase()} (zone 1)`),
    'GROßBRITANNIEN',
    'Großbritannien',
    'Übrigens: Düsseldorf nahe Köln, DÄNEMARK',
    'Tromsø, Norge / NORWAY',
    'São Paulo',
    'Île-de-France',
    'CÔTE OUEST DES ÉTATS-UNIS',
    'North America',
    'New South Wales',
    'us-east-1',
    '（Ｔｏｋｙｏ）',
    'Łódź, Poland',
    'Þorlákshöfn, Island',
    '',
    '¿?',
  ];
  await sql.raw(functionOfMigration()).execute(database.kysely);
  const { rows } = await sql<{ text: string; tokens: string[] }>`
    select text, api.region_tokens_of(text) as tokens from unnest(${texts}::text[]) as text`.execute(database.kysely);
  await sql`drop function api.region_tokens_of(text)`.execute(database.kysely);
  expect(rows).toHaveLength(texts.length);
  const found = rows.map(({ text, tokens }) => [text, [...new Set(tokens)].sort()]);
  expect(found).toEqual(
    rows.map(({ text }) => [
      text,
      regionsIn(text)
        .map((code) => `region@${code}`)
        .sort(),
    ]),
  );
  expect(facetTokens('computing', { region: ['Oregon'] })).toEqual([
    'region=Oregon',
    'region@oregon',
    'region@us',
    'region@north america',
    'region@americas',
  ]);
});

const own = 'LicenseRef-House-1.0';
const bare = 'LicenseRef-Bare-1.0';

async function storeLicensed() {
  await storeNamedLicenses(database.kysely, [
    { license_id: own, name: 'House', facts: { commercial_use: true, redistribution: false }, text: 'Of the house.' },
    { license_id: bare, name: 'Bare', facts: {}, text: 'It states nothing.' },
  ]);
  const licenses: Record<string, string> = {
    mit: 'MIT',
    apache: 'Apache-2.0',
    either: `AGPL-3.0-only OR ${bare}`,
    noncommercial: 'CC-BY-NC-4.0',
    mixed: 'MIT AND CC-BY-NC-4.0',
    own,
    bare,
    together: `MIT AND ${own}`,
    none: '',
  };
  await store(
    ...Object.entries(licenses).map(([product_id, license]) => ({
      product_id,
      license,
      product_type: 'data' as const,
    })),
  );
}

test.each(
  ways.flatMap((how) =>
    [
      ['allows=commercial', ['apache', 'either', 'mit', 'own', 'together']],
      ['allows=redistribution', ['apache', 'either', 'mit', 'mixed', 'noncommercial']],
      ['allows=commercial&allows=redistribution', ['apache', 'either', 'mit']],
      ['allows=training', []],
      ['license=apache', ['apache']],
      ['license=Apache-2.0&license=cc-by-nc', ['apache', 'mixed', 'noncommercial']],
      ['license=mit&allows=commercial', ['mit', 'together']],
      ['license=copyleft', ['either']],
      [`license=${own}`, ['own', 'together']],
      ['license=nonsense', []],
    ].map(([query, ids]) => [how, query as string, ids as string[]] as const),
  ),
)('[Q-15] licenses by what they state and by family, %s: %s', async (how, query, ids) => {
  await storeLicensed();
  for (const category of ['data', 'all']) {
    const found = await list(`category=${category}&${query}`, how);
    expect(idsOf(found)).toEqual(ids);
    expect(found.total).toBe(ids.length);
  }
});

test('[Q-15] rights and families are counted with what the other choices leave, a license by its id too', async () => {
  await storeLicensed();
  const found = await list(`category=data&allows=commercial&license=${own}`);
  expect(countsOf(found, 'allows')).toEqual({ commercial: 2 });
  expect(countsOf(found, 'license')).toMatchObject({ open: 4, mit: 2, apache: 1, agpl: 1, [own]: 2 });
  expect(valuesOf(found, 'license').find(({ value }) => value === own)?.label).toBe('House 1.0');
  expect(countsOf(await list('category=data'), 'allows')).toEqual({ commercial: 5, redistribution: 5 });
});

test('[Q-15] what a license of the shop allows counts as soon as the staff say so', async () => {
  await storeLicensed();
  await database.kysely
    .updateTable('api.license')
    .set({ facts: JSON.stringify({ commercial_use: true, training: true }) })
    .where('license_id', '=', bare)
    .execute();
  expect(idsOf(await list('category=data&allows=training'))).toEqual(['bare', 'either']);
});

test('[Q-15] names of licenses that somebody makes up by the thousand hide no other license', async () => {
  const madeUp = Array.from({ length: 2_001 }, (_, index) => {
    const id = `LicenseRef-${String(index).padStart(4, '0')}`;
    return { product_id: id, license: id, product_type: 'data' as const };
  });
  await store(...madeUp, { product_id: 'mit', license: 'MIT', product_type: 'data' });
  for (const how of ways) expect(idsOf(await list('category=data&license=mit', how)), how).toEqual(['mit']);
});

test('[Q-15] the search finds by the families of licenses of the shop what a list does', async () => {
  await storeNamedLicenses(database.kysely, [
    { license_id: own, name: 'House', facts: { share_alike: true }, text: 'Of the house.' },
  ]);
  await store(
    { product_id: 'own', product_name: 'Voices dataset', license: own, product_type: 'data' },
    { product_id: 'mit', product_name: 'Faces dataset', license: 'MIT', product_type: 'data' },
  );
  await rebuildIndex(database as never);
  expect(idsOf(await list('category=data&license=copyleft'))).toEqual(['own']);
  const { body } = await api.get('/search?q=copyleft+dataset');
  expect(body.products.map(({ product_id: id }: { product_id: string }) => id)).toEqual(['own']);
});

test.each(ways)('[Q-15] products of a shop, and of the operator, %s', async (how) => {
  await database.kysely
    .insertInto('api.seller')
    .values([aSeller({ seller_id: 's1', name: 'Copperline', address: 'copperline' })])
    .execute();
  await store({ product_id: 'theirs', seller_id: 's1' }, { product_id: 'ours' }, { product_id: 'ours-too' });
  expect(idsOf(await list('category=computing&seller=copperline', how))).toEqual(['theirs']);
  expect(idsOf(await list('seller=operator', how))).toEqual(['ours', 'ours-too']);
  expect(idsOf(await list('seller=operator&seller=copperline', how))).toEqual(['ours', 'ours-too', 'theirs']);
  const nobody = await list('seller=nobody', how);
  expect(idsOf(nobody)).toEqual([]);
  expect(valuesOf(nobody, 'seller')).toEqual([
    { value: 'operator', count: 2 },
    { value: 'copperline', count: 1, label: 'Copperline' },
    { value: 'nobody', count: 0 },
  ]);
});

async function storeRated(stars: Record<string, number[]>) {
  const { kysely } = database;
  await store(...Object.keys(stars).map((product_id) => ({ product_id })));
  const users = [0, 1, 2, 3].map((n) => ({ user_id: `u${n}@example.com`, username: `u${n}` }));
  await kysely.insertInto('api.user').values(users).execute();
  const reviews = Object.entries(stars).flatMap(([product_id, rates]) =>
    rates.map((rate, n) => aReview({ product_id, user_email: `u${n}@example.com`, rate })),
  );
  await kysely.insertInto('api.review').values(reviews).execute();
}

test.each(ways)('[Q-15] a rating finds what has this mean or more, as it is shown, %s', async (how) => {
  await storeRated({ best: [5, 5], good: [4, 5, 4], fair: [4, 4, 4, 3], poor: [2], none: [] });
  expect(idsOf(await list('rating=4', how))).toEqual(['best', 'good']);
  expect(idsOf(await list('rating=4.3', how))).toEqual(['best', 'good']);
  expect(idsOf(await list('rating=4.5', how))).toEqual(['best']);
  expect(idsOf(await list('rating=3.8', how))).toEqual(['best', 'fair', 'good']);
  const found = await list('category=computing&rating=4.2', how);
  expect(countsOf(found, 'rating')).toEqual({ 3: 3, 4: 2, 4.2: 2, 4.5: 1 });
  const { products } = await list('category=computing', how);
  expect(products.map(({ product_id, rating }) => [product_id, rating?.average, rating?.reviews])).toEqual([
    ['best', 5, 2],
    ['good', 4.3, 3],
    ['fair', 3.8, 4],
    ['poor', 2, 1],
    ['none', undefined, undefined],
  ]);
});

test('[Q-15] the rating of a product is that of its shown reviews, whatever happens to them', async () => {
  await storeRated({ a: [5, 4, 1], b: [3] });
  const { kysely } = database;
  const rated = async () => {
    const { rows } = await sql<{ kept: string; counted: string }>`
      select coalesce(string_agg(product_id || ' ' || rating_count || ' ' || rating_sum, ', ' order by product_id), '') as kept,
        coalesce(string_agg(product_id || ' ' || coalesce(n, 0) || ' ' || coalesce(s, 0), ', ' order by product_id), '') as counted
      from api.product left join (select product_id as of, count(*) as n, sum(rate) as s from api.review where show
        group by product_id) as shown on of = product_id`.execute(kysely);
    expect(rows[0]?.kept).toBe(rows[0]?.counted);
    return rows[0]?.kept;
  };
  expect(await rated()).toBe('a 3 10, b 1 3');
  await kysely.updateTable('api.review').set({ rate: 2 }).where('rate', '=', 5).execute();
  expect(await rated()).toBe('a 3 7, b 1 3');
  await kysely.updateTable('api.review').set({ show: false }).where('rate', '<', 4).execute();
  expect(await rated()).toBe('a 1 4, b 0 0');
  await kysely.updateTable('api.review').set({ helpful_count: 3 }).execute();
  await kysely.updateTable('api.review').set({ show: true }).execute();
  expect(await rated()).toBe('a 3 7, b 1 3');
  await kysely.deleteFrom('api.review').where('user_email', '=', 'u0@example.com').execute();
  expect(await rated()).toBe('a 2 5, b 0 0');
  await kysely.deleteFrom('api.product').where('product_id', '=', 'a').execute();
  expect(await rated()).toBe('b 0 0');
});

test('[Q-15] values without products are left out, and so are facets that separate nothing', async () => {
  await store(
    {
      product_id: 'a',
      has: { gpu_model: 'A10', gpu_memory: 24, form_factor: 'PCIe' },
      on_sale: true,
      sale_price_micros: 1,
    },
    { product_id: 'b', has: { gpu_model: 'L4', gpu_memory: 48, form_factor: 'PCIe' } },
  );
  const all = await list('category=computing');
  expect(all.facets?.map(({ name }) => name)).toEqual(['gpu_model', 'min_gpu_memory', 'on_sale']);
  const one = await list('category=computing&gpu_model=A10&form_factor=PCIe&in_stock=true');
  expect(countsOf(one, 'gpu_model')).toEqual({ A10: 1, L4: 1 });
  expect(countsOf(one, 'form_factor')).toEqual({ PCIe: 1 });
  expect(countsOf(one, 'in_stock')).toEqual({ true: 1 });
  expect(valuesOf(one, 'on_sale')).toEqual([]);
});

test('[Q-15] memory that no preset has stands as it is chosen, with its own count', async () => {
  await store(...machines);
  const found = await list('category=computing&min_gpu_memory=32&max_gpu_memory=60');
  expect(idsOf(found)).toEqual(['moon', 'tromso']);
  expect(countsOf(found, 'min_gpu_memory')).toEqual({ 16: 4, 24: 3, 32: 2, 48: 1 });
});

const offer = (region: string, gpus: string, price: number, stock: number | null, is_default = false) => ({
  selected_options: [
    { name: 'Region', value: region },
    { name: 'GPUs', value: gpus },
  ],
  price,
  sale_price: null,
  stock,
  is_default,
});

test('[Q-15] where a region is chosen, a product has the price and the stock that it has there, and says where', async () => {
  const variants = [
    offer('Norway', '1', 2, 4, true),
    offer('Oregon', '1', 3, 16),
    offer('Oregon', '8', 1, 2),
    offer('Quebec', '1', 2.5, 0),
  ];
  await store(
    {
      product_id: 'priced',
      price_micros: 2_000_000,
      stock: 22,
      variants: JSON.stringify(variants),
      default_options: JSON.stringify(variants[0]?.selected_options),
      has: { gpu_memory: 10, gpu_count: [1, 8], region: ['Norway', 'Oregon', 'Quebec'] },
    },
    { product_id: 'same', price_micros: 5_000_000, stock: 3, has: { region: ['Ohio', 'Norway'] } },
  );
  const [usual] = (await list('category=computing')).products;
  expect(usual).toMatchObject({ price: 2, stock: 22, regions: ['Norway', 'Oregon', 'Quebec'] });
  expect(usual).not.toHaveProperty('offer');
  const { products } = await list('category=computing&region=United+States');
  expect(products).toMatchObject([
    {
      product_id: 'priced',
      price: 3,
      stock: 16,
      gb_hour_price: 0.3,
      default_options: variants[1]?.selected_options,
      offer: { region: 'Oregon', selected_options: variants[1]?.selected_options, text: ' in Oregon' },
    },
    { product_id: 'same', price: 5, stock: 3, offer: { region: 'Ohio', text: ' in Ohio' } },
  ]);
  const [there] = (await list('category=computing&region=Canada')).products;
  expect(there).toMatchObject({ price: 2.5, stock: 0, offer: { region: 'Quebec' } });
  const [many] = (await list('category=computing&region=Oregon&gpu_count=8')).products;
  expect(many).toMatchObject({ price: 1, stock: 2, gb_hour_price: 0.0125, offer: { region: 'Oregon', gpus: 8 } });
  // Eight are elsewhere: what is there has its own price, and says how many it has.
  const [few] = (await list('category=computing&region=Canada&gpu_count=8')).products;
  expect(few).toMatchObject({ price: 2.5, offer: { region: 'Quebec', text: ' for 1 GPU in Quebec' } });
});

test('[Q-15] the API refuses what it does not understand, and answers every filter of the page', async () => {
  await storeRated({ a: [5] });
  for (const query of ['rating=6', 'rating=0', 'rating=x', 'allows=everything', 'license=%00'])
    expect((await api.get(`/product?${query}`)).status).toBe(400);
  const { status, body } = await api.get('/product?rating=4.5&seller=operator&facets=true');
  expect(status).toBe(200);
  expect(body.products).toMatchObject([{ product_id: 'a', rating: { average: 5, reviews: 1 } }]);
});
