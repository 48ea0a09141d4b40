import { readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import type { Db } from '../../../schema/db.ts';
import type { ListProducts } from '../../product/list-products.ts';
import { searchProducts } from '../search-products.ts';
import type { ReadShopVocabulary } from '../vocabulary/read-shop-vocabulary.ts';

type Deps = { db: Db; listProducts: ListProducts; readVocabulary: ReadShopVocabulary };

/** Judges queries: a miss is one that no product of any category answers, nor has in its name. */
export function createIsMiss({ db, listProducts, readVocabulary }: Deps): (query: string) => Promise<boolean> {
  return async (query) => {
    const vocabulary = await readVocabulary();
    const found = await searchProducts(db, { query, category: 'all', limit: 1, beyondName: false }, vocabulary);
    if (found.products.length > 0) return false;
    const { view: _view, ...list } = readProductQuery(new URLSearchParams({ keyword: query }));
    const named = await listProducts({ ...list, limit: 1, withFacets: false, withAttributes: false });
    return named.ok && named.list.products.length === 0;
  };
}
