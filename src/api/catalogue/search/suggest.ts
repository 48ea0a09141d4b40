import type { ProductSummary, ProductType } from '#contract/catalogue/product/product.ts';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { offerAsAsked } from '../offer/offer-as-asked.ts';
import { findListed } from '../product/product-list.store.ts';
import { findMatches } from './find-matches.ts';
import { analysed } from './index-keys.rules.ts';
import { offerOfFilters } from './query/filters/search-filter.rules.ts';
import { understandQuery } from './query/understand-query.ts';
import { once, type SearchDeps, searchProducts } from './search-products.ts';
import { findAttributes } from './search-reads.store.ts';
import { suggestFilters } from './suggest-filters.rules.ts';
import { findPins } from './vocabulary/find-pins.ts';
import { wordsOf } from './words.rules.ts';

/** How many of each are shown; of more products it is looked at what they have in common. */
const SHOWN = { products: 5, filters: 3 };
const LOOKED_AT = 24;

/** Suggestions for a query that is still being typed: where its last word is a whole one, they begin as its results do. */
export async function suggest(deps: SearchDeps, query: string): Promise<Suggestions> {
  const { db, vocabulary } = deps;
  const wanted = { query, category: 'all', limit: LOOKED_AT, beyondName: false } as const;
  const open = await understandQuery(db, query, { isOpen: true, ...(vocabulary && { vocabulary }) });
  const isWhole = open.beginning === null || open.counts.has(analysed(open.beginning).stem);
  const [pinned, begun, whole] = await Promise.all([
    vocabulary ? findPins(db, vocabulary, wanted).then((pins) => findListed(db, positionsOf(pins))) : [],
    open.beginning === null
      ? []
      : findMatches(db, open, wanted).then(({ products }) => findListed(db, positionsOf(products))),
    isWhole ? searchProducts(deps, wanted) : null,
  ]);
  const found = whole ?? (begun.length > 0 ? null : await searchProducts(deps, wanted));
  const searched_for = found ? found.searched_for : begun.length > 0 ? open.corrected : null;
  const asAsked = (some: ProductSummary[]) => offerAsAsked(db, some, offerOfFilters(open.filters));
  const products = once([...(await asAsked(pinned)), ...(found?.products ?? []), ...(await asAsked(begun))]);
  const attributes = await findAttributes(
    db,
    products.slice(0, LOOKED_AT).map(({ product_id }) => product_id),
  );
  const words = wordsOf(searched_for ?? query).map((word) => word.text);
  return {
    products: products.slice(0, SHOWN.products),
    categories: byNumber(products.map(({ product_type }) => product_type)),
    filters: suggestFilters(words, attributes, SHOWN.filters),
    searched_for,
  };
}

function positionsOf(products: ReadonlyArray<{ position: number }>): number[] {
  return products.map(({ position }) => position);
}

/** The categories that these are of, the one with the most first. */
function byNumber(types: readonly ProductType[]): ProductType[] {
  const numbers = new Map<ProductType, number>();
  for (const type of types) numbers.set(type, (numbers.get(type) ?? 0) + 1);
  return [...numbers].sort(([, a], [, b]) => b - a).map(([type]) => type);
}
