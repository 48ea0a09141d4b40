import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Category, Facet, ProductCounts } from '#contract/product.ts';
import type { CatalogueVersion } from '../catalogue-version/catalogue-version.ts';
import type { ApiTables } from '../schema.ts';
import { about, countables, countValues, shownValues, type ValueCounts } from './facet-count.rules.ts';
import { cutPage, rankOfFirst } from './list-order.rules.ts';
import {
  type CountedProduct,
  countByCategory,
  createMatcher,
  isSelective,
  noCounts,
  type ProductFilter,
} from './product-filter.rules.ts';
import { countCatalogue, findMatching, readAll, readSample } from './product-list.store.ts';

/** What makes the price of counting independent of the catalogue's size; measured in docs/performance.md. */
export const countingLimits = {
  /** Up to so many products are held in memory as they are counted; of more, a sample of so many. */
  mostHeld: 20_000,
  sampled: 10_000,
  /** A sample is a picture of the catalogue; it may be so old. */
  sampleMs: 60_000,
  /** So many matches in a sample say how many there are; of fewer, the database is asked for the matches themselves. */
  enough: 10,
  /** More are not counted one by one. */
  mostCounted: 1_000,
  /** More matches are never gathered and sorted by the database. */
  mostGathered: 20_000,
  /** So many times the products that are expected before a page is full are walked through, in bounds, before they are gathered. */
  walkFactor: 4,
  leastWalked: 5_000,
  mostWalked: 50_000,
};
export type CountingLimits = typeof countingLimits;

/** Filters whose counts are remembered, and those whose matches are: one request asks for them several times. */
const REMEMBERED = 5_000;
const MATCHES_REMEMBERED = 20;
/** Values of a facet that are told. */
const MOST_VALUES = 40;
/** Products in memory: all of them as they are now, or a `share` of all as they were lately. */
type Found = { products: CountedProduct[]; share: number; isExact: boolean };
type Held = Found & { byCategory: Partial<Record<Category, CountedProduct[]>> };

export type Counted = {
  counts: ProductCounts;
  /** Whether the number of the category asked for is exact, or about right. */
  isExact: boolean;
};
type PagePlan = Parameters<typeof cutPage>[1];
type Plan = 'gather' | { walk: number } | { positions: number[] };

/**
 * Counts what matches, at a price that does not grow with the catalogue: in memory where it fits, otherwise by a sample, and
 * what is rare by asking for it (docs/decisions/0022-facets-and-bounded-counts.md). All of it is remembered for as long as the
 * catalogue does not change.
 */
export function createCounting(
  db: Kysely<ApiTables>,
  version: Pick<CatalogueVersion, 'current'>,
  limits: CountingLimits = countingLimits,
) {
  const answers = new LRUCache<string, Promise<unknown>>({ max: REMEMBERED });
  const finds = new LRUCache<string, Promise<unknown>>({ max: MATCHES_REMEMBERED });
  let sample: { held: Promise<Held>; readAt: number } | null = null;

  function once<T>(cache: LRUCache<string, Promise<unknown>>, key: unknown, ask: () => Promise<T>): Promise<T> {
    const name = JSON.stringify([version.current(), key]);
    const known = cache.get(name) as Promise<T> | undefined;
    if (known) return known;
    const asked = ask();
    cache.set(name, asked);
    asked.catch(() => cache.delete(name));
    return asked;
  }

  const sizes = () => once(answers, 'sizes', () => countCatalogue(db));

  async function held(): Promise<Held> {
    const { all } = await sizes();
    if (all <= limits.mostHeld) return once(finds, 'held', async () => hold(await readAll(db), null));
    if (sample && Date.now() - sample.readAt < limits.sampleMs) return sample.held;
    const asked = readSample(db, Math.min(100, (100 * limits.sampled) / all)).then((products) => hold(products, all));
    sample = { held: asked, readAt: Date.now() };
    asked.catch(() => {
      sample = null;
    });
    return asked;
  }

  async function heldOf(category: Category): Promise<Found> {
    const { byCategory, ...found } = await held();
    return { ...found, products: byCategory[category] ?? [] };
  }

  /** What matches, or enough of it to tell how many do. */
  function find(filter: ProductFilter): Promise<Found> {
    return once(finds, filter, async () => {
      const all = await heldOf(filter.category);
      const matching = { ...all, products: all.products.filter(createMatcher(filter)) };
      if (all.isExact || matching.products.length >= limits.enough || !isSelective(filter)) return matching;
      const products = await findMatching(db, filter, limits.mostCounted + 1);
      return products.length <= limits.mostCounted ? { products, share: 1, isExact: true } : matching;
    });
  }

  async function count(filter: ProductFilter): Promise<Counted> {
    if (!isSelective(filter)) return { counts: await sizes(), isExact: true };
    return once(answers, ['counts', filter], async () => {
      const { category } = filter;
      const found = await find(filter);
      const { isExact } = found;
      // Where the sample knows of few the database has found more than are counted.
      const least = found.products.length < limits.enough ? limits.mostCounted : 0;
      const asked = isExact ? found.products.length : Math.max(least, about(found.products.length, found.share));
      // No other category has these attributes.
      if (Object.keys(filter.attributes).length > 0)
        return { counts: { ...noCounts(), all: asked, [category]: asked }, isExact };
      if (isExact && category === 'all') return { counts: countByCategory(found.products), isExact };
      const { products, share, isExact: isEverywhereExact } = await heldOf('all');
      const everywhere = countByCategory(products.filter(createMatcher(filter)));
      const counts = mapCounts(everywhere, (matching) => (isEverywhereExact ? matching : about(matching, share)));
      return { counts: { ...counts, [category]: asked }, isExact };
    });
  }

  /** The values of each facet of the category, with the matches under all filters but the facet's own. */
  function facets(filter: ProductFilter): Promise<Facet[]> {
    return once(answers, ['facets', filter], async () => {
      const all = await values(filter.category);
      return Promise.all(
        countables(filter.category).map(async (countable) => {
          const { name, chosen, without } = countable;
          const { products, share, isExact } = await find(without(filter));
          const counts = countValues(products, countable);
          const shown = shownValues(all.get(name) ?? new Map(), chosen(filter), MOST_VALUES);
          const told = shown.map((value) => ({
            value,
            count: isExact ? (counts.get(value) ?? 0) : about(counts.get(value) ?? 0, share),
          }));
          return { name, is_exact: isExact, values: told };
        }),
      );
    });
  }

  /** The values that there are in a category. */
  function values(category: ProductFilter['category']): Promise<Map<string, ValueCounts>> {
    return once(answers, ['values', category], async () => {
      const { products } = await heldOf(category);
      return new Map(countables(category).map((countable) => [countable.name, countValues(products, countable)]));
    });
  }

  /**
   * How a page is read: cut from the matches where all of them are known; otherwise the order's index is walked until the page is
   * full, unless so few match, or they stand so far from its beginning, that gathering them first is less work.
   */
  async function plan(filter: ProductFilter, page: PagePlan): Promise<Plan> {
    if (!isSelective(filter)) return { walk: page.limit };
    const found = await find(filter);
    if (found.isExact) return { positions: cutPage(found.products, page) };
    const { products } = await heldOf(filter.category);
    const gathered = found.products.length / found.share;
    const evenly = (page.limit * products.length) / Math.max(1, found.products.length);
    const walked = Math.max(evenly, rankOfFirst(products, found.products, page.sort, page.backwards) / found.share);
    if (hasIndex(filter) && gathered < Math.min(walked, limits.mostGathered)) return 'gather';
    return { walk: Math.round(Math.min(Math.max(walked * limits.walkFactor, limits.leastWalked), limits.mostWalked)) };
  }

  return { count, facets, plan };
}

/** `all` is the number of products of which these are a sample, or null where none is missing. */
function hold(products: CountedProduct[], all: number | null): Held {
  const byCategory: Held['byCategory'] = { all: products };
  for (const product of products) {
    byCategory[product.product_type] ??= [];
    byCategory[product.product_type]?.push(product);
  }
  return { products, share: all === null ? 1 : Math.max(1, products.length) / all, isExact: all === null, byCategory };
}

/** Whether the database can look up what matches. */
function hasIndex({ keyword, priceMicros, providers, attributes }: ProductFilter): boolean {
  return keyword !== null || priceMicros !== null || providers.length > 0 || Object.keys(attributes).length > 0;
}

function mapCounts(counts: ProductCounts, told: (matching: number) => number): ProductCounts {
  return Object.fromEntries(Object.entries(counts).map(([name, matching]) => [name, told(matching)])) as ProductCounts;
}
