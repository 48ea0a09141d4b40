// The operator's own words of the search, as a query is understood with them.
import { foldForSearch, singular, wordsOf } from '../words.rules.ts';
import { phraseAt } from './phrases.rules.ts';
import { type Synonym, synonymsOf } from './synonyms.rules.ts';

export type ShopVocabulary = {
  /** By the words that are typed, as `synonymsOf` looks them up. */
  synonyms: ReadonlyMap<string, readonly Synonym[]>;
  /** Never corrected, and nothing is corrected into one. */
  kept: ReadonlySet<string>;
  /** Ids of products by folded query, the first one first. */
  pins: ReadonlyMap<string, readonly string[]>;
};

export type VocabularyRows = {
  synonyms: ReadonlyArray<{ words: string; means: string; is_two_way: boolean }>;
  kept_words: readonly string[];
  /** In the order of their ranks. */
  pins: ReadonlyArray<{ query: string; product_id: string }>;
};

export const noVocabulary: ShopVocabulary = { synonyms: new Map(), kept: new Set(), pins: new Map() };

/** As much as something of the default table that means the same. */
const WEIGHT = 0.85;

export function toShopVocabulary({ synonyms, kept_words, pins }: VocabularyRows): ShopVocabulary {
  const bySynonym = new Map<string, Synonym[]>();
  function add(words: string, means: string) {
    const key = keyOfPhrase(words);
    bySynonym.set(key, [...(bySynonym.get(key) ?? []), { words: stemsOf(means), weight: WEIGHT }]);
  }
  for (const { words, means, is_two_way } of synonyms) {
    add(words, means);
    if (is_two_way) add(means, words);
  }
  const byQuery = Map.groupBy(pins, (pin) => pin.query);
  return {
    synonyms: bySynonym,
    kept: new Set(kept_words),
    pins: new Map([...byQuery].map(([query, some]) => [query, some.map((pin) => pin.product_id)] as const)),
  };
}

/** The operator's synonyms of these words before the default ones; what is in both counts as the default one where that counts more. */
export function synonymsIn(vocabulary: ShopVocabulary, words: readonly string[]): readonly Synonym[] {
  const usual = synonymsOf(words);
  const own = vocabulary.synonyms.get(words.join(' '));
  if (!own) return usual;
  const known = new Map(usual.map((one) => [one.words.join(' '), one]));
  const first = own.filter((one) => (known.get(one.words.join(' '))?.weight ?? 0) < one.weight);
  const replaced = new Set(first.map((one) => one.words.join(' ')));
  return [...first, ...usual.filter((one) => !replaced.has(one.words.join(' ')))];
}

/** True for a word that stands as it is written. */
export function isKept({ kept }: ShopVocabulary, word: string): boolean {
  return kept.size > 0 && (kept.has(word) || kept.has(singular(word)));
}

/** A query as pins and searches without result know it. */
export function foldedQuery(query: string): string {
  return foldForSearch(query).trim().replace(/\s+/g, ' ');
}

function stemsOf(phrase: string): string[] {
  return wordsOf(phrase).map((word) => singular(word.text));
}

/** Words that together are a thing of the field are looked up as that thing. */
function keyOfPhrase(text: string): string {
  const stems = stemsOf(text);
  const phrase = phraseAt(stems, 0);
  return phrase && phrase.length === stems.length ? phrase.thing : stems.join(' ');
}

/** True where both are the same to the search. */
export function isSamePhrase(one: string, other: string): boolean {
  return keyOfPhrase(one) === keyOfPhrase(other);
}
