import type { Category } from '#contract/catalogue/product/product.ts';
import type { Db } from '../../../schema/db.ts';
import { findPinned, type Pinned } from './search-vocabulary.store.ts';
import { foldedQuery, type ShopVocabulary } from './shop-vocabulary.rules.ts';

type Wanted = { query: string; category: Category };

/** The products that are pinned for this very query, as far as they are for sale and of the category. */
export async function findPins(db: Db, vocabulary: ShopVocabulary, { query, category }: Wanted): Promise<Pinned[]> {
  const ids = vocabulary.pins.size > 0 ? vocabulary.pins.get(foldedQuery(query)) : undefined;
  if (!ids) return [];
  const pinned = await findPinned(db, ids);
  return pinned.filter(({ product_type }) => category === 'all' || product_type === category);
}
