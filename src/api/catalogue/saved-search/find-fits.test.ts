import { expect, test } from 'vitest';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import type { Db } from '../../schema/db.ts';
import type { ListProducts } from '../product/list-products.ts';
import { noVocabulary } from '../search/vocabulary/shop-vocabulary.rules.ts';
import { findFits } from './find-fits.ts';

/** A list of two products, whose number is guessed. */
function listOfTwo(given: { total: number; next_cursor: string | null }): ListProducts {
  const products = ['a', 'b'].map((product_id) => ({ product_id }) as ProductSummary);
  const counts = { all: given.total, solutions: 0, computing: given.total, data: 0, algorithm: 0 };
  const page = { page: 1, pages: 9, prev_cursor: null, total_is_exact: false as const };
  return async () => ({ ok: true, list: { products, counts, ...page, ...given } });
}

const fitsOf = (list: { total: number; next_cursor: string | null }) =>
  findFits(
    {
      db: {} as Db,
      catalogue: {} as Db,
      listProducts: listOfTwo(list),
      readVocabulary: async () => noVocabulary,
    },
    '/products/category/computing?max_gpu_price=0.4',
  );

test('[Q-18] a guess of how many fit never makes them too many, and a next page does', async () => {
  expect(await fitsOf({ total: 5_000, next_cursor: null })).toEqual({ kind: 'found', ids: ['a', 'b'] });
  expect(await fitsOf({ total: 2, next_cursor: 'next' })).toEqual({ kind: 'too many' });
});
