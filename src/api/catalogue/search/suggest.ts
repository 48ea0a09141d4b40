import type { Kysely } from 'kysely';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { Suggestions } from '#contract/catalogue/search.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findListed } from '../product/product-list.store.ts';
import { findMatches } from './find-matches.ts';
import { findAttributes } from './search-reads.store.ts';
import { suggestFilters } from './suggest-filters.rules.ts';
import { understandQuery } from './query/understand-query.ts';
import { putPinsFirst } from './vocabulary/put-pins-first.ts';
import { noVocabulary, type ShopVocabulary } from './vocabulary/shop-vocabulary.rules.ts';

/** How many of each are shown; of more products it is looked at what they have in common. */
const SHOWN = { products: 5, filters: 3 };
const LOOKED_AT = 24;

/** Suggestions for a query that is still being typed. */
export async function suggest(
  db: Kysely<ApiTables>,
  query: string,
  vocabulary: ShopVocabulary = noVocabulary,
): Promise<Suggestions> {
  const { understood, matches: found } = await findOpen(db, query, vocabulary);
  const matches = await putPinsFirst(db, vocabulary, wantedOf(query), found);
  const positions = matches.map((match) => match.position);
  const [products, attributes] = await Promise.all([
    findListed(db, positions.slice(0, SHOWN.products)),
    findAttributes(db, positions),
  ]);
  return {
    products,
    categories: byNumber(matches.map((match) => match.product_type)),
    filters: suggestFilters(understood.words, attributes, SHOWN.filters),
    searched_for: matches.length > 0 ? understood.corrected : null,
  };
}

const wantedOf = (query: string) => ({ query, category: 'all', limit: LOOKED_AT, beyondName: false }) as const;

/** The last word as the beginning of one in a name; where nothing has that, as it stands. */
async function findOpen(db: Kysely<ApiTables>, query: string, vocabulary: ShopVocabulary) {
  const wanted = wantedOf(query);
  const open = await understandQuery(db, query, true, vocabulary);
  const matches = await findMatches(db, open, wanted);
  if (matches.length > 0 || open.beginning === null) return { understood: open, matches };
  const understood = await understandQuery(db, query, false, vocabulary);
  return { understood, matches: await findMatches(db, understood, wanted) };
}

/** The categories that these are of, the one with the most first. */
function byNumber(types: readonly ProductType[]): ProductType[] {
  const numbers = new Map<ProductType, number>();
  for (const type of types) numbers.set(type, (numbers.get(type) ?? 0) + 1);
  return [...numbers].sort(([, a], [, b]) => b - a).map(([type]) => type);
}
