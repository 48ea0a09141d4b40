// Terms of a query, word by word, once it is known which words there are.
import { type Analysed, analysed, rootWord } from '../index-keys.rules.ts';
import { phraseAt, phraseInOneWord, turnedPhrase } from '../vocabulary/phrases.rules.ts';
import { noVocabulary, type ShopVocabulary, synonymsIn } from '../vocabulary/shop-vocabulary.rules.ts';
import { LONGEST_PHRASE, turnedSynonyms } from '../vocabulary/synonyms.rules.ts';
import { isFiller, isGeneric, isLanguage, isTask } from '../vocabulary/weak-words.rules.ts';
import { otherSpellings, wordsOf } from '../words.rules.ts';

/** More words are not read, nor looked up where one was written for several. */
export const MOST_WORDS = 8;
const negations = new Set(['no', 'not', 'without']);
/** Ways in which one term is looked up. */
const MOST_WAYS = 10;

/** One way in which a product answers a term: it has all of the words. */
export type Way = { words: readonly string[]; weight: number };

/** One thing that is asked for, by the words that were written and all the ways in which a product may say it. */
export type Term = {
  asked: readonly string[];
  ways: readonly Way[];
  weight: number;
  /** True if the vocabulary has it. */
  isOfField: boolean;
};

/** Words of a phrase apart count less than what is asked for by itself, so that they do not make the phrase common. */
const WEIGHT = { apart: 0.73, root: 0.75, model: 0.7, parts: 0.8, generic: 0.3, language: 0.5 };

/** The words of a query that are read, in their order: words that say nothing take no place among them, up to as many again. */
export function queryWords(query: string): string[] {
  const all = wordsOf(query).map((word) => word.text);
  let telling = 0;
  return all.slice(0, 2 * MOST_WORDS).filter((word) => saysNothing(word) || ++telling <= MOST_WORDS);
}

/** True for what is no thing to look for: 'the', 'buy'. */
export function saysNothing(word: string): boolean {
  return analysed(word).isStop || isFiller(word);
}

/** Everything by which the words could stand in the index. */
export function possibleWords(words: readonly string[], vocabulary: ShopVocabulary = noVocabulary): string[] {
  const terms = readTerms(words, () => true, null, vocabulary);
  return [
    ...new Set([
      ...terms.flatMap((choices) => choices.flatMap(({ ways }) => ways.flatMap((way) => way.words))),
      ...words.flatMap((word) => partsToFind(analysed(word))),
    ]),
  ];
}

type Choice = Term & {
  length: number;
  /** Word without which the choice is none: two words are one where the index has that one. */
  needs: string | null;
};

/** For each word, what may be meant from there on; the first one that the index knows is. */
function readTerms(
  words: readonly string[],
  isKnown: (word: string) => boolean,
  beginning: string | null,
  vocabulary: ShopVocabulary,
): Choice[][] {
  const all = words.map(analysed);
  const isTyped = (at: number, length: number) => beginning !== null && length === 1 && at === words.length - 1;
  return all.map((_, at) =>
    choicesAt(words, all, at, vocabulary)
      .filter(({ length, needs }) => !isTyped(at, length) && (needs === null || isKnown(needs)))
      .map((choice) => ({ ...choice, ways: firstWays(choice.ways.filter((way) => way.words.every(isKnown))) })),
  );
}

function choicesAt(
  words: readonly string[],
  all: readonly Analysed[],
  at: number,
  vocabulary: ShopVocabulary,
): Choice[] {
  const word = all[at] as Analysed;
  const stems = all.map((one) => one.stem);
  const phrase = phraseAt(stems, at);
  const choices: Choice[] = [];
  const add = (length: number, ways: readonly Way[], more: Partial<Choice> = {}) => {
    choices.push({
      asked: words.slice(at, at + length),
      ways,
      weight: 1,
      isOfField: false,
      needs: null,
      length,
      ...more,
    });
  };
  // A translation or a synonym of several words, the longest first, but for what a phrase says better.
  for (let length = LONGEST_PHRASE; length > (phrase?.length ?? 1); length--) {
    const several = stems.slice(at, at + length);
    const synonyms = several.length === length ? synonymsIn(vocabulary, several) : [];
    // The meaning of 'not hosted' is the contrary of its word's.
    const isNegated = several.some((stem) => negations.has(stem));
    const literal = isNegated ? [] : [{ words: several.filter((stem) => !analysed(stem).isStop), weight: 1 }];
    if (synonyms.length > 0) add(length, [...literal, ...waysOf(synonyms)], { isOfField: true });
  }
  if (phrase)
    add(phrase.length, [{ words: [phrase.thing], weight: 1 }, ...waysOf(synonymsIn(vocabulary, [phrase.thing]))], {
      isOfField: true,
    });
  for (const { stems: apart, length } of spannedAt(all, at)) {
    const thing = phraseAt(apart, 0);
    const [first = '', second = ''] = apart;
    const turned =
      thing?.length === apart.length ? thing.thing : apart.length === 2 ? turnedPhrase([first, second]) : null;
    const synonyms = turned
      ? synonymsIn(vocabulary, [turned])
      : [...synonymsIn(vocabulary, apart), ...(apart.length === 2 ? turnedSynonyms([first, second]) : [])];
    if (turned || synonyms.length > 0) {
      const literal = [
        { words: apart, weight: WEIGHT.apart },
        { words: apart.map((one) => rootWord(analysed(one).root)), weight: WEIGHT.apart },
      ];
      add(length, [...(turned ? [{ words: [turned], weight: 1 }] : []), ...literal, ...waysOf(synonyms)], {
        isOfField: true,
      });
    }
  }
  const together = writtenTogether(all, at);
  const third = all[at + 2];
  // 'mi 300 x'
  if (third && word.isLetters && all[at + 1]?.isNumber && third.isLetters && third.stem.length < 3) {
    const model = stems.slice(at, at + 3).join('');
    add(3, [{ words: [model], weight: 1 }], { needs: model });
  }
  const rejoined = together ? phraseAt([together, ...stems.slice(at + 2)], 0) : null;
  if (rejoined)
    add(rejoined.length + 1, [
      { words: [rejoined.thing], weight: 1 },
      ...waysOf(synonymsIn(vocabulary, [rejoined.thing])),
    ]);
  if (together && synonymsIn(vocabulary, [together]).length > 0)
    add(2, [{ words: [together], weight: 1 }, ...waysOf(synonymsIn(vocabulary, [together]))]);
  if (together) {
    const parts = stems.slice(at, at + 2).filter((stem) => stem.length > 1);
    const ways = [
      { words: [together], weight: 1 },
      { words: parts, weight: WEIGHT.parts },
    ];
    add(2, ways, { needs: together, ...(isGeneric(together) && { weight: WEIGHT.generic }) });
  }
  const [, from, to] = /^(\p{L}+)2(\p{L}+)$/u.exec(word.stem) ?? [];
  const thing = from && to ? phraseAt([from, 'to', to], 0) : null;
  if (thing) add(1, [{ words: [thing.thing], weight: 1 }, ...waysOf(synonymsIn(vocabulary, [thing.thing]))]);
  const joined = phraseInOneWord(word.stem);
  if (joined) {
    const synonyms = [...synonymsIn(vocabulary, [word.stem]), ...synonymsIn(vocabulary, [joined])];
    add(1, [{ words: [word.stem], weight: 1 }, { words: [joined], weight: 1 }, ...waysOf(synonyms)], {
      isOfField: true,
    });
  }
  if (!saysNothing(word.stem) || all.every(({ stem }) => saysNothing(stem))) {
    const spellings = [word.stem, ...otherSpellings(words[at] ?? '')];
    const weight = spellings.some(isGeneric) ? WEIGHT.generic : isLanguage(word.stem) ? WEIGHT.language : 1;
    const synonyms = spellings.flatMap((one) => waysOf(synonymsIn(vocabulary, [one])));
    add(1, [...spellings.map((one) => ({ words: [one], weight: 1 })), ...rootWays(word), ...synonyms], {
      weight,
      isOfField: synonyms.length > 0,
    });
    const parts = partsToFind(word);
    add(1, compoundWays(word.stem, vocabulary));
    for (const [first, second] of splitsOfModel(word.stem)) add(1, [{ words: [first, second], weight: 1 }]);
    const plural = pluralOfModel(word.stem).map((one) => ({ words: [one], weight: 1 }));
    add(1, [...plural, ...(parts.length > 0 ? [{ words: parts, weight: 1 }] : [])]);
  }
  return choices;
}

/**
 * Two or three words from one on, without the words between them that say nothing: 'cancel their subscription'. Two words that
 * stand beside each other are meant, too, for those who turn them round.
 */
function spannedAt(all: readonly Analysed[], at: number): Array<{ stems: string[]; length: number }> {
  if (saysNothing(all[at]?.stem ?? '')) return [];
  const places = all.flatMap(({ stem }, place) => (place >= at && !saysNothing(stem) ? [place] : []));
  return [3, 2].flatMap((count) => {
    const last = places[count - 1];
    if (last === undefined || last - at + 1 > LONGEST_SPAN) return [];
    return [{ stems: places.slice(0, count).map((place) => all[place]?.stem ?? ''), length: last - at + 1 }];
  });
}

/** Words from the first one of a phrase to its last. */
const LONGEST_SPAN = 5;

/** Ways to say a word that was written for two: 'knowledgebase', 'Beschriftungswerkzeug'. */
function compoundWays(word: string, vocabulary: ShopVocabulary): Way[] {
  return splitsOf(word).flatMap(([first, second]) => {
    const thing = phraseAt([first, second], 0);
    if (thing?.length === 2)
      return [{ words: [thing.thing], weight: 1 }, ...waysOf(synonymsIn(vocabulary, [thing.thing]))];
    const together = synonymsIn(vocabulary, [first, second]);
    if (together.length > 0) return waysOf(together);
    // German puts an 's' between.
    const base = synonymsIn(vocabulary, [first]).length > 0 ? first : first.replace(/s$/, '');
    const main = waysOf(synonymsIn(vocabulary, [base]));
    if (main.length === 0) return [];
    if (isGeneric(second) || isTask(second)) return main;
    return main.flatMap((one) =>
      waysOf(synonymsIn(vocabulary, [second])).map((other) => ({
        words: [...one.words, ...other.words],
        weight: one.weight * other.weight,
      })),
    );
  });
}

function firstWays(ways: readonly Way[]): Way[] {
  const seen = new Set<string>();
  return ways
    .filter(({ words }) => {
      const name = words.join(' ');
      const isNew = words.length > 0 && !seen.has(name);
      seen.add(name);
      return isNew;
    })
    .slice(0, MOST_WAYS);
}

/** 'sorting' is found in 'sorts' and 'sort'. */
function rootWays({ stem, root, isLetters, isNumber }: Analysed): Way[] {
  if (isNumber) return [];
  if (!isLetters) return [{ words: [rootWord(stem)], weight: WEIGHT.model }];
  const ways = [{ words: [rootWord(root)], weight: WEIGHT.root }];
  return root === stem ? ways : [...ways, { words: [root], weight: WEIGHT.root }];
}

function waysOf(synonyms: ReadonlyArray<{ words: readonly string[]; weight: number }>): Way[] {
  return synonyms.flatMap(({ words, weight }) => {
    const phrase = phraseAt(words, 0);
    const found =
      phrase && phrase.length === words.length ? [phrase.thing] : words.filter((word) => !analysed(word).isStop);
    const [only] = found;
    const root =
      found.length === 1 && only
        ? rootWays(analysed(only)).map((way) => ({ ...way, weight: way.weight * weight }))
        : [];
    return [{ words: found, weight }, ...root.slice(0, 1)];
  });
}

/** Parts of a word of letters and digits to look up; more of them are no model but a key, or a wall of text. */
function partsToFind({ parts }: Analysed): readonly string[] {
  // 'rtx4070tisuper': both belong to the name of a card, and no letter case is left that parts them.
  const apart = parts.flatMap((part) => /^(ti)(super)$/.exec(part)?.slice(1) ?? [part]);
  return apart.length <= MOST_WORDS ? apart : [];
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
  vocabulary: ShopVocabulary = noVocabulary,
): { terms: Term[]; unknown: string[] } {
  const terms: Term[] = [];
  const unknown: string[] = [];
  const all = readTerms(words, isKnown, beginning, vocabulary);
  for (let at = 0; at < words.length; at++) {
    const choices = all[at] ?? [];
    const found = choices.find(({ ways }) => ways.length > 0);
    const phrase = choices.find(({ length }) => length > 1 && choices.length > 0 && isPhrase(words, at, length));
    // Where no product has what a phrase says, none of its words alone says it: 'text to speech' is no text.
    if (phrase && phrase.ways.length === 0 && (!found || found.length < phrase.length)) {
      unknown.push(phrase.asked.join(' '));
      at += phrase.length - 1;
    } else if (found) {
      const { length, ...term } = found;
      terms.push(term);
      at += length - 1;
    } else if (beginning === null || at < words.length - 1) {
      const word = words[at] as string;
      if (!saysNothing(word) && !isGeneric(analysed(word).stem)) unknown.push(word);
    }
  }
  return { terms: terms.slice(0, MOST_WORDS), unknown };
}

function isPhrase(words: readonly string[], at: number, length: number): boolean {
  return (
    phraseAt(
      words.map((word) => analysed(word).stem),
      at,
    )?.length === length
  );
}

/** Several 'h100s' are several H100; but an L40S is no L40, and so this counts only where nothing has the whole word. */
function pluralOfModel(word: string): string[] {
  return /\p{N}s$/u.test(word) ? [word.slice(0, -1)] : [];
}

/** Letters of a longest word that is looked up in two parts. */
const LONGEST_MODEL = 12;

/** 'rtxa6000' is 'rtx' and 'a6000', 'a100sxm' is 'a100' and 'sxm'. */
function splitsOfModel(word: string): Array<[string, string]> {
  const [, letters = ''] = /^([a-z]{3,})\d+[a-z]{0,2}$/.exec(word) ?? [];
  if (word.length > LONGEST_MODEL) return [];
  const [, model, form] = /^([a-z]{1,3}\d+)([a-z]{3,})$/.exec(word) ?? [];
  if (model && form) return [[model, form]];
  return Array.from({ length: Math.max(0, letters.length - 2) }, (_, at) => [
    word.slice(0, letters.length - at - 1),
    word.slice(letters.length - at - 1),
  ]);
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
