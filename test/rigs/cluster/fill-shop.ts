import { Readable } from 'node:stream';
import { importCatalogue } from '#api/catalogue/catalogue-file/import/import-catalogue.ts';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { benchProducts, needle } from '../bench/fill/bench-products.ts';
import type { Product } from './visitors.ts';

const PRODUCTS = 2_000;

/** Fills the shop's database. Answers what visitors ask for. */
export async function fillShop(databaseUrl: string) {
  const database = await openDatabase<Tables>({ databaseUrl, dataDir: '' });
  try {
    await migrateAll(database);
    const lines = Readable.from(benchProducts(PRODUCTS), { objectMode: true }).map((line: string) => Buffer.from(line));
    await importCatalogue(database.kysely, { name: 'bench.jsonl', read: () => lines });
    const rows = await database.kysely
      .selectFrom('api.product')
      .select(['product_id', 'price_micros'])
      .where('stock', 'is', null)
      .where('on_sale', '=', false)
      .where('price_micros', '>=', 1_000_000)
      .orderBy('position')
      .limit(300)
      .execute();
    const bought: Product[] = rows
      .slice(0, 60)
      .map(({ product_id, price_micros }) => ({ product_id, price: price_micros / 1e6 }));
    const details = rows.slice(100, 200).map(({ product_id }) => `/products/id/${encodeURIComponent(product_id)}`);
    const lists = ['computing', 'solutions', 'data', 'algorithm'].flatMap((category) => [
      `/products/category/${category}?sort=price_asc`,
      `/api/product?category=${category}&sort=name&cursor=last`,
      `/products/keyword/${encodeURIComponent(needle)}?category=${category}`,
      `/api/product?keyword=gpu&category=${category}&in_stock=true`,
    ]);
    return {
      bought,
      changed: rows.slice(60, 80).map(({ product_id }) => product_id),
      saved: rows.slice(100, 300).map(({ product_id }) => product_id),
      pages: {
        cachedPages: [
          '/',
          '/products/category/computing',
          '/products/category/data',
          '/api/product?category=solutions',
        ],
        otherPages: [...details, ...details.map((path) => path.replace('/products/id', '/api/product')), ...lists],
      },
    };
  } finally {
    await database.close();
  }
}
