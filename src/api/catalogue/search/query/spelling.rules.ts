// Which known word somebody means who has written one that nobody knows. Words are found by what is left of them without
// one or two letters (the method of SymSpell), so that looking one up costs the same however many words there are.
import { beginningOf } from '../words.rules.ts';

/** Only so many letters at the beginning take part in looking up: whoever has these right has the word. */
const LOOKED_UP = 7;

/**
 * Wrong letters that are forgiven between two words of which the longer one has so many: one from 5 letters and two from 9, as Algolia
 * and Typesense do. In shorter words one letter makes another word soon enough.
 */
export function forgivenLetters(length: number): number {
  return length < 5 ? 0 : length < 9 ? 1 : 2;
}

/** 'graphics' and 'grafics' sound the same. */
function bySound(word: string): string {
  return word.replaceAll('ph', 'f');
}

/** Remainders of the beginning of a word without as many letters as are forgiven; the whole beginning too. */
export function spellingVariants(word: string): string[] {
  const beginning = beginningOf(bySound(word), LOOKED_UP);
  const variants = new Set([beginning]);
  let shortened = [beginning];
  for (let wrong = 0; wrong < forgivenLetters(word.length + 1); wrong++) {
    shortened = shortened.flatMap(withoutEachLetter);
    for (const text of shortened) variants.add(text);
  }
  return [...variants];
}

function withoutEachLetter(text: string): string[] {
  let before = '';
  return Array.from(text, (letter) => {
    const shorter = before + text.slice(before.length + letter.length);
    before += letter;
    return shorter;
  });
}

/** Letters left out, put in, replaced, or swapped with the next one, to make one word of the other. */
export function wrongLetters(one: string, other: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1;
      let least = Math.min((now[at - 1] ?? 0) + 1, (before[at] ?? 0) + 1, (before[at - 1] ?? 0) + same);
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (twoBefore[at - 2] ?? 0) + 1);
      now.push(least);
    }
    twoBefore = before;
    before = now;
  }
  return before[other.length] ?? 0;
}

/** The words of those that were found for a misspelt one that are near enough to it, the nearest first. */
export function likelySpellings(misspelt: string, found: readonly string[]): Array<{ word: string; distance: number }> {
  return found
    .map((word) => ({ word, distance: distance(misspelt, word) }))
    .filter(
      ({ word, distance }) =>
        distance <= forgivenLetters(Math.max(word.length, misspelt.length)) + 0.5 ||
        isSwapped(misspelt, word) ||
        (distance <= 2 && isSameButVowels(misspelt, word)),
    )
    .filter(({ word, distance }) => distance <= 1 || word.length > SHORT || misspelt.length > SHORT)
    .sort((a, b) => a.distance - b.distance);
}

/** Letters of a word whose first one is right: 'mower' is no 'tower'. */
const SHORT = 5;

/** 'hnws': two letters behind the first one have changed places, which makes no other word of four letters. */
function isSwapped(one: string, other: string): boolean {
  return (
    one.length === 4 &&
    other.length === 4 &&
    one[0] === other[0] &&
    [...one].sort().join('') === [...other].sort().join('') &&
    wrongLetters(one, other) === 1
  );
}

/** 'vehical' and 'vehicle': long words are known by their consonants. */
function isSameButVowels(one: string, other: string): boolean {
  const bare = (word: string) => word.replace(/[aeiouy]/g, '');
  return Math.min(one.length, other.length) > SHORT && bare(one) === bare(other) && one[0] === other[0];
}

/** Wrong letters; a wrong first letter counts a little more, because people know how a word begins. */
function distance(misspelt: string, word: string): number {
  return wrongLetters(bySound(misspelt), bySound(word)) + (misspelt[0] === word[0] ? 0 : 0.5);
}
