// One score for every product that has something of a query (BM25F without the lengths of texts, which the index does not have): what a
// word is worth by its rarity, times where it stands.
import { type KeyCount, keyOf, type Place, places } from './index-keys.rules.ts';
import type { Term } from './query/terms.rules.ts';

/** Positions of a block of the index (search-reads.store.ts). */
const BLOCK = 4_096;

/** A word is worth so many times as much in a fact and in the name as in the running text. */
const PLACE: Record<Place, number> = { text: 1, fact: 2, name: 3.5 };
/** Trust that a product is about a word by where it stands. */
const TRUST: Record<Place, number> = { text: 0.55, fact: 0.95, name: 1 };
/** Least share of what is asked for that a product has, weighed by rarity and trust. */
const LEAST_SHARE = 0.5;
/** A product that has less than this of the best one's score is not shown behind it. */
const LEAST_OF_BEST = 0.4;
/** All of it, wherever it stands. */
const FULL = 0.999;

export type Scored = { position: number; score: number; share: number; met: number };

type Asked = { terms: readonly Term[]; unknown: readonly string[]; counts: ReadonlyMap<string, KeyCount>; total: number };
type Block = { block: number; offsets: ReadonlyMap<string, readonly number[]> };

export const isFull = ({ met }: Scored) => met >= FULL;

/** Collects the products of blocks, each once. A product has a key of each of `traits`, and none of `without`. */
export function createScoring(
  { terms, unknown, counts, total }: Asked,
  traits: ReadonlyArray<readonly string[]>,
  without: readonly string[],
) {
  const worth = terms.map((term) => term.weight * rarity(commonness(term, counts), total));
  const all = worth.reduce((sum, one) => sum + one, 0) + unknown.length * rarity(0.5, total);
  const blocks = new Set<number>();
  const found: Scored[] = [];

  function addBlock({ block, offsets }: Block) {
    if (blocks.has(block)) return;
    blocks.add(block);
    const allowed = allowedOffsets(offsets, traits, without);
    const scores = new Float32Array(BLOCK);
    const shares = new Float32Array(BLOCK);
    const met = new Float32Array(BLOCK);
    terms.forEach((term, index) => {
      const weight = worth[index] ?? 0;
      const [best, trust] = bestOf(term, offsets);
      for (let offset = 0; offset < BLOCK; offset++) {
        if (!best[offset]) continue;
        scores[offset] = (scores[offset] ?? 0) + weight * (best[offset] ?? 0);
        shares[offset] = (shares[offset] ?? 0) + weight * (trust[offset] ?? 0);
        met[offset] = (met[offset] ?? 0) + weight;
      }
    });
    for (let offset = 0; offset < BLOCK; offset++) {
      if (allowed && !allowed[offset]) continue;
      if (terms.length > 0 && !scores[offset]) continue;
      found.push({
        position: block * BLOCK + offset,
        score: scores[offset] ?? 0,
        share: all > 0 ? (shares[offset] ?? 0) / all : 1,
        met: all > 0 ? (met[offset] ?? 0) / all : 1,
      });
    }
  }

  return {
    blocks: blocks as ReadonlySet<number>,
    add(given: readonly Block[]) {
      for (const block of given) addBlock(block);
    },
    /** Those that have enough, the best first. */
    products(): Scored[] {
      const enough = found.filter(({ share }) => share >= LEAST_SHARE);
      const best = enough.reduce((most, { score }) => Math.max(most, score), 0);
      return enough
        .filter(({ score }) => score >= LEAST_OF_BEST * best)
        .sort((a, b) => b.score - a.score || a.position - b.position);
    },
    /** Those that have something, the best first, for where nothing has enough. */
    closest(): Scored[] {
      return found.toSorted((a, b) => b.share - a.share || b.score - a.score || a.position - b.position);
    },
  };
}

/** Of about how many products a term is said, by the words that were written where the catalogue has them. */
function commonness({ ways }: Term, counts: Asked['counts']): number {
  const ofWay = (words: readonly string[]) => Math.min(...words.map((word) => counts.get(word)?.products ?? 0));
  const main = ways.filter(({ weight }) => weight >= 0.75);
  return Math.max(1, ...(main.length > 0 ? main : ways).map(({ words }) => ofWay(words)));
}

function rarity(products: number, total: number): number {
  return Math.log(1 + Math.max(total, products) / products);
}

/** For each offset what its best way of answering a term is worth, and how much it is trusted. */
function bestOf({ ways }: Term, offsets: Block['offsets']): [Float32Array, Float32Array] {
  const best = new Float32Array(BLOCK);
  const trust = new Float32Array(BLOCK);
  for (const { words, weight } of ways) {
    for (const place of places) {
      for (const offset of inAll(words.map((word) => offsets.get(keyOf(place, word)) ?? []))) {
        best[offset] = Math.max(best[offset] ?? 0, weight * PLACE[place]);
        trust[offset] = Math.max(trust[offset] ?? 0, (place === 'text' ? weight : Math.sqrt(weight)) * TRUST[place]);
      }
    }
  }
  return [best, trust];
}

/** The offsets that are in all of the lists. */
function inAll(lists: ReadonlyArray<readonly number[]>): readonly number[] {
  const [first = [], ...others] = lists;
  if (others.length === 0) return first;
  const met = new Uint8Array(BLOCK);
  for (const list of others) for (const offset of list) met[offset] = (met[offset] ?? 0) + 1;
  return first.filter((offset) => met[offset] === others.length);
}

/** Null where nothing is asked of a product but words. */
function allowedOffsets(
  offsets: Block['offsets'],
  traits: ReadonlyArray<readonly string[]>,
  without: readonly string[],
): Uint8Array | null {
  if (traits.length + without.length === 0) return null;
  const allowed = new Uint8Array(BLOCK).fill(1);
  for (const keys of traits) {
    const has = new Uint8Array(BLOCK);
    for (const key of keys) for (const offset of offsets.get(key) ?? []) has[offset] = 1;
    for (let offset = 0; offset < BLOCK; offset++) allowed[offset] = (allowed[offset] ?? 0) & (has[offset] ?? 0);
  }
  for (const key of without) for (const offset of offsets.get(key) ?? []) allowed[offset] = 0;
  return allowed;
}
