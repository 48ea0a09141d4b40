import type { Db } from '../../../schema/db.ts';
import type { ListProducts } from '../../product/list-products.ts';
import type { FindMeant } from '../meaning/find-meant.ts';
import { searchProducts } from '../search-products.ts';
import type { ReadShopVocabulary } from '../vocabulary/read-shop-vocabulary.ts';

type Deps = {
  db: Db;
  listProducts: ListProducts;
  readVocabulary: ReadShopVocabulary;
  findMeant?: FindMeant | undefined;
};

/** Judges queries: a miss is one that no product of any category answers, nor has in its name. */
export function createIsMiss({
  db,
  listProducts,
  readVocabulary,
  findMeant,
}: Deps): (query: string) => Promise<boolean> {
  return async (query) => {
    const wanted = { query, category: 'all', limit: 1, beyondName: false } as const;
    const vocabulary = await readVocabulary();
    const found = await searchProducts({ db, listProducts, vocabulary, findMeant }, wanted);
    return found.products.length === 0;
  };
}
