import type { Kysely } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import { analysed, isSpelling, keyOf, keyOfBeginning } from './index-keys.rules.ts';
import { countByKey, findCompletions, findSpellings } from './search-reads.store.ts';
import { likelySpellings, spellingVariants } from './spelling.rules.ts';
import { possibleWords, queryWords, splitsOf, type Term, termsOf } from './terms.rules.ts';
import { replaceWords } from './words.rules.ts';

type Db = Kysely<ApiTables>;

export type Understood = {
  terms: Term[];
  /** How a word of the name begins that is still being typed. */
  beginning: string | null;
  /** Words that stand in no product and are near none that does. */
  unknown: string[];
  /** Query that is searched instead; null where it is what was asked for. */
  corrected: string | null;
  /** The cheapest first. */
  byPrice: boolean;
  /** About how many products have each word. */
  counts: ReadonlyMap<string, number>;
};

/** Likely words for a misspelt one that are compared by how many products have them. */
const LIKELY = 12;
/** A word of so few products may be misspelt by them, where one letter makes it a word of so many times as many. */
const DOUBTFUL = 3;
const MANY_TIMES = 30;

/**
 * Interprets a query. A word that no product has is taken for the likeliest one that some have; numbers are not: a search for a 4090 does
 * not mean a 4080. `isOpen`: its last word is still being typed.
 */
export async function understandQuery(db: Db, query: string, isOpen: boolean): Promise<Understood> {
  const { words, byPrice } = queryWords(query);
  const last = isOpen && !/\s$/.test(query) ? (words.at(-1) ?? null) : null;
  const counts = await countByKey(db, [...possibleWords(words), ...(last === null ? [] : [keyOfBeginning(last)])]);
  const beginning = last !== null && counts.has(keyOfBeginning(last)) ? last : null;
  const found = termsOf(words, (word) => counts.has(word), beginning);
  const doubtful = words.filter((word) => word !== last && isDoubtful(word, counts));
  if (found.unknown.length + doubtful.length === 0) return { ...found, beginning, corrected: null, byPrice, counts };

  const completed = await complete(
    db,
    found.unknown.filter((word) => word === last),
  );
  const meant = await findMeant(db, [...found.unknown.filter((word) => !completed.has(word)), ...doubtful], counts);
  const begun = await complete(
    db,
    found.unknown.filter((word) => !completed.has(word) && !meant.has(word)),
  );
  const instead = new Map([...completed, ...meant, ...begun]);
  if (instead.size === 0) return { ...found, beginning, corrected: null, byPrice, counts };
  const better = words.flatMap((word) => instead.get(word)?.split(' ') ?? [word]);
  const known = await countByKey(db, possibleWords(better));
  return {
    ...termsOf(better, (word) => known.has(word), beginning),
    beginning,
    corrected: meant.size > 0 ? replaceWords(query, meant).trim().replace(/\s+/g, ' ') : null,
    byPrice,
    counts: known,
  };
}

/** The words that begin as these do, and that most products have of those. */
async function complete(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  const completed = new Map<string, string>();
  for (const word of words.filter(isBeginning)) {
    const completions = await findCompletions(db, word);
    const counts = await countByKey(db, [...new Set(completions.map((one) => analysed(one).stem))]);
    const count = (one: string) => counts.get(analysed(one).stem) ?? 0;
    const [best] = completions.sort((a, b) => count(b) - count(a));
    if (best && count(best) > 0) completed.set(word, best);
  }
  return completed;
}

/** Too many words begin with fewer letters. */
function isBeginning(word: string): boolean {
  return /^\p{L}{3,}$/u.test(word);
}

/** Hardly any product has it: the mistake may be theirs. */
function isDoubtful(word: string, counts: ReadonlyMap<string, number>): boolean {
  const products = counts.get(analysed(word).stem) ?? 0;
  return products > 0 && products <= DOUBTFUL && isSpelling(word);
}

/**
 * Meaning of words that no product has: two words that were written in one, or the likeliest one. A word that some have is taken for
 * another one only where that has one other letter and many times as many products.
 */
async function findMeant(
  db: Db,
  unknown: readonly string[],
  known: ReadonlyMap<string, number>,
): Promise<Map<string, string>> {
  const variants = new Set(unknown.filter(isSpelling).flatMap(spellingVariants));
  const found = variants.size > 0 ? await findSpellings(db, [...variants]) : [];
  const choices = unknown.map((word) => ({
    word,
    splits: splitsOf(word),
    likely: isSpelling(word) ? likelySpellings(word, found).slice(0, LIKELY) : [],
  }));
  const stems = choices.flatMap(({ splits, likely }) =>
    [...splits.flat(), ...likely.map((spelling) => spelling.word)].map((word) => analysed(word).stem),
  );
  const counts = await countByKey(db, [...new Set(stems.flatMap((stem) => [stem, keyOf('name', stem)]))]);
  const count = (word: string) => counts.get(analysed(word).stem) ?? 0;
  const rank = (word: string) => 2 * (counts.get(keyOf('name', analysed(word).stem)) ?? 0) + count(word);

  const meant = new Map<string, string>();
  for (const { word, splits, likely } of choices) {
    const products = known.get(analysed(word).stem) ?? 0;
    const [split] = (products > 0 ? [] : splits)
      .filter((parts) => parts.every((part) => count(part) > 0))
      .sort((a, b) => Math.min(...b.map(count)) - Math.min(...a.map(count)));
    const [best] = likely
      .filter((spelling) => count(spelling.word) > MANY_TIMES * products)
      .filter((spelling) => products === 0 || spelling.distance === 1)
      .sort((a, b) => a.distance - b.distance || rank(b.word) - rank(a.word));
    // 'embeding' is a mistake and not 'embed ing'; 'speechrecognition' is two words.
    const isSplit = split && (!best || split.every((part) => part.length > 3));
    const instead = isSplit ? split.join(' ') : best?.word;
    if (instead !== undefined) meant.set(word, instead);
  }
  return meant;
}
