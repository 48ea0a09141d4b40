// The words of a text as the search compares them. Made here and not in the database, so that every database folds alike.
import { foldName } from '../../text/search-text.rules.ts';

/** A word as it stands in a text, in lower case and without accents; `joined` when only a hyphen parts it from the one before. */
export type Word = { text: string; joined: boolean };

/** Letters and digits in one piece; a point or comma between digits belongs to the number. */
const pieces = /[\p{L}\p{N}\p{M}]+(?:[.,]\p{N}[\p{L}\p{N}]*)*/gu;
const asciiPieces = /[a-z0-9]+(?:[.,][0-9][a-z0-9]*)*/g;
const accents = /[\u0300-\u036f]/g;
const notAscii = /[\u0080-\uffff]/;

/** A longer piece is no word but a file, a key or a wall of letters: its beginning is enough to find it. */
const LONGEST_WORD = 40;

const stopLabels = new Set(
  'a an and are as at be by can do for from has have how i in into is it its me my need no not of on or our so than that the their them then there these this to up want was we what when which who will with you your'.split(
    ' ',
  ),
);

export function isStopWord(word: string): boolean {
  return stopLabels.has(word);
}

/** Every word of a text, in its order. */
export function wordsOf(text: string): Word[] {
  const folded = foldForSearch(text);
  const words: Word[] = [];
  let end = -2;
  for (const match of folded.matchAll(notAscii.test(folded) ? pieces : asciiPieces)) {
    const joined = match.index === end + 1 && folded[end] === '-';
    words.push({ text: wordOf(match[0]), joined });
    end = match.index + match[0].length;
  }
  return words;
}

/** The text, folded, with other words in the place of some, and everything else as it was written. */
export function replaceWords(text: string, instead: ReadonlyMap<string, string>): string {
  return foldForSearch(text).replace(pieces, (piece) => instead.get(wordOf(piece)) ?? piece);
}

function wordOf(piece: string): string {
  return beginningOf(piece.replaceAll(',', ''), LONGEST_WORD);
}

/** A letter beyond U+FFFF is two code units, and stays whole: no database takes one half of it. */
export function beginningOf(word: string, units: number): string {
  const next = word.charCodeAt(units);
  return word.slice(0, next >= 0xdc00 && next <= 0xdfff ? units + 1 : units);
}

/** NFKC and lower case as for names, and without accents. */
function foldForSearch(text: string): string {
  const folded = foldName(text);
  return notAscii.test(folded) ? folded.normalize('NFD').replace(accents, '').normalize('NFC') : folded;
}

/** The runs of letters and of digits of a word: 'rtx4090' is 'rtx' and '4090'. */
export function partsOf(word: string): string[] {
  return word.match(/[\p{N}.]+|[^\p{N}.]+/gu) ?? [];
}

export function isNumber(word: string): boolean {
  return /^[\p{N}.]+$/u.test(word);
}

/** A word without the ending of its plural (the S-stemmer, with the endings after a hiss): 'gpus' is 'gpu'. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /\p{N}/u.test(word)) return word;
  // A virus is one, GPUs are several.
  if (/(ss|us|is)$/.test(word) && !/^\wpus$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
