// How requests grow with the catalogue: each case at several sizes, one request at a time and nothing cached but the
// counts, beside the same statements without the shop.
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { createListProducts } from '#api/catalogue/product/list-products.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import { readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import { createPool } from '#platform/database/database.ts';
import { createKeptPlans } from '#platform/database/kept-plans.ts';
import { makeBenchDatabase } from './fill/bench-database.ts';
import { needle } from './fill/bench-products.ts';
import { measure, medianLatency } from './load.ts';
import { startMeasuredShop } from './measured-process.ts';
import { newFilters, newPages } from './new-filters.ts';

const LATENCIES = 300;
const LIMIT = 24;
/** More than are asked for in one measurement. */
const NEW = LATENCIES + 20;
const keyword = encodeURIComponent(needle);

export type Growth = {
  what: string;
  /** Median milliseconds at each size. */
  shop: number[];
  /** Median milliseconds of the statements alone; null where a case is no list, or on the embedded database. */
  sql: Array<number | null>;
};
export type GrowthReport = {
  cases: Growth[];
  /** Megabytes of the shop's process after a load of lists, details and searches, at each size. */
  memory: Array<number | null>;
  importRowsPerSecond: number[];
  /** Products that the search takes into its index, after the import. */
  indexedPerSecond: number[];
};

const searches = [
  'rtx4090',
  'nvidia 4090',
  'a100 80gb',
  '24gb gpu',
  'gpu cheap',
  'speech recognition',
  'dataset',
  'search',
];
const said = [
  'gpu under $1 in europe',
  'cheapest 24gb gpu',
  '8x h100 norway',
  'apache 2.0 library',
  'dataset for commercial use',
  'gpu not nvidia',
  'on sale in germany',
  'free dataset',
];
const misspelt = [
  'speach recognition',
  'anomoly detection',
  'gradient bosting',
  'nvdia 4090',
  'vector serch',
  'invocie',
];
const beginnings = ['r', 'rt', 'rtx 40', 'spee', 'speach rec', 'norw', 'h100 n', '24 gb'];

const cases: Array<{ what: string; path: (ids: string[]) => string[]; query?: string }> = [
  { what: 'HTML of a list page', path: () => ['/products/category/computing'] },
  { what: 'HTML of detail pages', path: (ids) => ids.map((id) => `/products/id/${encodeURIComponent(id)}`) },
  { what: 'HTML of a selective search', path: () => [`/products/keyword/${keyword}`] },
  api('API, first page by price', 'sort=price_asc'),
  api('API, first page of a category', 'category=data'),
  api('API, last page by price', 'sort=price_asc&cursor=last'),
  api('API, selective keyword', `keyword=${keyword}`),
  { what: 'API, search', path: () => neverTheSame(searches, (query) => `/api/search?q=${query}`) },
  {
    what: 'API, search that says filters',
    path: () => neverTheSame(said, (query) => `/api/search?q=${query}`),
  },
  { what: 'API, search with mistakes', path: () => neverTheSame(misspelt, (query) => `/api/search?q=${query}`) },
  { what: 'API, suggestions', path: () => neverTheSame(beginnings, (query) => `/api/search/suggestions?q=${query}`) },
  { what: 'HTML of a search by words', path: () => neverTheSame(searches, (query) => `/products/keyword/${query}`) },
  { what: 'API, filters that never repeat', path: () => newFilters(NEW).map(apiPath) },
  {
    what: 'API, the same with counts of values',
    path: () => newFilters(NEW).map((query) => apiPath(`${query}&facets=true`)),
  },
  { what: 'HTML of lists, filters that never repeat', path: () => newPages(NEW) },
];

/** Each of the queries many times, in capital and small letters that are others each time: nothing is asked twice. */
function neverTheSame(queries: readonly string[], address: (query: string) => string): string[] {
  return Array.from({ length: LATENCIES }, (_, index) => {
    const round = Math.floor(index / queries.length);
    const query = Array.from(queries[index % queries.length] ?? '', (letter, at) =>
      (round >> at) % 2 === 1 ? letter.toUpperCase() : letter,
    ).join('');
    return address(encodeURIComponent(query));
  });
}

function api(what: string, query: string) {
  return { what, path: () => [apiPath(query)], query };
}

function apiPath(query: string): string {
  return `/api/product?${query}&limit=${LIMIT}`;
}

export async function measureGrowth(
  sizes: number[],
  { folder, note }: { folder: string | null; note: (text: string) => void },
): Promise<GrowthReport> {
  const report: GrowthReport = {
    cases: cases.map(({ what }) => ({ what, shop: [], sql: [] })),
    memory: [],
    importRowsPerSecond: [],
    indexedPerSecond: [],
  };
  for (const size of sizes) {
    note(`Importing ${size} products`);
    const database = await makeBenchDatabase(size, folder);
    report.importRowsPerSecond.push(Math.round(database.importRowsPerSecond));
    report.indexedPerSecond.push(Math.round(database.indexedPerSecond));
    const shop = await startMeasuredShop({ ...database.environment, CACHE_MB: '0' });
    for (const [index, { what, path, query }] of cases.entries()) {
      const found = report.cases[index] as Growth;
      found.shop.push(await medianLatency(shop, path(database.someIds), LATENCIES));
      found.sql.push(query === undefined ? null : await bareSql(database.environment.DATABASE_URL, query));
      note(`  ${what}: ${found.shop.at(-1)?.toFixed(2)} ms`);
    }
    for (const { path } of cases.slice(0, 3)) await measure(shop, path(database.someIds), 3);
    report.memory.push(shop.memoryMegabytes());
    await shop.stop();
    await database.drop();
  }
  return report;
}

/** The median milliseconds of the statements that a list asks for once its counts are known, sent by the driver alone. */
async function bareSql(databaseUrl: string | undefined, query: string): Promise<number | null> {
  if (!databaseUrl) return null;
  const pool = createPool(databaseUrl, { max: 1, connectMs: 10_000, queryMs: 60_000, plans: createKeptPlans() });
  const statements: Array<{ text: string; values: unknown[] }> = [];
  const db = new Kysely<ApiTables>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
    log: ({ query: { sql, parameters } }) => {
      statements.push({ text: sql, values: [...parameters] });
    },
  });
  const list = createListProducts(db, { current: () => '' });
  const asked = {
    ...readProductQuery(new URLSearchParams(query)),
    limit: LIMIT,
    withFacets: false,
    withAttributes: false,
  };
  await list(asked);
  statements.length = 0;
  await list(asked);
  const times: number[] = [];
  for (let index = -20; index < LATENCIES; index++) {
    const started = performance.now();
    for (const statement of statements) await pool.query(statement);
    if (index >= 0) times.push(performance.now() - started);
  }
  await db.destroy();
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
