// One score for every product that has something of a query (BM25F without the lengths of texts, which the index does not have): what a
// word is worth by its rarity, times where it stands.
import { analysed, type KeyCount, keyOf, type Place, places } from './index-keys.rules.ts';
import type { Without } from './query/filters/search-filter.rules.ts';
import type { Term } from './query/terms.rules.ts';
import { isCommonWord } from './vocabulary/common-words.rules.ts';
import { isMedium, isSubject, isTask } from './vocabulary/weak-words.rules.ts';

/** Positions of a block of the index (search-reads.store.ts). */
const BLOCK = 4_096;

/** A word is worth so many times as much in a fact and in the name as in the running text. */
const PLACE: Record<Place, number> = { text: 1, fact: 2, name: 3.5 };
/** Something that is only related is never worth more than a fact that says the word itself. */
const RELATED = 0.7;
const MOST_RELATED = 1.5;
/** Worth of a synonym in a fact, at least. */
const TELLING_BEST = 1.7;
/** Trust that a product is about a word by where it stands. */
const TRUST: Record<Place, number> = { text: 0.55, fact: 0.95, name: 1 };
/**
 * Least share of what is asked for that a product has, weighed by rarity and trust, for one word, two, three and so on: a sentence
 * says much that no product repeats. A product with one of the words alone has half of what is asked for.
 */
const LEAST_SHARE = [0.5, 0.5, 0.5, 0.42, 0.28, 0.22, 0.2];
const LEAST_OF_ONE = 0.5;
/** The same where one thing or another is wanted. */
const LEAST_OF_EITHER = 0.25;
/** The same of a product that has every word, if only in its text. */
const LEAST_OF_ALL = 0.3;
/** Words of everyday language say less in a sentence than the words of the field. */
const COMMON_KNOWN = 0.5;
/** A word that so few products have, of the field and no task of it, says what is wanted by itself where it stands in a name or a fact. */
const TELLING_SHARE = 0.04;
const TELLING_LEAST = 3;
/** Where more words of no product are in a query nothing but enough is enough. */
const MOST_STRANGE = 1;
/** Longer queries are not answered by one word. */
const TELLING_WORDS = 3;
/** A word of everyday language that no product has says little of what is wanted in a sentence. */
const COMMON_UNKNOWN = 0.3;
/** A word of everyday language is at most as rare as one that such a share of the products has, or so many of a large catalogue. */
const COMMON_SHARE = 0.06;
const COMMON_MOST = 60;
/** The score of a product that has not all of what is asked for is its share of that, to this power, of what its words are worth. */
const COVERAGE = 0.6;
/** A product with less than this of the best one's score is not shown behind it where it lacks a word, or says none itself. */
const LEAST_OF_BEST = 0.42;
/** Share that is enough, where nothing has more, of a product with a telling word; and one that is, if no other has nearly as much. */
const LEAST_OF_ALMOST = 0.33;
const LEAST_ALONE = 0.25;
const ALONE_BY = 1.5;
/** Worth of a telling word there: something related in a fact. */
const ALMOST_BEST = 1.1;
/** Share of what is asked for that a product has which is named where nothing fits. */
const LEAST_OF_CLOSEST = 0.15;
/** A task says less than what it is done to: 'detection' of 'scratch detection'. */
const TASK_BESIDE = 0.5;
/** Terms of less weight are generic: 'tool', 'gpu'. */
const LEAST_WEIGHT = 0.4;
/** All of it, wherever it stands. */
const FULL = 0.999;

export type Scored = {
  position: number;
  score: number;
  share: number;
  words: number;
  /** True if it has a word that says what is wanted by itself, in its name or a fact. */
  suffices: boolean;
  /** True if it has such a word, or something related, in its name or a fact. */
  isTelling: boolean;
  /** True if it has a word itself and not only what is related. */
  isSaid: boolean;
  isNamed: boolean;
};

type Asked = {
  terms: readonly Term[];
  unknown: readonly string[];
  counts: ReadonlyMap<string, KeyCount>;
  total: number;
  /** True if one of the things is enough: '4090 or 3090'. */
  isEither: boolean;
};
type Block = { block: number; offsets: ReadonlyMap<string, readonly number[]> };

/** Collects the products of blocks, each once. A product has a key of each of `traits`, and nothing of `without`. */
export function createScoring(
  { terms, unknown, counts, total, isEither }: Asked,
  traits: ReadonlyArray<readonly string[]>,
  without: readonly Without[],
) {
  const isSentence = terms.length + unknown.length > 2;
  const isOfThing = unknown.length > 0 || terms.some((term) => term.weight >= LEAST_WEIGHT && !isOfTask(term));
  const everyday = Math.min(COMMON_MOST, COMMON_SHARE * total);
  const worth = terms.map(
    (term) =>
      term.weight *
      rarity(Math.max(commonness(term, counts), isEveryday(term) && !term.isOfField ? everyday : 0), total) *
      (isSentence && isEveryday(term) ? COMMON_KNOWN : 1) *
      (isOfThing && isOfTask(term) ? TASK_BESIDE : 1),
  );
  // Words that nearly every product is are not asked for where others say more.
  const isOptional = (term: Term) =>
    term.weight < LEAST_WEIGHT && (traits.length > 0 || terms.some(({ weight }) => weight >= LEAST_WEIGHT));
  const needed = terms.map((term) => !isOptional(term));
  const size = needed.filter(Boolean).length + unknown.length;
  const missing = unknown.reduce(
    (sum, word) => sum + rarity(0.5, total) * (size > 2 && isCommonWord(word) ? COMMON_UNKNOWN : 1),
    0,
  );
  const all = worth.reduce((sum, one, index) => sum + (needed[index] ? one : 0), 0) + missing;
  // A machine that another one is compared with is another machine: 'runs what an RTX 4090 runs'.
  const isOfNumbers = terms.some(({ asked }) => asked.some((word) => /\d/.test(word)));
  const isRare = (term: Term) => commonness(term, counts) <= Math.max(TELLING_LEAST, TELLING_SHARE * total);
  const telling = terms.map(
    (term) => size <= TELLING_WORDS && isTelling(term) && isRare(term) && !(isOfThing && isOfTask(term)),
  );
  const almost = terms.map((term) => (isTelling(term) || (term.isOfField && isContent(term))) && isRare(term));
  const strange = unknown.filter((word) => !isCommonWord(word)).length;
  const least = isEither ? LEAST_OF_EITHER : (LEAST_SHARE[Math.min(size, LEAST_SHARE.length - 1)] ?? 0);
  const blocks = new Set<number>();
  const found: Scored[] = [];
  let full = 0;

  const hasEnough = ({ share, words, suffices }: Scored) =>
    suffices || (words === size ? share >= LEAST_OF_ALL : share >= (words > 1 || isEither ? least : LEAST_OF_ONE));

  function addBlock({ block, offsets }: Block) {
    if (blocks.has(block)) return;
    blocks.add(block);
    const allowed = allowedOffsets(offsets, traits, without);
    const scores = new Float32Array(BLOCK);
    const shares = new Float32Array(BLOCK);
    const met = new Float32Array(BLOCK);
    const words = new Uint8Array(BLOCK);
    const named = new Uint8Array(BLOCK);
    const literal = new Uint8Array(BLOCK);
    const suffices = new Uint8Array(BLOCK);
    const tellingAt = new Uint8Array(BLOCK);
    terms.forEach((term, index) => {
      const weight = worth[index] ?? 0;
      const [best, trust, said] = bestOf(term, offsets);
      for (let offset = 0; offset < BLOCK; offset++) {
        if (!best[offset]) continue;
        scores[offset] = (scores[offset] ?? 0) + weight * (best[offset] ?? 0);
        if (!needed[index]) continue;
        words[offset] = (words[offset] ?? 0) + 1;
        if (said[offset]) literal[offset] = 1;
        if (telling[index] && (best[offset] ?? 0) >= TELLING_BEST) suffices[offset] = 1;
        if (almost[index] && (best[offset] ?? 0) >= ALMOST_BEST) tellingAt[offset] = 1;
        if (trust[offset] === TRUST.name) named[offset] = (named[offset] ?? 0) + 1;
        shares[offset] = (shares[offset] ?? 0) + weight * (trust[offset] ?? 0);
        met[offset] = (met[offset] ?? 0) + weight;
      }
    });
    for (let offset = 0; offset < BLOCK; offset++) {
      if (allowed && !allowed[offset]) continue;
      if (size > 0 && !words[offset]) continue;
      const share = all > 0 ? (shares[offset] ?? 0) / all : 1;
      if ((all > 0 ? (met[offset] ?? 0) / all : 1) >= FULL && share >= LEAST_OF_ALL) full++;
      found.push({
        position: block * BLOCK + offset,
        score: (scores[offset] ?? 0) * (all > 0 ? ((met[offset] ?? 0) / all) ** COVERAGE : 1),
        share,
        words: words[offset] ?? 0,
        suffices: suffices[offset] === 1,
        isTelling: tellingAt[offset] === 1,
        isSaid: literal[offset] === 1,
        isNamed: size > 0 && named[offset] === size,
      });
    }
  }

  return {
    blocks: blocks as ReadonlySet<number>,
    add(given: readonly Block[]) {
      for (const block of given) addBlock(block);
    },
    /** True if none has enough, so that those count which have nearly enough. */
    isAlmost: () => !found.some(hasEnough),
    /** Products that have all that is asked for. */
    countFull: () => full,
    /** Those that have enough, the best first. `withAll`: all that have every word, however much better others are. */
    products(withAll = false): Scored[] {
      const sufficient = found.filter(hasEnough);
      const enough = sufficient.length > 0 || strange > MOST_STRANGE ? sufficient : almostEnough(found);
      const best = enough.reduce((most, { score }) => Math.max(most, score), 0);
      return enough
        .filter(
          ({ score, words, isSaid }) =>
            (words === size && !isOfNumbers && (isSaid || withAll)) || score >= LEAST_OF_BEST * best,
        )
        .sort((a, b) => b.score - a.score || a.position - b.position);
    },
    /** Those that have something, the best first, for where nothing has enough. */
    closest(): number[] {
      return found
        .filter(({ share }) => share >= LEAST_OF_CLOSEST)
        .sort((a, b) => b.share - a.share || b.score - a.score || a.position - b.position)
        .map(({ position }) => position);
    },
  };
}

/** The products with a telling word that have a third of what is asked for, and the one that has much more than any other. */
function almostEnough(found: readonly Scored[]): Scored[] {
  const telling = found.filter((one) => one.isTelling);
  let [most, second] = [0, 0];
  for (const { share } of telling) [most, second] = share > most ? [share, most] : [most, Math.max(second, share)];
  const isAlone = most >= LEAST_ALONE && most >= ALONE_BY * second;
  return telling.filter(({ share }) => share >= LEAST_OF_ALMOST || (isAlone && share === most));
}

function isTelling(term: Term): boolean {
  return isContent(term) && !term.asked.some(isCommonWord);
}

function isContent({ asked, weight }: Term): boolean {
  return (
    weight === 1 &&
    !asked.some((word) => isTask(analysed(word).stem) || isMedium(analysed(word).stem) || /^\d+\p{L}?$/u.test(word))
  );
}

function isOfTask({ asked }: Term): boolean {
  const [only] = asked.length === 1 ? asked : [];
  return only !== undefined && (isTask(analysed(only).stem) || isSubject(analysed(only).stem));
}

function isEveryday({ asked, weight }: Term): boolean {
  return weight === 1 && asked.length === 1 && isCommonWord(asked[0] ?? '');
}

/** About how many products say a term, by the words that were written where the catalogue has them. */
function commonness({ ways }: Term, counts: Asked['counts']): number {
  const ofWay = (words: readonly string[]) => Math.min(...words.map((word) => counts.get(word)?.products ?? 0));
  const main = ways.filter(({ weight }) => weight >= 0.75);
  return Math.max(1, ...(main.length > 0 ? main : ways).map(({ words }) => ofWay(words)));
}

function rarity(products: number, total: number): number {
  return Math.log(1 + Math.max(total, products) / products);
}

/** For each offset what its best way of answering a term is worth, and how much it is trusted. */
function bestOf({ ways }: Term, offsets: Block['offsets']): [Float32Array, Float32Array, Uint8Array] {
  const best = new Float32Array(BLOCK);
  const trust = new Float32Array(BLOCK);
  const said = new Uint8Array(BLOCK);
  for (const { words, weight } of ways) {
    for (const place of places) {
      for (const offset of inAll(words.map((word) => offsets.get(keyOf(place, word)) ?? []))) {
        best[offset] = Math.max(
          best[offset] ?? 0,
          weight < RELATED ? Math.min(MOST_RELATED, weight * PLACE[place]) : weight * PLACE[place],
        );
        if (weight >= RELATED) said[offset] = 1;
        trust[offset] = Math.max(trust[offset] ?? 0, (place === 'text' ? weight : Math.sqrt(weight)) * TRUST[place]);
      }
    }
  }
  return [best, trust, said];
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
  without: readonly Without[],
): Uint8Array | null {
  if (traits.length + without.length === 0) return null;
  const allowed = new Uint8Array(BLOCK).fill(1);
  for (const keys of traits) {
    const has = new Uint8Array(BLOCK);
    for (const key of keys) for (const offset of offsets.get(key) ?? []) has[offset] = 1;
    for (let offset = 0; offset < BLOCK; offset++) allowed[offset] = (allowed[offset] ?? 0) & (has[offset] ?? 0);
  }
  for (const { keys, unless } of without) {
    const spared = new Set(unless.flatMap((key) => offsets.get(key) ?? []));
    for (const key of keys) for (const offset of offsets.get(key) ?? []) if (!spared.has(offset)) allowed[offset] = 0;
  }
  return allowed;
}
