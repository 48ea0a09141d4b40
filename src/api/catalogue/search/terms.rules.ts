// Terms of a query, word by word, once it is known which words there are.
import { type Analysed, analysed } from './index-keys.rules.ts';
import { asksForLowPrice, meaningAt } from './synonyms.rules.ts';
import { wordsOf } from './words.rules.ts';

/** More words are not read, nor looked up where one was written for several. */
export const MOST_WORDS = 8;

/** One thing that is asked for: `exact` is how the index has it at best, `loose` the words that it is made of. */
export type Term = { exact: readonly string[]; loose: readonly string[] };

type QueryWords = { words: string[]; byPrice: boolean };

/** The words of a query; one that asks for the lowest price is an order, and no word where there are others. */
export function queryWords(query: string): QueryWords {
  const all = wordsOf(query)
    .map((word) => word.text)
    .slice(0, MOST_WORDS);
  const words = all.filter((word) => !asksForLowPrice(word));
  return words.length === 0 ? { words: all, byPrice: false } : { words, byPrice: words.length < all.length };
}

/** Everything by which the words could stand in the index. */
export function possibleWords(words: readonly string[]): string[] {
  const all = words.map(analysed);
  const stems = all.map((word) => word.stem);
  return [
    ...new Set(
      all.flatMap((word, at) => {
        const meaning = meaningAt(stems, at);
        const together = writtenTogether(all, at);
        return [
          word.stem,
          ...pluralOfModel(word.stem),
          ...partsToFind(word),
          ...(meaning ? [meaning.meaning] : []),
          ...(together ? [together] : []),
        ];
      }),
    ),
  ];
}

/** Parts of a word of letters and digits to look up; more of them are no model but a key, or a wall of text. */
function partsToFind({ parts }: Analysed): readonly string[] {
  return parts.length <= MOST_WORDS ? parts : [];
}

/** The word and the next one in one word, where that may be meant: 'rtx 4090', 'a 100', 'data set'. */
function writtenTogether(all: readonly Analysed[], at: number): string | null {
  const [word, next] = [all[at], all[at + 1]];
  if (!word || !next || (word.isNumber && next.isNumber)) return null;
  if ((word.isStop && word.stem.length > 1) || next.isStop) return null;
  return word.stem + next.stem;
}

/**
 * The terms of a query, and the words that stand for nothing: they are in no product. What several words mean together
 * comes before what two are in one word, and that before the words themselves. The last word is left out where it is the
 * `beginning` of one that is still being typed, unless it means something with the one before.
 */
export function termsOf(
  words: readonly string[],
  isKnown: (word: string) => boolean,
  beginning: string | null,
): { terms: Term[]; unknown: string[] } {
  const all = words.map(analysed);
  const stems = all.map((word) => word.stem);
  const terms: Term[] = [];
  const unknown: string[] = [];
  for (let at = 0; at < all.length; at++) {
    const word = all[at] as Analysed;
    const meaning = meaningAt(stems, at);
    const together = writtenTogether(all, at);
    const parts = partsToFind(word);
    const isLast = at === all.length - 1;
    if (meaning && isKnown(meaning.meaning) && !(beginning !== null && isLast)) {
      terms.push({ exact: [meaning.meaning], loose: stems.slice(at, at + meaning.length).filter(isKnown) });
      at += meaning.length - 1;
    } else if (together && isKnown(together)) {
      terms.push({
        exact: [together],
        loose: stems.slice(at, at + 2).filter((stem) => isKnown(stem) && stem.length > 1),
      });
      at++;
    } else if (beginning !== null && isLast) {
      break;
    } else if (isKnown(word.stem)) {
      if (!word.isStop) terms.push({ exact: [word.stem], loose: [word.stem] });
    } else if (pluralOfModel(word.stem).some(isKnown)) {
      terms.push({ exact: pluralOfModel(word.stem), loose: pluralOfModel(word.stem) });
    } else if (parts.length > 0 && parts.every(isKnown)) {
      terms.push({ exact: parts, loose: parts });
    } else if (!word.isStop) unknown.push(words[at] as string);
  }
  return { terms: firstOf(terms), unknown };
}

/** The first terms, of no more words together than are read. */
function firstOf(terms: readonly Term[]): Term[] {
  let words = 0;
  return terms.filter(({ exact, loose }) => {
    words += Math.max(exact.length, loose.length);
    return words <= MOST_WORDS;
  });
}

/** Several 'h100s' are several H100; but an L40S is no L40, and so this counts only where nothing has the whole word. */
function pluralOfModel(word: string): string[] {
  return /\p{N}s$/u.test(word) ? [word.slice(0, -1)] : [];
}

/** Two known words that were written in one: each has three letters at least. */
export function splitsOf(word: string): Array<[string, string]> {
  if (!/^\p{L}{6,}$/u.test(word)) return [];
  const letters = Array.from(word);
  return Array.from({ length: letters.length - 5 }, (_, at) => [
    letters.slice(0, at + 3).join(''),
    letters.slice(at + 3).join(''),
  ]);
}
