import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Facet, ProductCounts } from '#contract/product.ts';
import type { ProductSort } from '#contract/product-query.ts';
import type { CatalogueVersion } from '../catalogue-version/catalogue-version.ts';
import type { ApiTables } from '../schema.ts';
import { countCatalogue, findMatching, readAll, readSample } from './counted-products.store.ts';
import { about, countables, countValues, shownValues, type ValueCounts } from './facet-count.rules.ts';
import { rankOfFirst } from './list-order.rules.ts';
import {
  type CountedProduct,
  countByCategory,
  isSelective,
  matches,
  type ProductFilter,
} from './product-filter.rules.ts';

/** Up to so many products are held in memory as they are counted; of more, a sample of so many. */
const MOST_HELD = 20_000;
const SAMPLED = 10_000;
/** A sample is a picture of the catalogue; it may be so old. */
const SAMPLE_MS = 60_000;
/** So many matches in a sample say how many there are; of fewer, the database is asked for the matches themselves. */
const ENOUGH = 25;
/** More are not counted one by one. */
const MOST_COUNTED = 1_000;
/** Filters whose counts are remembered, and those whose matches are: one request asks for them several times. */
const REMEMBERED = 5_000;
const MATCHES_REMEMBERED = 20;
/** Values of a facet that are told. */
const MOST_VALUES = 40;
/** Matches that are gathered and sorted without a thought, and those that are where walking the order's index would take longer. */
const GATHERED = { always: 2_000, most: 20_000 };

/** Products in memory: `share` of all. */
type Held = { products: CountedProduct[]; share: number };

export type Counted = {
  counts: ProductCounts;
  /** Whether the number of the category asked for is exact, or about right. */
  isExact: boolean;
};
export type Counting = ReturnType<typeof createCounting>;

/**
 * Counts what matches, at a price that does not grow with the catalogue: in memory where it fits, otherwise by a sample, and
 * what is rare by asking for it (docs/decisions/0021-facets-and-bounded-counts.md). All of it is remembered for as long as the
 * catalogue does not change.
 */
export function createCounting(db: Kysely<ApiTables>, version: Pick<CatalogueVersion, 'current'>) {
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
    if (all <= MOST_HELD) return once(finds, 'held', async () => ({ products: await readAll(db), share: 1 }));
    if (sample && Date.now() - sample.readAt < SAMPLE_MS) return sample.held;
    const asked = takeSample(all);
    sample = { held: asked, readAt: Date.now() };
    asked.catch(() => {
      sample = null;
    });
    return asked;
  }

  async function takeSample(all: number): Promise<Held> {
    const products = await readSample(db, (100 * SAMPLED) / all);
    return { products, share: products.length / all };
  }

  /** What matches, or enough of it to tell how many do. */
  function find(filter: ProductFilter): Promise<Held> {
    return once(finds, filter, async () => {
      const { products, share } = await held();
      const matching = products.filter((product) => matches(product, filter));
      if (share === 1 || matching.length >= ENOUGH) return { products: matching, share };
      const found = await findMatching(db, filter, MOST_COUNTED + 1);
      return found.length <= MOST_COUNTED ? { products: found, share: 1 } : { products: matching, share };
    });
  }

  async function count(filter: ProductFilter): Promise<Counted> {
    if (!isSelective(filter)) return { counts: await sizes(), isExact: true };
    return once(answers, ['counts', filter], async () => {
      const found = await find(filter);
      const isExact = found.share === 1;
      if (isExact && filter.category === 'all') return { counts: countByCategory(found.products), isExact };
      const { products, share } = await held();
      const everywhere = products.filter((product) => matches(product, { ...filter, category: 'all' }));
      const counts = mapCounts(countByCategory(everywhere), (matching) => about(matching, share));
      // Where the sample knows of few the database has found more than are counted.
      const least = found.products.length < ENOUGH ? MOST_COUNTED : 0;
      const asked = isExact ? found.products.length : Math.max(least, counts[filter.category]);
      return { counts: { ...counts, [filter.category]: asked }, isExact };
    });
  }

  /** The values of each facet of the category, with the matches under all filters but the facet's own. */
  function facets(filter: ProductFilter): Promise<Facet[]> {
    return once(answers, ['facets', filter], async () => {
      const all = await values(filter.category);
      return Promise.all(
        countables(filter.category).map(async (countable) => {
          const { name, chosen, without } = countable;
          const { products, share } = await find(without(filter));
          const counts = countValues(products, countable);
          const shown = shownValues(all.get(name) ?? new Map(), chosen(filter), MOST_VALUES);
          const told = shown.map((value) => ({ value, count: about(counts.get(value) ?? 0, share) }));
          return { name, is_exact: share === 1, values: told };
        }),
      );
    });
  }

  /** The values that there are in a category. */
  function values(category: ProductFilter['category']): Promise<Map<string, ValueCounts>> {
    return once(answers, ['values', category], async () => {
      const { products } = await held();
      const ofCategory = category === 'all' ? products : products.filter((one) => one.product_type === category);
      return new Map(countables(category).map((countable) => [countable.name, countValues(ofCategory, countable)]));
    });
  }

  /**
   * Whether a page is read faster by gathering all that matches than by walking the order's index until it is full: few match, or
   * they stand together at the far end of it.
   */
  async function gathers(filter: ProductFilter, sort: ProductSort, backwards: boolean): Promise<boolean> {
    if (!isSelective(filter)) return false;
    const found = await find(filter);
    const matching = found.products.length / found.share;
    if (matching <= GATHERED.always) return true;
    if (found.share === 1 || matching > GATHERED.most) return false;
    const { products } = await held();
    const ofCategory = products.filter((one) => filter.category === 'all' || one.product_type === filter.category);
    return rankOfFirst(ofCategory, found.products, sort, backwards) > found.products.length;
  }

  return { count, facets, gathers };
}

function mapCounts(counts: ProductCounts, told: (matching: number) => number): ProductCounts {
  return Object.fromEntries(Object.entries(counts).map(([name, matching]) => [name, told(matching)])) as ProductCounts;
}
