import type { Kysely } from 'kysely';
import type { Category } from '#contract/catalogue/product/product.ts';
import type { SearchResult } from '#contract/catalogue/search.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findListed } from '../product/product-list.store.ts';
import { findMatches } from './find-matches.ts';
import { understandQuery } from './query/understand-query.ts';

/**
 * Products that fit a query by name, description, provider, specifications, attributes and options, the best first.
 * `beyondName` leaves out those whose name contains the query as it stands.
 */
export async function searchProducts(
  db: Kysely<ApiTables>,
  { query, category, limit, beyondName }: { query: string; category: Category; limit: number; beyondName: boolean },
): Promise<SearchResult> {
  const understood = await understandQuery(db, query, false);
  const matches = await findMatches(db, understood, { query, category, limit, beyondName });
  return {
    products: await findListed(
      db,
      matches.map((match) => match.position),
    ),
    searched_for: matches.length > 0 ? understood.corrected : null,
  };
}
