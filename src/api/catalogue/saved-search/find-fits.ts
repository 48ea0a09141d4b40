import { isNarrowed } from '#contract/catalogue/product/product-query.ts';
import { mostFits } from '#contract/catalogue/saved-search.ts';
import { readSearchAddress } from '#contract/catalogue/saved-search-address.ts';
import type { Db } from '../../schema/db.ts';
import type { ListProducts } from '../product/list-products.ts';
import { findFitIds } from '../search/search-products.ts';
import { hasChanges } from '../search/search-writes.store.ts';
import type { ReadShopVocabulary } from '../search/vocabulary/read-shop-vocabulary.ts';
import type { Fits } from './saved-search.rules.ts';

export type FitDeps = {
  db: Db;
  /** Reads of products: the database's own, or one that knows a replica. */
  catalogue: Db;
  listProducts: ListProducts;
  readVocabulary: ReadShopVocabulary;
};

/** Products that the page of an address shows, as many as alerts follow. */
export async function findFits(deps: FitDeps, address: string): Promise<Fits> {
  const search = readSearchAddress(address);
  // An address of a release before this one that is none any more.
  if (!search) return { kind: 'found', ids: [] };
  const { mode, query } = search;
  if ('category' in mode || isNarrowed(query)) return findListed(deps, query);
  return whileIndexIsWhole(deps.db, async () => {
    const vocabulary = await deps.readVocabulary();
    const search = { db: deps.catalogue, listProducts: deps.listProducts, vocabulary };
    const asked = { query: query.keyword, category: query.category, limit: mostFits + 1 };
    const { ids, isCut } = await findFitIds(search, asked);
    return isCut ? { kind: 'too many' } : foundOf(ids);
  });
}

async function findListed(
  { listProducts }: FitDeps,
  { view, ...query }: NonNullable<ReturnType<typeof readSearchAddress>>['query'],
): Promise<Fits> {
  const answer = await listProducts({ ...query, limit: mostFits, withFacets: false, withAttributes: false });
  if (!answer.ok) return { kind: 'unknown' };
  const { products, next_cursor } = answer.list;
  // The number of matches is a guess in a large catalogue, from another sample each time; that there is a next page is none.
  if (next_cursor !== null) return { kind: 'too many' };
  return foundOf(products.map(({ product_id }) => product_id));
}

function foundOf(ids: readonly string[]): Fits {
  return ids.length > mostFits ? { kind: 'too many' } : { kind: 'found', ids };
}

/** While the index is behind the catalogue, what it does not find may fit all the same. */
async function whileIndexIsWhole(db: Db, find: () => Promise<Fits>): Promise<Fits> {
  if (await hasChanges(db)) return { kind: 'unknown' };
  const fits = await find();
  return (await hasChanges(db)) ? { kind: 'unknown' } : fits;
}
