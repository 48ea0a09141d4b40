import type { Kysely } from 'kysely';
import { productTypes } from '#contract/catalogue/product/product.schema.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { findOwnFacts } from '../../license/license.store.ts';
import { createLicenseReader } from '../../license/license-families.rules.ts';
import {
  analysed,
  foldedProvider,
  isSpelling,
  type KeyCount,
  keyOf,
  keyOfBeginning,
  keyOfCategory,
  keyOfTrait,
} from '../index-keys.rules.ts';
import { countByKey, findCompletions, findHeads, findSpellings } from '../search-reads.store.ts';
import { isCommonWord } from '../vocabulary/common-words.rules.ts';
import { isEnglishWord } from '../vocabulary/english-words.ts';
import { isKept, noVocabulary, type ShopVocabulary } from '../vocabulary/shop-vocabulary.rules.ts';
import { meaningsOf, vocabularySpellings } from '../vocabulary/vocabulary-spellings.rules.ts';
import { isTask } from '../vocabulary/weak-words.rules.ts';
import { replaceWords, wordsOf } from '../words.rules.ts';
import type { PriceOrder } from './filters/filter-phrases.rules.ts';
import { withoutPhrase } from './filters/query-tokens.rules.ts';
import { providerFilter, regionFilter, type SearchFilter } from './filters/search-filter.rules.ts';
import { readFilters } from './read-filters.rules.ts';
import { likelySpellings, spellingVariants } from './spelling.rules.ts';
import { MOST_WORDS, possibleWords, queryWords, saysNothing, splitsOf, type Term, termsOf } from './terms.rules.ts';

type Db = Kysely<ApiTables>;

export type Understood = {
  /** The query, folded. */
  whole: string;
  /** Words besides the filters, as they were written. */
  text: string;
  filters: SearchFilter[];
  terms: Term[];
  /** How a word of the name begins that is still being typed. */
  beginning: string | null;
  /** Words that stand in no product and are near none that does. */
  unknown: string[];
  /** Query that is searched instead; null where it is what was asked for. */
  corrected: string | null;
  /** True if one thing or another is wanted. */
  isEither: boolean;
  byPrice: PriceOrder | null;
  /** Words of the query that are searched, as they were written. */
  words: string[];
  /** About how many products have each word, and where. */
  counts: ReadonlyMap<string, KeyCount>;
  /** About how many products there are, of as many blocks as are counted. */
  total: number;
};

/** Likely words for a misspelt one that are compared by how many products have them. */
const LIKELY = 12;
/** A word of so few products may be misspelt by them, where one letter makes it a word of so many times as many. */
const DOUBTFUL = 3;
const MANY_TIMES = 30;
/** A word of so many letters with one wrong is meant for the right one, whatever stands beside it. */
const SURE_LENGTH = 8;
/** Unknown words that are completed: each takes two statements. */
const MOST_COMPLETED = 2;
/** Words of a provider's name that are looked for in a query. */
const LONGEST_PROVIDER = 3;

type Reading = {
  /** True while its last word is still being typed. */
  isOpen: boolean;
  /** Words that are no filter after all. */
  without?: readonly string[];
  vocabulary?: ShopVocabulary;
};

/**
 * Interprets a query: its filters, and the words that remain. A word that no product has is taken for the likeliest one that some
 * have; numbers are not: a search for a 4090 does not mean a 4080.
 */
export async function understandQuery(
  db: Db,
  query: string,
  { isOpen, without = [], vocabulary = noVocabulary }: Reading,
): Promise<Understood> {
  const read = readFilters(query, without);
  const { whole, filters, rest, byPrice } = await withShopsFilters(db, read);
  const words = wordsToRead(rest, filters.length > 0 || byPrice !== null);
  const last = isOpen && !/\s$/.test(query) && rest.endsWith(words.at(-1) ?? '\0') ? (words.at(-1) ?? null) : null;
  const counts = await countByKey(db, [
    ...possibleWords(words, vocabulary),
    ...(last === null ? [] : [keyOfBeginning(last)]),
    ...productTypes.map(keyOfCategory),
  ]);
  const total = productTypes.reduce((sum, type) => sum + (counts.get(keyOfCategory(type))?.products ?? 0), 0);
  const beginning = last !== null && counts.has(keyOfBeginning(last)) ? last : null;
  const found = termsOf(words, (word) => counts.has(word), beginning, vocabulary);
  const isEither = wordsOf(rest).some(({ text }) => eitherWords.has(text));
  const base = {
    isEither,
    whole,
    text: words.join(' '),
    filters,
    beginning,
    byPrice,
    total,
    words,
    counts,
    corrected: null,
  };
  const doubtful = words.filter((word) => word !== last && isDoubtful(word, counts) && !isKept(vocabulary, word));
  const unknown = found.unknown.filter((word) => !isKept(vocabulary, word));
  if (unknown.length + doubtful.length === 0) return { ...found, ...base };

  const completed = await complete(
    db,
    unknown.filter((word) => word === last),
    vocabulary,
  );
  const neighbors = found.terms.flatMap(({ asked, ways, weight }) =>
    weight < 1 || asked.every((word) => isCommonWord(word) || isTask(analysed(word).stem))
      ? []
      : ways.flatMap((way) => way.words),
  );
  const meant = await findMeant(
    db,
    [...unknown.filter((word) => !completed.has(word) && !word.includes(' ')), ...doubtful],
    counts,
    neighbors,
    vocabulary,
  );
  const begun = await complete(
    db,
    unknown.filter((word) => !completed.has(word) && !meant.has(word)),
    vocabulary,
  );
  const instead = new Map([...completed, ...meant, ...begun]);
  if (instead.size === 0) return { ...found, ...base };
  const better = words.flatMap((word) => instead.get(word)?.split(' ') ?? [word]);
  const known = await countByKey(db, possibleWords(better, vocabulary));
  return {
    ...termsOf(better, (word) => known.has(word), beginning, vocabulary),
    ...base,
    corrected: meant.size > 0 ? replaceWords(query, meant).trim().replace(/\s+/g, ' ') : null,
    words: better,
    counts: new Map([...counts, ...known]),
  };
}

const eitherWords = new Set(['or', 'oder', 'ou']);

/** None where a query is all filters: 'the' of 'the cheapest' is nothing to search for. */
function wordsToRead(rest: string, hasFilters: boolean): string[] {
  const words = queryWords(rest);
  return hasFilters && words.every(saysNothing) ? [] : words;
}

type Read = ReturnType<typeof readFilters>;

/** Filters that only the shop knows: its providers, and the rights that its own licenses give. */
async function withShopsFilters(db: Db, read: Read): Promise<Read> {
  const [filters, provider] = await Promise.all([
    withKnownRegions(db, read.filters).then((known) => withOwnLicenses(db, known)),
    findProvider(db, read.rest),
  ]);
  if (!provider) return { ...read, filters };
  return {
    ...read,
    filters: [
      ...filters,
      { ...providerFilter(provider), text: provider, remaining: withoutPhrase(read.whole, provider) },
    ],
    rest: withoutPhrase(read.rest, provider),
  };
}

/** Regions that no product names are taken for the ones that they are in. */
export async function withKnownRegions(db: Db, filters: SearchFilter[]): Promise<SearchFilter[]> {
  const asked = filters.filter(({ around }) => around);
  if (asked.length === 0) return filters;
  const known = await countByKey(
    db,
    asked.flatMap(({ keys }) => keys),
  );
  return filters.map((filter) =>
    filter.around && !filter.keys.some((key) => known.has(key))
      ? { ...filter, ...regionFilter(filter.around) }
      : filter,
  );
}

/**
 * Filters by license with the shop's own licenses: the index finds those that may fit, and what their expression allows as a whole
 * decides, as in a list.
 */
async function withOwnLicenses(db: Db, filters: SearchFilter[]): Promise<SearchFilter[]> {
  if (filters.every(({ licenses }) => licenses.length === 0)) return filters;
  const own = await findOwnFacts(db);
  const read = createLicenseReader(own);
  return filters.map((filter) => {
    if (filter.licenses.length === 0) return filter;
    const ids = [...own.keys()].filter((id) => filter.licenses.some((family) => read(id).has(family)));
    return {
      ...filter,
      keys: [...filter.keys, ...ids.map((id) => keyOfTrait('license', id.toLowerCase()))],
      test: ({ license }) => filter.licenses.some((family) => read(license).has(family)),
    };
  });
}

/** Name of a provider of several words that stands in the query; one word is found as any other is. */
async function findProvider(db: Db, rest: string): Promise<string | null> {
  const words = wordsOf(rest)
    .map((word) => word.text)
    .slice(0, MOST_WORDS);
  const names = words.flatMap((_, at) =>
    Array.from({ length: LONGEST_PROVIDER - 1 }, (_, more) => words.slice(at, at + more + 2).join(' ')).filter(
      (name) => rest.includes(name) && name.includes(' '),
    ),
  );
  const known = await countByKey(
    db,
    names.map((name) => keyOfTrait('provider', foldedProvider(name))),
  );
  return names.find((name) => known.has(keyOfTrait('provider', name))) ?? null;
}

/** The words that begin as these do, and that most products have of those. */
async function complete(db: Db, words: readonly string[], vocabulary: ShopVocabulary): Promise<Map<string, string>> {
  const completed = new Map<string, string>();
  for (const word of words.filter(isBeginning).slice(0, MOST_COMPLETED)) {
    const completions = (await findCompletions(db, word)).filter((one) => !isKept(vocabulary, one));
    const counts = await countByKey(db, [...new Set(completions.map((one) => analysed(one).stem))]);
    const count = (one: string) => counts.get(analysed(one).stem)?.products ?? 0;
    const [best] = completions.sort((a, b) => count(b) - count(a));
    if (best && count(best) > 0) completed.set(word, best);
  }
  return completed;
}

/** Too many words begin with fewer letters. */
function isBeginning(word: string): boolean {
  return /^\p{L}{4,}$/u.test(word) && !isCommonWord(word);
}

/** Letters of words that a name of the shop is nearer to than the dictionary: 'lama' is 'llama'. */
const SHORTEST_RIGHT = 4;

/** A word of everyday language or of the dictionary, which nobody has misspelt. */
function isRight(word: string): boolean {
  return isCommonWord(word) || (word.length > SHORTEST_RIGHT && isEnglishWord(word));
}

/** Hardly any product has it: the mistake may be theirs. */
function isDoubtful(word: string, counts: ReadonlyMap<string, KeyCount>): boolean {
  const products = counts.get(analysed(word).stem)?.products ?? 0;
  return products > 0 && products <= DOUBTFUL && isSpelling(word) && !isRight(word);
}

/**
 * Meaning of words that no product has: two words that were written in one, or the likeliest one. A word that some have is taken for
 * another one only where that has one other letter and many times as many products. Words of everyday English are right as they
 * are, and nothing is taken for one of them by two letters.
 */
async function findMeant(
  db: Db,
  unknown: readonly string[],
  known: ReadonlyMap<string, KeyCount>,
  neighbors: readonly string[],
  vocabulary: ShopVocabulary,
): Promise<Map<string, string>> {
  const misspelt = unknown.filter((word) => isSpelling(word) && !isRight(word));
  const variants = new Set(misspelt.flatMap(spellingVariants));
  const spellings = variants.size > 0 ? await findSpellings(db, [...variants]) : [];
  const ofVocabulary = new Set(misspelt.flatMap(vocabularySpellings).filter((word) => !spellings.includes(word)));
  const found = [...new Set([...spellings, ...ofVocabulary])].filter((word) => !isKept(vocabulary, word));
  const choices = unknown.map((word) => ({
    word,
    splits: splitsOf(word).filter((parts) => !parts.some((part) => isKept(vocabulary, part))),
    likely: misspelt.includes(word) ? likelySpellings(word, found).slice(0, LIKELY) : [],
  }));
  const stems = choices.flatMap(({ splits, likely }) =>
    [...splits.flat(), ...likely.map((spelling) => spelling.word)].map((word) => analysed(word).stem),
  );
  // A word of the vocabulary that no product has is as frequent as what it means.
  const meanings = choices.flatMap(({ likely }) =>
    likely.flatMap(({ word }) => (ofVocabulary.has(word) ? meaningsOf(word) : [])),
  );
  const counts = await countByKey(db, [
    ...new Set([...stems, ...meanings].flatMap((stem) => [stem, keyOf('name', stem)])),
  ]);
  const countOf = (stem: string) => counts.get(stem)?.products ?? 0;
  const count = (word: string) =>
    Math.max(countOf(analysed(word).stem), ...(ofVocabulary.has(word) ? meaningsOf(word).map(countOf) : []));
  const rank = (word: string) => 2 * (counts.get(keyOf('name', analysed(word).stem))?.products ?? 0) + count(word);

  const likelyStems = choices.flatMap(({ likely }) => likely.map(({ word }) => analysed(word).stem));
  const together = await countTogether(db, likelyStems, neighbors);
  const meant = new Map<string, string>();
  for (const { word, splits, likely } of choices) {
    const products = known.get(analysed(word).stem)?.products ?? 0;
    const [split] = (products > 0 || isRight(word) ? [] : splits)
      .filter((parts) => parts.every((part) => count(part) > 0))
      .sort((a, b) => Math.min(...b.map(count)) - Math.min(...a.map(count)));
    const [best] = likely
      .filter((spelling) => count(spelling.word) > MANY_TIMES * products)
      .filter((spelling) => products === 0 || spelling.distance === 1)
      .filter((spelling) => !isCommonWord(spelling.word) || spelling.distance <= 1)
      .filter(
        (spelling) =>
          together === null ||
          (together.get(analysed(spelling.word).stem) ?? 0) > 0 ||
          (spelling.distance === 1 && word.length >= SURE_LENGTH),
      )
      .sort((a, b) => a.distance - b.distance || rank(b.word) - rank(a.word));
    // 'embeding' is a mistake and not 'embed ing'; 'speechrecognition' is two words.
    const isSplit = split && (!best || split.every((part) => part.length > 3));
    const instead = isSplit ? split.join(' ') : best?.word;
    if (instead !== undefined) meant.set(word, instead);
  }
  return meant;
}

/** Blocks of each word that are looked at for products which have it and another one. */
const TOGETHER_BLOCKS = 2;

/** How many products have each of the words and one of the others of the query; null where there are no others. */
async function countTogether(
  db: Db,
  words: readonly string[],
  others: readonly string[],
): Promise<Map<string, number> | null> {
  if (others.length === 0 || words.length === 0) return null;
  const together = new Map<string, number>();
  for (const { offsets } of await findHeads(db, [...new Set([...words, ...others])], TOGETHER_BLOCKS)) {
    const beside = new Set(others.flatMap((word) => offsets.get(word) ?? []));
    for (const word of words) {
      const met = (offsets.get(word) ?? []).filter((offset) => beside.has(offset)).length;
      together.set(word, (together.get(word) ?? 0) + met);
    }
  }
  return together;
}
