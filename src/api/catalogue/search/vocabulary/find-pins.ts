import type { Category } from '#contract/catalogue/product/product.ts';
import type { Db } from '../../../schema/db.ts';
import { foldName } from '../../../text/search-text.rules.ts';
import { findPinned, type Pinned } from './search-vocabulary.store.ts';
import { foldedQuery, type ShopVocabulary } from './shop-vocabulary.rules.ts';

type Wanted = { query: string; category: Category; beyondName: boolean };

/** The products that are pinned for this very query, as far as they are for sale and of the category. */
export async function findPins(
  db: Db,
  vocabulary: ShopVocabulary,
  { query, category, beyondName }: Wanted,
): Promise<Pinned[]> {
  const ids = vocabulary.pins.size > 0 ? vocabulary.pins.get(foldedQuery(query)) : undefined;
  if (!ids) return [];
  const contained = foldName(query.trim());
  return (await findPinned(db, ids)).filter(
    (product) =>
      (category === 'all' || product.product_type === category) &&
      (!beyondName || !product.name_folded.includes(contained)),
  );
}
