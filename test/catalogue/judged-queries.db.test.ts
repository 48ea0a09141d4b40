// Queries with judgements over the demo catalogue, written by readers of it who did not know the search: `best` among the first three
// (or the first `k`), `bad` not among them, of a `set` nothing else, and `none` where nothing fits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogueFile } from '#api/catalogue/catalogue-file/catalogue-file.ts';
import { importCatalogue } from '#api/catalogue/catalogue-file/import/import-catalogue.ts';
import { createListProducts, type ListProducts } from '#api/catalogue/product/list-products.ts';
import { searchProducts } from '#api/catalogue/search/search-products.ts';
import { catchUp } from '#api/catalogue/search/update-index.ts';
import { openTestDatabase } from '../database/test-database.ts';

type Judged = {
  q: string;
  kind: string;
  best?: string[];
  good?: string[];
  bad?: string[];
  set?: true;
  k?: number;
  none?: true;
};
type Verdict = { query: Judged; isFound: boolean; isBad: boolean; isNonsense: boolean; first: string[] };

const FIRST = 3;
const judged: Judged[] = readFileSync(join(import.meta.dirname, '../fixtures/judged-queries.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let listProducts: ListProducts;
let verdicts: Verdict[];

beforeAll(async () => {
  database = await openTestDatabase();
  listProducts = createListProducts(database.kysely, { current: () => '' });
  await importCatalogue(
    database.kysely,
    catalogueFile(join(import.meta.dirname, '../../catalogue/demo/products.jsonl')),
  );
  await catchUp(database);
  verdicts = [];
  for (const query of judged) verdicts.push(judge(query, await search(query.q)));
}, 120_000);
afterAll(() => database.close());

async function search(query: string): Promise<string[]> {
  const wanted = { query, category: 'all', limit: 24, beyondName: false } as const;
  const { products } = await searchProducts({ db: database.kysely, listProducts }, wanted);
  return products.map((product) => product.product_id);
}

function judge(query: Judged, found: string[]): Verdict {
  const { best = [], good = [], bad = [], set, k = FIRST, none } = query;
  const right = set ? [...best, ...good] : best;
  const first = found.slice(0, FIRST);
  return {
    query,
    first,
    isFound: found.slice(0, k).some((id) => right.includes(id)),
    isBad: !none && first.some((id) => !right.includes(id) && (set || bad.includes(id))),
    isNonsense: none === true && found.some((id) => !good.includes(id)),
  };
}

const share = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length;
const listOf = (some: readonly Verdict[]) =>
  some.map(({ query, first }) => `${query.q}: ${first.join(', ')}`).join('\n');

test('[Q-14] of 1,690 judged queries at least 92 % have the best among the first three', () => {
  const asked = verdicts.filter(({ query }) => !query.none);
  expect(asked.length).toBeGreaterThanOrEqual(1_690);
  const missed = asked.filter(({ isFound }) => !isFound);
  expect(share(missed, asked), listOf(missed)).toBeLessThanOrEqual(0.08);
});

test('[Q-14] at most 3 % have a wrong one among the first three', () => {
  const asked = verdicts.filter(({ query }) => !query.none);
  const wrong = asked.filter(({ isBad }) => isBad);
  expect(share(wrong, asked), listOf(wrong)).toBeLessThanOrEqual(0.03);
});

test('[Q-14] of queries that nothing fits at most a fifth is answered', () => {
  const nothing = verdicts.filter(({ query }) => query.none);
  expect(nothing.length).toBeGreaterThan(180);
  const nonsense = nothing.filter(({ isNonsense }) => isNonsense);
  expect(share(nonsense, nothing), listOf(nonsense)).toBeLessThanOrEqual(0.2);
});
