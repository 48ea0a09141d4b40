import type { Kysely } from 'kysely';
import { placeInName } from '#contract/catalogue/product/place-in-name.ts';
import type { Category, ProductSummary } from '#contract/catalogue/product/product.ts';
import { readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import { mostFound, type SearchResult } from '#contract/catalogue/search.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { offerAsAsked } from '../offer/offer-as-asked.ts';
import type { ListProducts } from '../product/list-products.ts';
import { findListed } from '../product/product-list.store.ts';
import { findMatches } from './find-matches.ts';
import type { FindMeant } from './meaning/find-meant.ts';
import { findMeantFitting, mayMean } from './meaning/find-meant-fitting.ts';
import { fuse } from './meaning/fuse.rules.ts';
import { freeLabel, offerOfFilters, type SearchFilter } from './query/filters/search-filter.rules.ts';
import { type Understood, understandQuery } from './query/understand-query.ts';
import { findPins } from './vocabulary/find-pins.ts';
import { noVocabulary, type ShopVocabulary } from './vocabulary/shop-vocabulary.rules.ts';

type Wanted = { query: string; category: Category; limit: number; beyondName: boolean; asksAll?: boolean };

export type SearchDeps = {
  db: Kysely<ApiTables>;
  listProducts: ListProducts;
  /** The operator's own. */
  vocabulary?: ShopVocabulary;
  /** Products by what they mean, where the operator has set that up. */
  findMeant?: FindMeant | undefined;
};

/**
 * Products that fit a query by name, description, provider, specifications, attributes and options, the best first. What the names
 * contain as it stands comes first, in the order of the list of the keyword, and last where it stands within their words alone.
 * `beyondName` leaves these out. What the operator has pinned for the query stands before all.
 */
export async function searchProducts(
  { db, listProducts, vocabulary = noVocabulary, findMeant }: SearchDeps,
  wanted: Wanted,
): Promise<SearchResult> {
  const { query, category, limit, beyondName } = wanted;
  const [understood, pinned, names] = await Promise.all([
    understandQuery(db, query, { isOpen: false, vocabulary }),
    findPins(db, vocabulary, wanted),
    beyondName || query.trim() === '' ? [] : listNames(listProducts, { query, category, limit }),
  ]);
  const words = { db, vocabulary };
  const { matches, filters, corrected } =
    findMeant && mayMean(query, understood) && !(await isInName(listProducts, understood, wanted))
      ? await findByBoth({ ...words, findMeant }, understood, wanted)
      : await findFitting(words, understood, wanted);
  const positions = (products: ReadonlyArray<{ position: number }>) => products.map((product) => product.position);
  const [first, fitting, closest] = await Promise.all([
    findListed(db, positions(pinned)),
    findListed(db, positions(matches.products)),
    names.length > 0 ? [] : findListed(db, positions(matches.closest)),
  ]);
  const others = isNamed(names, query) ? [...names, ...fitting] : [...fitting, ...names];
  const products = once([...first, ...others]).slice(0, limit);
  return {
    products: await offerAsAsked(db, products, offerOfFilters(filters)),
    searched_for: matches.products.length > 0 ? corrected : null,
    filters: understood.filters.map((filter) => ({
      kind: filter.kind,
      label: filter.label,
      text: filter.text,
      without: filter.remaining,
      is_applied: filters.includes(filter),
    })),
    closest,
    pinned: first.length,
  };
}

/**
 * Ids of the products that fit a query as its page shows it, at most `limit`: names that contain it, and products that have everything that
 * it asks for. Those that have less, or are pinned, are not among them: they come and go with others. `isCut`: others may fit that the
 * search has not looked at.
 */
export async function findFitIds(
  { db, listProducts, vocabulary = noVocabulary }: SearchDeps,
  wanted: Omit<Wanted, 'beyondName'>,
): Promise<{ ids: string[]; isCut: boolean }> {
  const [understood, names] = await Promise.all([
    understandQuery(db, wanted.query, { isOpen: false, vocabulary }),
    listNames(listProducts, wanted),
  ]);
  const asked = { ...wanted, beyondName: false, asksAll: true };
  const { matches, isLess, isCut } = await findFitting({ db, vocabulary }, understood, asked);
  const fitting = isLess || matches.isAlmost ? [] : matches.products;
  const ids = [...new Set([...names, ...fitting].map(({ product_id }) => product_id))].slice(0, wanted.limit);
  return { ids, isCut };
}

/** True where some name of the category contains the query, or what is asked for besides its filters: then words say what is meant. */
async function isInName(
  listProducts: ListProducts,
  { text }: Understood,
  { query, category }: Wanted,
): Promise<boolean> {
  const found = await Promise.all(
    [...new Set([query, text])].map((one) => listNames(listProducts, { query: one, category, limit: 1 })),
  );
  return found.some((names) => names.length > 0);
}

type WordDeps = Required<Pick<SearchDeps, 'db' | 'vocabulary'>>;

/**
 * Products by words and by meaning, in one order. Meaning holds to all filters: it has nothing to add to what words find
 * without one of them, and says what there is where words find nothing with all.
 */
async function findByBoth(
  { findMeant, ...words }: WordDeps & { findMeant: FindMeant },
  understood: Understood,
  wanted: Wanted,
) {
  const { category, limit } = wanted;
  const [found, meant] = await Promise.all([
    // As many whatever is shown: their places count.
    findFitting(words, understood, { ...wanted, limit: Math.max(limit, mostFound) }),
    findMeantFitting(words.db, understood, { category, findMeant }),
  ]);
  const { matches } = found;
  const isOther = found.isLess || found.isAsWords;
  if (meant.length === 0 || (isOther && matches.products.length > 0)) return found;
  const filters = understood.filters.filter(({ isUsable }) => isUsable);
  const corrected = matches.products.length > 0 ? found.corrected : null;
  return {
    ...found,
    corrected,
    filters,
    matches: { ...matches, products: fuse(matches.products, meant), closest: [] },
  };
}

/** Names that contain a query, in the order of its list. */
async function listNames(
  listProducts: ListProducts,
  { query, category, limit }: Pick<Wanted, 'query' | 'category' | 'limit'>,
): Promise<ProductSummary[]> {
  const asked = readProductQuery(new URLSearchParams({ keyword: query }), { category });
  const page = await listProducts({ ...asked, limit, withFacets: false, withAttributes: false });
  return page.ok ? page.list.products : [];
}

/** Each product where it comes first. */
export function once(products: readonly ProductSummary[]): ProductSummary[] {
  return [...new Map(products.map((product) => [product.product_id, product])).values()];
}

/** True where a word of the first name is the query, or begins with it. */
function isNamed([first]: readonly ProductSummary[], query: string): boolean {
  return first !== undefined && placeInName(first.product_name, query) > 1;
}

/** Filters are tried without one of them where nothing fits with all, this kind first: the narrowest wishes that buyers give up easily. */
const givenUp: ReadonlyArray<SearchFilter['kind']> = [
  'category',
  'duration',
  'unit',
  'stock',
  'count',
  'price',
  'memory',
];
/** Filters without which a product is still what was asked for: they are guessed from words that may mean something else. */
const guessed: ReadonlySet<SearchFilter['kind']> = new Set(['category', 'duration', 'format']);
/** In a sentence 'free' may be said of something else. */
const isGuessed = ({ kind, label }: SearchFilter, { terms }: Understood) =>
  guessed.has(kind) || (label === freeLabel && terms.length > 1);
/** Products that are shown of what there is without a filter. */
const CLOSEST = 6;
/** Tries besides the first one. */
const MOST_TRIES = 2;

/**
 * Products that fit with all filters. Where none does: what fits the words of one of them as they stand, such as '768 GB' of what is no
 * machine's memory; then what there is without one of them, and without any.
 */
async function findFitting({ db, vocabulary }: WordDeps, understood: Understood, wanted: Wanted) {
  const usable = understood.filters.filter(({ isUsable }) => isUsable);
  const attempt = async (filters: SearchFilter[], asked = understood) => ({
    matches: await findMatches(db, { ...asked, filters }, wanted),
    filters,
    corrected: asked.corrected,
    /** True if a filter was left out. */
    isLess: false,
    /** True if a filter was taken for words after all. */
    isAsWords: false,
  });
  const first = await attempt(usable);
  // Said of products that have everything that is asked for: a try with less says nothing of them.
  let { isCut } = first.matches;
  if (first.matches.products.length > 0 || usable.length === 0) return { ...first, isCut };
  const order = (filter: SearchFilter) => (givenUp.indexOf(filter.kind) + givenUp.length + 1) % (givenUp.length + 1);
  const narrow = usable.toSorted((a, b) => order(a) - order(b)).slice(0, MOST_TRIES);
  for (const { text } of narrow) {
    const asWords = await understandQuery(db, wanted.query, { isOpen: false, without: [text], vocabulary });
    if (asWords.unknown.length > 0) continue;
    const kept = usable.filter((filter) => asWords.filters.some(({ label }) => label === filter.label));
    const tried = await attempt(kept, asWords);
    if (asWords.terms.length <= understood.terms.length) continue;
    isCut ||= tried.matches.isCut;
    if (tried.matches.products.length > 0) return { ...tried, isAsWords: true, isCut };
  }
  const fewer = usable.length > 1 ? narrow.map((left) => usable.filter((filter) => filter !== left)) : [];
  for (const filters of [...fewer, []]) {
    const { matches, ...tried } = await attempt(filters);
    if (matches.products.length === 0) continue;
    const isStillAsked = usable.every((filter) => filters.includes(filter) || isGuessed(filter, understood));
    return {
      ...tried,
      isLess: true,
      isCut,
      matches: isStillAsked ? matches : { ...matches, products: [], closest: matches.products.slice(0, CLOSEST) },
    };
  }
  return { ...first, isCut };
}
