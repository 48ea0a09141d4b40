// Synonyms of the field: what else a product may say that answers a word of a query. They are asked for beside the word itself and
// count less than it. Each line is read from both sides at '=', and from the left alone at '>'. Looked up in the query, so that a
// change needs no new index.

import { singular, wordsOf } from '../words.rules.ts';
import { englishSynonyms } from './english-synonyms.rules.ts';
import { frenchSynonyms } from './french-synonyms.rules.ts';
import { germanSynonyms } from './german-synonyms.rules.ts';
import { createTurned } from './turned.rules.ts';

export type Synonym = { words: readonly string[]; weight: number };

/** Something else that means the same counts nearly as the word; something that may answer it counts less; a translation is the word. */
const WEIGHT = { same: 0.85, related: 0.6, phrase: 0.75, translation: 1 };
/** Words of a phrase that is looked up. */
export const LONGEST_PHRASE = 4;

const table = new Map<string, Synonym[]>();
/** Words that are not English, whose endings may be others. */
const foreign = new Map<string, Synonym[]>();
const endings = ['n', 'en', 'e', 'er', 'es', 's', 'em', 'ern', 'x'];
addLines(englishSynonyms, WEIGHT.related);
addLines(germanSynonyms, WEIGHT.translation);
addLines(frenchSynonyms, WEIGHT.translation);

function addLines(lines: string, weight: number) {
  for (const line of lines.trim().split('\n')) {
    const [left = '', right = ''] = line.split(' > ');
    for (const alternative of left.split(', ')) {
      const same = alternative.split(' = ').map(phraseWords);
      for (const phrase of same) {
        for (const other of same)
          if (other !== phrase && weight !== WEIGHT.translation) add(phrase, other, WEIGHT.same);
        const worth = phrase.length > 1 ? Math.max(weight, WEIGHT.phrase) : weight;
        for (const other of right.split(', ').filter(Boolean)) add(phrase, phraseWords(other), worth);
      }
    }
  }
}

function add(phrase: readonly string[], words: readonly string[], weight: number) {
  const key = phrase.join(' ');
  const known = table.get(key) ?? [];
  if (known.some((one) => one.words.join(' ') === words.join(' '))) return;
  table.set(key, [...known, { words, weight }]);
  if (weight === WEIGHT.translation) foreign.set(key, [...known, { words, weight }]);
}

function phraseWords(text: string): string[] {
  return wordsOf(text).map((word) => singular(word.text));
}

const turned = createTurned(
  [...table].filter(([key]) => !foreign.has(key)).map(([key, synonyms]) => [key.split(' '), synonyms] as const),
);

/** Words that are asked for beside two words in other forms, or in the other order: 'count people' for 'people counting'. */
export function turnedSynonyms(words: readonly [string, string]): readonly Synonym[] {
  return turned(words) ?? [];
}

/** A word and those that mean the same. */
export function sameWords(word: string): string[] {
  const same = synonymsOf([word]).filter(({ words, weight }) => words.length === 1 && weight >= WEIGHT.same);
  return [word, ...same.flatMap(({ words }) => words)];
}

/** English words that have synonyms by themselves. */
export function singleWordSynonyms(): string[] {
  return [...table.keys()].filter((key) => !key.includes(' ') && !foreign.has(key));
}

/** Words that are asked for beside these; none where nothing is known of them. */
export function synonymsOf(words: readonly string[]): readonly Synonym[] {
  const known = table.get(words.join(' '));
  if (known || words.length !== 1) return known ?? [];
  // Endings of German and French words: 'Haushalten', 'livraisons'.
  const [word = ''] = words;
  // 'anonymisation' is written with a z in the table.
  const american = table.get(word.replace(/is(ation|e|ed|er|ing)$/, 'iz$1'));
  if (american) return american;
  for (const ending of endings) {
    const base =
      word.length > ending.length + 3 && word.endsWith(ending) ? foreign.get(word.slice(0, -ending.length)) : undefined;
    if (base) return base;
  }
  return [];
}
