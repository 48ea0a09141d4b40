// The products that fit a query, the best first. However many there are, only so many are looked at.
import type { Kysely } from 'kysely';
import type { Category } from '#contract/catalogue/product/product.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { foldName } from '../../text/search-text.rules.ts';
import { keyOf, keyOfBeginning, keyOfCategory, type Place } from './index-keys.rules.ts';
import { rankByName, rankByPrice } from './rank.rules.ts';
import {
  BLOCK,
  type Block,
  type Candidate,
  findBlocks,
  findCandidates,
  findHeads,
  positionAt,
} from './search-reads.store.ts';
import type { Term } from './terms.rules.ts';
import type { Understood } from './understand-query.ts';
import { wordsOf } from './words.rules.ts';

type Db = Kysely<ApiTables>;

/** Products of a tier that are compared with each other; the first in the order of the shop where more fit. */
const COMPARED = 64;
/** Searches for the cheapest compare more of them. */
const COMPARED_BY_PRICE = 500;
/** As many again are looked at where too few of the first ones are wanted, and no more. */
const LOOKS = 2;
/**
 * Blocks of the index that are read at once: most queries have enough with the first two. Only those count in which all keys
 * stand, so that rare words are found wherever they are.
 */
const BLOCKS = [2, 24];
/** Blocks of each word where no product has all. */
const HEAD_BLOCKS = 4;

type Wanted = {
  query: string;
  category: Category;
  limit: number;
  /** Without the products whose name contains the query as it stands: they are shown elsewhere. */
  beyondName: boolean;
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
  const { category, beyondName, limit } = wanted;
  const found: Candidate[] = [];
  const seen = new Set<number>();

  async function take(positions: Positions, accepts: (product: Candidate) => boolean, order: Order) {
    const accepted: Candidate[] = [];
    let looks = 0;
    for await (const lot of inLots(positions, seen, byPrice ? COMPARED_BY_PRICE : COMPARED)) {
      accepted.push(...(await findCandidates(db, lot)).filter(accepts));
      if (found.length + accepted.length >= limit || ++looks === LOOKS) break;
    }
    found.push(...(byPrice ? rankByPrice(accepted) : order(accepted)));
  }

  const query = foldName(understood.corrected ?? wanted.query).trim();
  const contained = foldName(wanted.query.trim());
  const isWanted = (product: Candidate) => !beyondName || !product.name_folded.includes(contained);
  const isMeant = (product: Candidate) => isWanted(product) && (beginning === null || hasBeginning(product, beginning));
  // Where many names have all words, the next tiers would come upon these again before all others.
  const inName = beyondName ? terms.flatMap(exact).map((word) => keyOf('name', word)) : [];
  const asked = new Set<string>();
  for (const tier of tiers) {
    if (found.length >= limit) break;
    const keys = unknown.length > 0 ? [] : keysOfTier(tier, understood, category);
    const name = keys.join(' ');
    if (keys.length === 0 || asked.has(name)) continue;
    asked.add(name);
    const positions = positionsWith(db, keys, tier.place === 'name' ? [] : inName);
    await take(positions, isMeant, (products) => rankByName(products, query, terms));
    // The names have its first letters and not all: it is no beginning of theirs, whatever else they have.
    if (beginning !== null && seen.size > 0 && found.length === 0) return [];
  }
  if (found.length < limit) {
    const isOfCategory = (product: Candidate) => category === 'all' || product.product_type === category;
    const accepts = (product: Candidate) => isWanted(product) && isOfCategory(product);
    await take(await findMostWords(db, understood), accepts, (products) => products);
  }
  return found.slice(0, limit);
}

function hasBeginning({ name_folded }: Candidate, beginning: string): boolean {
  return wordsOf(name_folded).some((word) => word.text.startsWith(beginning));
}

/** None where the tier cannot have any: a word that is being typed is known from names alone. The rarest word comes first. */
function keysOfTier({ place, words }: Tier, { terms, beginning, counts }: Understood, category: Category): string[] {
  const asked = terms.flatMap(words);
  if (asked.length < terms.length || asked.length + Number(beginning !== null) === 0) return [];
  const count = (word: string) => counts.get(word) ?? 0;
  const keys = new Set(asked.sort((a, b) => count(a) - count(b)).map((word) => keyOf(place, word)));
  if (beginning !== null) keys.add(keyOfBeginning(beginning));
  if (category !== 'all') keys.add(keyOfCategory(category));
  return [...keys];
}

type Positions = AsyncIterable<number> | Iterable<number>;
type Order = (products: Candidate[]) => Candidate[];

/** The products that have all keys, in the order of the shop, without those that have all of `besides`. */
async function* positionsWith(db: Db, keys: readonly string[], besides: readonly string[]): AsyncGenerator<number> {
  let from = 0;
  for (const limit of BLOCKS) {
    const blocks = await findBlocks(db, { keys, besides, from, limit });
    for (const { block, offsets } of blocks) {
      const left = new Set(inAll(besides, offsets));
      for (const offset of inAll(keys, offsets)) if (!left.has(offset)) yield positionAt(block, offset);
    }
    if (blocks.length < limit) return;
    from = (blocks.at(-1)?.block ?? 0) + 1;
  }
}

/** The offsets that all of the keys have; none where there are no keys. */
function inAll(keys: readonly string[], offsets: Block['offsets']): number[] {
  const [first = [], ...others] = keys.map((key) => offsets.get(key) ?? []);
  const met = new Uint8Array(BLOCK);
  for (const list of others) for (const offset of list) met[offset] = (met[offset] ?? 0) + 1;
  return first.filter((offset) => met[offset] === others.length);
}

/** The positions that have not been seen yet, so many at once. */
async function* inLots(positions: Positions, seen: Set<number>, size: number): AsyncGenerator<number[]> {
  let lot: number[] = [];
  for await (const position of positions) {
    if (seen.has(position)) continue;
    seen.add(position);
    lot.push(position);
    if (lot.length < size) continue;
    yield lot;
    lot = [];
  }
  if (lot.length > 0) yield lot;
}

/** Products that have half of what is asked for: a rare word counts more than one that many have, a fact more than a text. */
async function findMostWords(db: Db, { terms, unknown, counts }: Understood): Promise<number[]> {
  if (terms.length + unknown.length < 2) return [];
  const weights = new Map<string, number>();
  for (const term of terms) {
    const [word = ''] = term.exact;
    const weight = 1 / Math.log2(2 + (counts.get(word) ?? 0));
    weights.set(keyOf('fact', word), 2 * weight).set(keyOf('text', word), weight);
  }
  const scores = new Map<number, { score: number; met: number }>();
  for (const { block, offsets } of await findHeads(db, [...weights.keys()], HEAD_BLOCKS)) {
    for (const [key, list] of offsets) {
      for (const offset of list) {
        const position = positionAt(block, offset);
        const { score, met } = scores.get(position) ?? { score: 0, met: 0 };
        // A word of a fact stands in the text, too: it is met whole, and one that only the text has by half.
        scores.set(position, { score: score + (weights.get(key) ?? 0), met: met + 0.5 });
      }
    }
  }
  const least = (terms.length + unknown.length) / 2;
  return [...scores]
    .filter(([, { met }]) => met >= least)
    .sort(([a, one], [b, other]) => other.score - one.score || a - b)
    .map(([position]) => position);
}
