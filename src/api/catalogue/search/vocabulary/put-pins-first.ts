import type { Category } from '#contract/catalogue/product/product.ts';
import type { Db } from '../../../schema/db.ts';
import { foldName } from '../../../text/search-text.rules.ts';
import { findPinned, type Pinned } from './search-vocabulary.store.ts';
import { foldedQuery, type ShopVocabulary } from './shop-vocabulary.rules.ts';

type Wanted = { query: string; category: Category; limit: number; beyondName: boolean };

/** The products that are pinned for this very query before what was found, as far as they are for sale and of the category. */
export async function putPinsFirst<Match extends Pinned>(
  db: Db,
  vocabulary: ShopVocabulary,
  { query, category, limit, beyondName }: Wanted,
  matches: readonly Match[],
): Promise<Array<Match | Pinned>> {
  const ids = vocabulary.pins.size > 0 ? vocabulary.pins.get(foldedQuery(query)) : undefined;
  if (!ids) return [...matches];
  const contained = foldName(query.trim());
  const pinned = (await findPinned(db, ids)).filter(
    (product) =>
      (category === 'all' || product.product_type === category) &&
      (!beyondName || !product.name_folded.includes(contained)),
  );
  const first = new Set(pinned.map(({ position }) => position));
  return [...pinned, ...matches.filter(({ position }) => !first.has(position))].slice(0, limit);
}
