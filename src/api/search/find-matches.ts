// The products that fit a query, the best first. However many there are, only so many are looked at.
import type { Kysely } from 'kysely';
import type { Category } from '#contract/product.ts';
import { foldName } from '../product/search-text.rules.ts';
import type { ApiTables } from '../schema.ts';
import { keyOf, keyOfBeginning, keyOfCategory, type Place } from './index-keys.rules.ts';
import { rankByName, rankByPrice } from './rank.rules.ts';
import { type Candidate, findBlocks, findCandidates, findHeads, positionAt } from './search.store.ts';
import type { Term } from './terms.rules.ts';
import type { Understood } from './understand-query.ts';

type Db = Kysely<ApiTables>;

/** Products of a tier that are ranked; the first in the order of the shop where more fit. */
const RANKED = 64;
/** Who wants the cheapest has more of them compared. */
const RANKED_BY_PRICE = 500;
/**
 * Blocks of the index that are read at once: most queries have enough with the first two. Only those count in which all keys
 * stand, so that rare words are found wherever they are.
 */
const BLOCKS = [2, 24];
/** Blocks of each word where no product has all. */
const HEAD_BLOCKS = 4;

export type Wanted = {
  query: string;
  category: Category;
  limit: number;
  /** Products that are shown elsewhere are left out. */
  accepts: (product: Candidate) => boolean;
};

/** A tier is better than the next one: all words in the name, then in its facts too, then anywhere, then in two words instead of one. */
type Tier = { place: Place; words: (term: Term) => readonly string[] };

const exact = (term: Term) => term.exact;
const loose = (term: Term) => term.loose;
const tiers: Tier[] = [
  { place: 'name', words: exact },
  { place: 'fact', words: exact },
  { place: 'text', words: exact },
  { place: 'fact', words: loose },
  { place: 'text', words: loose },
];

export async function findMatches(db: Db, understood: Understood, wanted: Wanted): Promise<Candidate[]> {
  const { terms, beginning, unknown, byPrice } = understood;
  const found: Candidate[] = [];
  const seen = new Set<number>();
  const query = foldName(understood.corrected ?? wanted.query).trim();

  async function take(positions: number[], rank: (products: Candidate[]) => Candidate[]) {
    const fresh = positions.filter((position) => !seen.has(position));
    for (const position of fresh) seen.add(position);
    if (fresh.length === 0) return;
    found.push(...rank((await findCandidates(db, fresh)).filter(wanted.accepts)));
  }

  const rank = (products: Candidate[]) => (byPrice ? rankByPrice(products) : rankByName(products, query, terms));
  const asked = new Set<string>();
  for (const tier of tiers) {
    if (found.length >= wanted.limit) return found.slice(0, wanted.limit);
    const keys = unknown.length > 0 ? [] : keysOfTier(tier, { terms, beginning, category: wanted.category });
    const name = keys.join(' ');
    if (keys.length === 0 || asked.has(name)) continue;
    asked.add(name);
    await take(await gather(db, keys, byPrice ? RANKED_BY_PRICE : RANKED), rank);
  }
  if (found.length < wanted.limit) await take(await findMostWords(db, understood), keepOrder);
  return found.slice(0, wanted.limit);

  function keepOrder(products: Candidate[]) {
    const inCategory =
      wanted.category === 'all' ? products : products.filter((p) => p.product_type === wanted.category);
    return byPrice ? rankByPrice(inCategory) : inCategory;
  }
}

/** None where the tier cannot have any: a word that is being typed is known from names alone. */
function keysOfTier(
  { place, words }: Tier,
  { terms, beginning, category }: { terms: readonly Term[]; beginning: string | null; category: Category },
): string[] {
  const asked = terms.flatMap(words);
  if (asked.length < terms.length || asked.length + Number(beginning !== null) === 0) return [];
  const keys = new Set(asked.map((word) => keyOf(place, word)));
  if (beginning !== null) keys.add(keyOfBeginning(beginning));
  if (category !== 'all') keys.add(keyOfCategory(category));
  return [...keys];
}

/** The first products that have all keys, in the order of the shop. */
async function gather(db: Db, keys: readonly string[], enough: number): Promise<number[]> {
  const positions: number[] = [];
  let from = 0;
  for (const limit of BLOCKS) {
    const blocks = await findBlocks(db, keys, { from, limit });
    for (const { block, offsets } of blocks) {
      for (const offset of inAll(offsets)) if (positions.length < enough) positions.push(positionAt(block, offset));
    }
    if (positions.length >= enough || blocks.length < limit) break;
    from = (blocks.at(-1)?.block ?? 0) + 1;
  }
  return positions;
}

function inAll(lists: readonly number[][]): number[] {
  const [shortest = [], ...others] = [...lists].sort((a, b) => a.length - b.length);
  return others.reduce((kept, list) => {
    const known = new Set(list);
    return kept.filter((offset) => known.has(offset));
  }, shortest);
}

/** `share`: how much of its term is met where it stands. */
type Weight = { term: number; weight: number; share: number };

/** Products that have half of what is asked for: a rare word counts more than one that many have, a fact more than a text. */
async function findMostWords(db: Db, { terms, unknown, counts }: Understood): Promise<number[]> {
  if (terms.length + unknown.length < 2) return [];
  const weights = new Map<string, Weight>();
  for (const [index, term] of terms.entries()) {
    const word = term.exact[0] ?? '';
    const weight = 1 / Math.log2(2 + (counts.get(word) ?? 0));
    weights.set(keyOf('fact', word), { term: index, weight: 2 * weight, share: 1 });
    weights.set(keyOf('text', word), { term: index, weight, share: 0.5 });
  }
  const scores = new Map<number, { score: number; terms: Map<number, number> }>();
  for (const { key, positions } of await findHeads(db, [...weights.keys()], HEAD_BLOCKS)) {
    const { term, weight, share } = weights.get(key) as Weight;
    for (const position of positions) {
      const known = scores.get(position) ?? { score: 0, terms: new Map<number, number>() };
      known.score += weight;
      known.terms.set(term, Math.max(share, known.terms.get(term) ?? 0));
      scores.set(position, known);
    }
  }
  const least = (terms.length + unknown.length) / 2;
  return [...scores]
    .filter(([, found]) => sumOf(found.terms.values()) >= least)
    .sort(([a, one], [b, other]) => other.score - one.score || a - b)
    .slice(0, RANKED)
    .map(([position]) => position);
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}
