// The products that fit a query, the best first. However many there are, only so many are looked at.
import type { Kysely } from 'kysely';
import { placeInName } from '#contract/catalogue/product/place-in-name.ts';
import type { Category } from '#contract/catalogue/product/product.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { foldName } from '../../text/search-text.rules.ts';
import { asksChoice, comparedAsAsked } from '../offer/asked-offer.rules.ts';
import { keyOf, keyOfBeginning, keyOfCategory, places } from './index-keys.rules.ts';
import { offerOfFilters, type SearchFilter } from './query/filters/search-filter.rules.ts';
import type { Understood } from './query/understand-query.ts';
import { rankByPrice, rankByScore } from './rank.rules.ts';
import { createScoring, type Scored } from './score.rules.ts';
import { type Candidate, findBlocks, findCandidates, findHeads, hasOtherBlock } from './search-reads.store.ts';
import { wordsOf } from './words.rules.ts';

type Db = Kysely<ApiTables>;

/** Products that are read to be ranked; more where filters may refuse some, and most where the cheapest are wanted. */
const COMPARED = 64;
const COMPARED_BY_PRICE = 500;
/** As many again are looked at where too few of the first ones are wanted, and no more. */
const LOOKS = 2;
const LOOKS_FILTERED = 4;
/** So many at once where filters ask what the index does not know, such as a price: the first ones are often enough. */
const COMPARED_FILTERED = [250, 750, 1_000, 1_000, 1_000];
/** The same where the cheapest are wanted: among few of them it would be another one. */
const COMPARED_FILTERED_BY_PRICE = [1_000, 1_000, 1_000, 1_000];
const MOST_FILTERED = COMPARED_FILTERED.reduce((sum, size) => sum + size, 0);
/**
 * Blocks of the index that are read at once: most queries have enough with the first two. Only those count in which all keys
 * stand, so that rare words are found wherever they are.
 */
const BLOCKS = [2, 24];
/** Products that are named where nothing fits. */
const CLOSEST = 4;
/** Blocks of each word where no product has all. */
const HEAD_BLOCKS = 4;

type Wanted = {
  query: string;
  category: Category;
  limit: number;
  /** Without the products whose name contains the query as it stands: they are shown elsewhere. */
  beyondName: boolean;
  /** True if it is asked whether these are all, which takes a statement more. */
  asksAll?: boolean;
};

/**
 * Products that fit, and where none does those that come closest. `isCut`, where asked for: others may fit that were not looked at.
 * `isAlmost`: none has enough of what is asked for, and these count because no other has more.
 */
export type Matches = { products: Candidate[]; closest: Candidate[]; isCut: boolean; isAlmost: boolean };

export async function findMatches(db: Db, understood: Understood, wanted: Wanted): Promise<Matches> {
  const { beginning, byPrice } = understood;
  const { beyondName, limit } = wanted;
  const filters = understood.filters.filter(({ isUsable }) => isUsable);
  if (understood.terms.length + filters.length === 0 && beginning === null)
    return { products: [], closest: [], isCut: false, isAlmost: false };
  const query = foldName(understood.corrected ?? wanted.query).trim();
  const contained = foldName(wanted.query.trim());
  const { scored: all, closest, isUnread, isAlmost } = await findScored(db, understood, filters, wanted);
  const scored = byPrice ? ofBestShare(all) : all;

  // A misspelt word may stand within the right one: 'lama' in 'llama'.
  const leftOut = understood.corrected === null ? 1 : 2;
  const tests = filters.map(({ test }) => test);
  const accepts = (product: Candidate) =>
    (!beyondName || placeInName(product.name_folded, contained) < leftOut) &&
    (beginning === null || hasBeginning(product, beginning)) &&
    tests.every((test) => test(product));
  const size = byPrice ? COMPARED_BY_PRICE : COMPARED;
  const filtered = byPrice ? COMPARED_FILTERED_BY_PRICE : COMPARED_FILTERED;
  const sizes = asksProducts(filters)
    ? filtered
    : Array<number>(filters.length > 0 ? LOOKS_FILTERED : LOOKS).fill(size);
  const most = sizes.reduce((sum, one) => sum + one, 0);
  const asked = offerOfFilters(filters);
  const found: Array<{ product: Candidate; scored: Scored }> = [];
  const byPosition = new Map(scored.map((one) => [one.position, one]));
  // Where many names have all words, what has them elsewhere stands behind these.
  const unnamed = beyondName ? scored.slice(most).filter(({ isNamed }) => !isNamed) : [];
  const looked = [...scored.slice(0, most), ...unnamed.slice(0, most)];
  let from = 0;
  for (let turn = 0; from < looked.length && found.length < limit; turn++) {
    const lot = looked.slice(from, from + (sizes[turn % sizes.length] ?? size));
    from += lot.length;
    const products = await findCandidates(
      db,
      lot.map(({ position }) => position),
      { withVariants: asked !== null && asksChoice(asked) },
    );
    for (const product of comparedAsAsked(products, asked).filter(accepts))
      found.push({ product, scored: byPosition.get(product.position) as Scored });
  }
  const isCut = isUnread || from < scored.length;
  if (found.length === 0)
    return { products: [], closest: (await findCandidates(db, closest)).filter(accepts), isCut, isAlmost: false };
  const ranked = byPrice ? rankByPrice(found, byPrice) : rankByScore(found, query, understood.terms);
  return { products: ranked.slice(0, limit), closest: [], isCut: isCut || ranked.length > limit, isAlmost };
}

/** Share of the best one's that a product has which is compared by its price: an A100 that is described beside the H100 is none. */
const LEAST_BY_PRICE = 0.85;

function ofBestShare(scored: readonly Scored[]): Scored[] {
  const best = scored.reduce((most, { share }) => Math.max(most, share), 0);
  return scored.filter(({ share }) => share >= LEAST_BY_PRICE * best);
}

/** True where a filter asks what only the products themselves say. */
function asksProducts(filters: readonly SearchFilter[]): boolean {
  return filters.some(({ keys, without, isTested }) => isTested === true || keys.length + without.length === 0);
}

function hasBeginning({ name_folded }: Candidate, beginning: string): boolean {
  return wordsOf(name_folded).some((word) => word.text.startsWith(beginning));
}

/** Products that answer enough of the query, by what the index has of them, the best first. */
async function findScored(
  db: Db,
  understood: Understood,
  filters: readonly SearchFilter[],
  { category, asksAll = false }: Pick<Wanted, 'category' | 'asksAll'>,
): Promise<{ scored: Scored[]; closest: number[]; isUnread: boolean; isAlmost: boolean }> {
  const { terms, beginning, unknown, counts } = understood;
  const traits = [
    ...filters.map(({ keys }) => keys).filter((keys) => keys.length > 0),
    ...(category === 'all' ? [] : [[keyOfCategory(category)]]),
    ...(beginning === null ? [] : [[keyOfBeginning(beginning)]]),
  ];
  const without = filters.flatMap((filter) => filter.without);
  const scoring = createScoring(understood, traits, without);
  const asked = terms.map(({ ways }) => [...new Set(ways.flatMap((way) => way.words))]);
  const everywhere = [
    ...asked.flat().flatMap((word) => places.map((place) => keyOf(place, word))),
    ...without.flatMap(({ keys, unless }) => [...keys, ...unless]),
  ];
  // The rarest first; of traits nobody has counted how many have them, and they are rarer than most words.
  const count = (words: readonly string[]) => words.reduce((sum, word) => sum + (counts.get(word)?.products ?? 0), 0);
  const rarest = asked.toSorted((a, b) => count(a) - count(b));
  const isEnough = () => scoring.countFull() >= (asksProducts(filters) ? MOST_FILTERED : COMPARED);

  const isRead = () => everyBlockIsRead(understood, asked.flat(), scoring.blocks);
  for (const place of [...places].reverse()) {
    const ofWords = rarest.map((words) => words.map((word) => keyOf(place, word)));
    const groups = traits.length > 0 && terms.length === 0 ? traits : [...ofWords, ...traits];
    if (groups.length === 0) groups.push(allProducts);
    let from = 0;
    for (const limit of unknown.length > 0 && terms.length > 0 ? [] : BLOCKS) {
      const blocks = await findBlocks(db, { groups, besides: everywhere, from, limit });
      scoring.add(blocks);
      if (blocks.length < limit || isEnough()) break;
      from = (blocks.at(-1)?.block ?? 0) + 1;
    }
    if (terms.length === 0 || isEnough() || isRead()) break;
  }
  if (!isEnough() && terms.length > 0 && !isRead()) {
    const words = asked.flat();
    scoring.add(await findHeads(db, words, HEAD_BLOCKS, [...everywhere, ...traits.flat()]));
  }
  const groups = terms.length > 0 ? [asked.flat().map((word) => keyOf('text', word)), ...traits] : traits;
  const isUnread =
    asksAll && (await hasOtherBlock(db, { groups: groups.length > 0 ? groups : [allProducts], read: scoring.blocks }));
  return {
    scored: scoring.products(asksAll),
    closest: scoring.closest().slice(0, CLOSEST),
    isUnread,
    isAlmost: scoring.isAlmost(),
  };
}

const allProducts = (['solutions', 'computing', 'data', 'algorithm'] as const).map(keyOfCategory);

/** True where no block is left in which any of the words stands. */
function everyBlockIsRead({ counts }: Understood, words: readonly string[], read: ReadonlySet<number>): boolean {
  return words.every((word) => {
    const blocks = counts.get(word)?.blocks ?? [];
    return blocks.length < 2 && blocks.every((block) => read.has(block));
  });
}
