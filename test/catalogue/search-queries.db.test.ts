// Both databases: trigrams and order of words are those of the database.
// Queries that people type and the results they expect, on the demo catalogue and on a large one made of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogueFile, catalogueFile } from '#api/catalogue/catalogue-file/catalogue-file.ts';
import { importCatalogue } from '#api/catalogue/catalogue-file/import/import-catalogue.ts';
import { createListProducts, type ListProducts } from '#api/catalogue/product/list-products.ts';
import { searchProducts } from '#api/catalogue/search/search-products.ts';
import { catchUp } from '#api/catalogue/search/update-index.ts';
import { openTestDatabase } from '../database/test-database.ts';
import { aProduct } from '../factories/product.ts';
import { searchQueries } from '../fixtures/search-queries.ts';
import { benchProducts } from '../rigs/bench/fill/bench-products.ts';

const demoFile = join(import.meta.dirname, '../../catalogue/demo/products.jsonl');
const demoIds = new Set(
  readFileSync(demoFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).product_id),
);
const llama = { product_id: 'llama-70b', product_name: 'Llama 70B Instruct', product_type: 'algorithm' as const };
const queries = [...searchQueries, ['lama', llama.product_id] as const];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let listProducts: ListProducts;
afterAll(() => database.close());

async function fill(file: CatalogueFile) {
  database = await openTestDatabase();
  listProducts = createListProducts(database.kysely, { current: () => '' });
  await importCatalogue(database.kysely, file);
  await database.kysely.insertInto('api.product').values(aProduct(llama)).execute();
  await catchUp(database);
}

async function firstFive(query: string): Promise<string[]> {
  const { products } = await searchProducts(
    { db: database.kysely, listProducts },
    { query, category: 'all', limit: 5, beyondName: false },
  );
  return products.map((product) => product.product_id);
}

test('[Q-02] at least 80 queries are tried', () => {
  expect(new Set(queries.map(([query]) => query)).size).toBeGreaterThanOrEqual(80);
});

describe('on the demo catalogue', () => {
  beforeAll(() => fill(catalogueFile(demoFile)));

  test.each(queries)('[Q-02] %s finds what a person expects among the first five', async (query, ...expected) => {
    expect(await firstFive(query)).toEqual(expect.arrayContaining(expected));
  });
});

describe('on 20,000 products, in which there are many of each', () => {
  beforeAll(async () => {
    await database.close();
    const lines = () => Readable.from(benchProducts(20_000), { objectMode: true }).map(asInTheDemo);
    await fill({ name: 'large.jsonl', read: lines });
  }, 300_000);

  /** The generator makes attributes of any kind: a GeForce may be said to be a Gaudi. */
  function asInTheDemo(line: string): Buffer {
    const { attributes: _, ...product } = JSON.parse(line);
    return Buffer.from(`${JSON.stringify(product)}\n`);
  }

  /** The generator writes a number behind the id of each repetition. */
  const madeOf = (id: string) => (demoIds.has(id) ? id : id.replace(/-\d+$/, ''));

  test.each(queries)('[Q-02] %s finds what a person expects among the first five', async (query, ...expected) => {
    const found = (await firstFive(query)).map(madeOf);
    expect(
      found.some((id) => expected.includes(id)),
      found.join(', '),
    ).toBe(true);
  });
});
