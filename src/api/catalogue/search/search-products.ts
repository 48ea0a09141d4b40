import type { Kysely } from 'kysely';
import type { Category } from '#contract/catalogue/product/product.ts';
import type { SearchResult } from '#contract/catalogue/search.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findListed } from '../product/product-list.store.ts';
import { findMatches } from './find-matches.ts';
import { understandQuery } from './query/understand-query.ts';
import { putPinsFirst } from './vocabulary/put-pins-first.ts';
import { noVocabulary, type ShopVocabulary } from './vocabulary/shop-vocabulary.rules.ts';

/**
 * Products that fit a query by name, description, provider, specifications, attributes and options, the best first.
 * `beyondName` leaves out those whose name contains the query as it stands.
 */
export async function searchProducts(
  db: Kysely<ApiTables>,
  wanted: { query: string; category: Category; limit: number; beyondName: boolean },
  vocabulary: ShopVocabulary = noVocabulary,
): Promise<SearchResult> {
  const understood = await understandQuery(db, wanted.query, false, vocabulary);
  const matches = await putPinsFirst(db, vocabulary, wanted, await findMatches(db, understood, wanted));
  return {
    products: await findListed(
      db,
      matches.map((match) => match.position),
    ),
    searched_for: matches.length > 0 ? understood.corrected : null,
  };
}
