import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Category, Facet, ProductCounts } from '#contract/catalogue/product/product.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { CatalogueVersion } from '../catalogue-version/catalogue-version.ts';
import { findExpressions, findOwnFacts } from '../license/license.store.ts';
import { createLicenseReader, type LicenseReader } from '../license/license-families.rules.ts';
import { countCatalogue } from '../product-count/product-count.store.ts';
import { about, countables, countValues, type ShownValue, shownValues, type ValueCounts } from './facet-count.rules.ts';
import { facetValues } from './facet-label.rules.ts';
import { pageByName, pageOf, rankOfFirst } from './list-order.rules.ts';
import {
  type CountedProduct,
  countByCategory,
  createMatcher,
  isSelective,
  licensePasses,
  noCounts,
  type ProductFilter,
} from './product-filter.rules.ts';
import { type DatabaseFilter, findMatching, findShops, readAll, readSample } from './product-list.store.ts';

/** Limits that make the cost of counting independent of the catalogue's size; measured in docs/performance.md. */
export const countingLimits = {
  /** Up to so many products are held in memory as they are counted; of more, a sample of so many. */
  mostHeld: 20_000,
  sampled: 10_000,
  /** A sample is a picture of the catalogue; it may be so old. */
  sampleMs: 60_000,
  /**
   * Matches on so many pages of the table say how many there are: products that came together stand together, and are alike.
   * For fewer, the database is asked for the matches themselves.
   */
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
type Found = {
  products: CountedProduct[];
  share: number;
  isExact: boolean;
  /** There are so many at least, whatever the sample says. */
  least: number;
};
type Held = Found & { byCategory: Partial<Record<Category, CountedProduct[]>> };

export type Counted = {
  counts: ProductCounts;
  /** True if the number of the category asked for is exact; false: about right. */
  isExact: boolean;
  /** True if those of the other categories are. */
  areOthersExact: boolean;
};
type PagePlan = Parameters<typeof pageOf>[1];
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
  let whole: { held: Promise<Held>; version: string } | null = null;

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
    if (all <= limits.mostHeld) return heldWhole();
    if (sample && Date.now() - sample.readAt < limits.sampleMs) return sample.held;
    const asked = readSample(db, Math.min(100, (100 * limits.sampled) / all)).then((products) => hold(products, all));
    sample = { held: asked, readAt: Date.now() };
    asked.catch(() => {
      sample = null;
    });
    return asked;
  }

  /** Apart from what is remembered of filters: they may be many at once, and each needs it. */
  function heldWhole(): Promise<Held> {
    const now = version.current();
    if (whole?.version === now) return whole.held;
    const asked = readAll(db).then((products) => hold(products, null));
    const reading = { held: asked, version: now };
    whole = reading;
    asked.catch(() => {
      if (whole === reading) whole = null;
    });
    return asked;
  }

  async function heldOf(category: Category): Promise<Found> {
    const { byCategory, ...found } = await held();
    return { ...found, products: byCategory[category] ?? [] };
  }

  /** Finds the matches, or enough of them to tell how many there are. */
  function find(filter: ProductFilter): Promise<Found> {
    return once(finds, filter, async () => {
      const all = await heldOf(filter.category);
      const matching = { ...all, products: all.products.filter(createMatcher(filter, await licenseReader())) };
      if (all.isExact || !isSelective(filter)) return matching;
      const pages = new Set(matching.products.map(({ table_page }) => table_page));
      if (pages.size >= limits.enough) return matching;
      const products = await findMatching(db, await forDatabase(filter), limits.mostCounted + 1);
      const isExact = products.length <= limits.mostCounted;
      return isExact ? { products, share: 1, isExact, least: 0 } : { ...matching, least: products.length };
    });
  }

  async function count(filter: ProductFilter): Promise<Counted> {
    if (!isSelective(filter)) return { counts: await sizes(), isExact: true, areOthersExact: true };
    return once(answers, ['counts', filter], async () => {
      const { category } = filter;
      const found = await find(filter);
      const { isExact } = found;
      const asked = sizeOf(found);
      // No other category has these attributes, or a price of a GPU-hour.
      if (Object.keys(filter.attributes).length > 0 || filter.gpuHourMicros !== null)
        return { counts: { ...noCounts(), all: asked, [category]: asked }, isExact, areOthersExact: isExact };
      const everywhere = category === 'all' ? found : await find({ ...filter, category: 'all' });
      const counts = mapCounts(countByCategory(everywhere.products), (matching) => estimate(everywhere, matching));
      const all = Math.max(asked, sizeOf(everywhere));
      return { counts: { ...counts, all, [category]: asked }, isExact, areOthersExact: everywhere.isExact };
    });
  }

  /**
   * The values of each facet of the category, with the matches under all filters but the facet's own. Facets that separate nothing are
   * left out.
   */
  function facets(filter: ProductFilter): Promise<Facet[]> {
    return once(answers, ['facets', filter], async () => {
      const all = await values(filter.category);
      const counted = await Promise.all(
        countables(filter.category, await licenseReader()).map(async (countable) => {
          const { name } = countable;
          const found = await find(countable.without(filter));
          const wanted = { filter, all: all.get(name) ?? new Map(), most: MOST_VALUES };
          const shown = shownValues(found.products, countable, wanted).map((value) => ({
            ...value,
            count: estimate(found, value.count),
          }));
          return { name, is_exact: found.isExact, shown };
        }),
      );
      const shops = await findShops(db, idsOfShops(counted));
      return counted
        .map(({ name, is_exact, shown }) => ({ name, is_exact, values: facetValues(name, shown, shops) }))
        .filter(({ values }) => values.length > 0);
    });
  }

  /** The values that there are in a category. */
  function values(category: ProductFilter['category']): Promise<Map<string, ValueCounts>> {
    return once(answers, ['values', category], async () => {
      const { products } = await heldOf(category);
      const reader = await licenseReader();
      return new Map(
        countables(category, reader).map((countable) => [countable.name, countValues(products, countable)]),
      );
    });
  }

  /** Licenses as the shop has described its own. */
  function licenseReader(): Promise<LicenseReader> {
    return once(answers, 'licenses', async () => createLicenseReader(await findOwnFacts(db)));
  }

  /** The filter with the expressions of licenses that pass: the database cannot read one. */
  async function forDatabase(filter: ProductFilter): Promise<DatabaseFilter> {
    if (filter.licenses.length + filter.allows.length === 0) return { ...filter, expressions: null };
    const [found, read, { products }] = await Promise.all([
      once(answers, 'expressions', () => findExpressions(db)),
      licenseReader(),
      heldOf('all'),
    ]);
    // The walk ends after so many: however many names sellers make up, the usual ones are among the products that are held.
    const all = new Set([...found, ...products.map(({ license }) => license)]);
    return { ...filter, expressions: [...all].filter((license) => licensePasses(filter, read(license))) };
  }

  /**
   * How a page is read: cut from the matches where all of them are known; otherwise the order's index is walked until the page is
   * full, unless so few match, or they stand so far from its beginning, that gathering them first is less work.
   */
  async function plan(filter: ProductFilter, page: PagePlan): Promise<Plan> {
    if (!isSelective(filter)) return { walk: page.limit };
    const found = await find(filter);
    if (found.isExact) {
      const isByName = filter.keyword !== null && page.sort === 'featured';
      const named = isByName ? pageByName(found.products, filter.keyword ?? '', page) : null;
      return { positions: named ?? pageOf(found.products, page) };
    }
    const { products } = await heldOf(filter.category);
    const gathered = found.products.length / found.share;
    const evenly = (page.limit * products.length) / Math.max(1, found.products.length);
    const walked = Math.max(evenly, rankOfFirst(products, found.products, page.sort, page.backwards) / found.share);
    if (hasIndex(filter) && gathered < Math.min(walked, limits.mostGathered)) return 'gather';
    return { walk: Math.round(Math.min(Math.max(walked * limits.walkFactor, limits.leastWalked), limits.mostWalked)) };
  }

  return { count, facets, plan, forDatabase };
}

/** `all` is the number of products of which these are a sample, or null where none is missing. */
function hold(products: CountedProduct[], all: number | null): Held {
  const byCategory: Held['byCategory'] = { all: products };
  for (const product of products) {
    byCategory[product.product_type] ??= [];
    byCategory[product.product_type]?.push(product);
  }
  const share = all === null ? 1 : Math.max(1, products.length) / all;
  return { products, share, isExact: all === null, least: 0, byCategory };
}

/** How many there are where so many of these products match. */
function estimate({ isExact, share }: Found, matching: number): number {
  return isExact ? matching : about(matching, share);
}

function idsOfShops(facets: ReadonlyArray<{ name: string; shown: readonly ShownValue[] }>): string[] {
  return facets.find(({ name }) => name === 'seller')?.shown.map(({ value }) => value) ?? [];
}

/** True if the database can look up the matches. */
function hasIndex(filter: ProductFilter): boolean {
  const { keyword, priceMicros, rating, providers, licenses, allows, sellers, attributes } = filter;
  const lists = [providers, licenses, allows, sellers, Object.keys(attributes)];
  return keyword !== null || priceMicros !== null || rating !== null || lists.some((list) => list.length > 0);
}

function sizeOf(found: Found): number {
  return Math.max(found.least, estimate(found, found.products.length));
}

function mapCounts(counts: ProductCounts, told: (matching: number) => number): ProductCounts {
  return Object.fromEntries(Object.entries(counts).map(([name, matching]) => [name, told(matching)])) as ProductCounts;
}
