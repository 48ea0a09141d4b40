// The words of a text as the search compares them. Made here and not in the database, so that every database folds alike.
import { stemmer } from 'stemmer';
import { foldName } from '../../text/search-text.rules.ts';

/** A word as it stands in a text, in lower case and without accents; `joined` when only a hyphen parts it from the one before. */
export type Word = { text: string; joined: boolean };

/** Letters and digits in one piece; a point or comma between digits belongs to the number. */
const pieces = /[\p{L}\p{N}\p{M}]+(?:[.,]\p{N}[\p{L}\p{N}]*)*/gu;
const asciiPieces = /[a-z0-9]+(?:[.,][0-9][a-z0-9]*)*/g;
/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and vowel signs of Arabic, which readers leave out. */
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
const notAscii = /[\u0080-\uffff]/;
/** Letters that have no decomposition, as people write them who do not have the key (case folding of Unicode, and custom). */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};
const lettersApart = /[ßæœøđðþłħıŋ]/g;
/** Scripts that are written without spaces between the words: every pair of their signs is a word here. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー\p{M}]+/gu;
const hasUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A longer piece is no word but a file, a key or a wall of letters: its beginning is enough to find it. */
const LONGEST_WORD = 40;

const stopLabels = new Set(
  `a about all also am an and any are as at be but by can could did do does for from get give had has have help how i
  if in into is it its let me my need no not of on or our please should so some than that the their them then there
  these they this those to up us want was we were what when where which who will with would you your
  whether while without within since until because each every other others more most such both too very just again here once`.split(
    /\s+/,
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
    for (const piece of partsByScript(match[0])) words.push({ text: wordOf(piece), joined });
    end = match.index + match[0].length;
  }
  return words;
}

/** '東京AI' is '東京' and 'ai'; a run of signs without spaces is its pairs, so that any part of it is found. */
function partsByScript(piece: string): string[] {
  if (!hasUnspaced.test(piece)) return [piece];
  const parts: string[] = [];
  let end = 0;
  for (const { 0: run, index } of piece.matchAll(unspaced)) {
    if (index > end) parts.push(piece.slice(end, index));
    parts.push(...pairsOf(run));
    end = index + run.length;
  }
  if (end < piece.length) parts.push(piece.slice(end));
  return parts;
}

function pairsOf(run: string): string[] {
  const signs = Array.from(run);
  return signs.length < 3 ? [run] : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
}

/** True for a sign, or a pair of signs, of a script without spaces. */
export function isPair(word: string): boolean {
  return hasUnspaced.test(word);
}

/** The text, folded, with other words in the place of some, and everything else as it was written. */
export function replaceWords(text: string, instead: ReadonlyMap<string, string>): string {
  return foldForSearch(text).replace(pieces, (piece) => instead.get(wordOf(piece)) ?? piece);
}

function wordOf(piece: string): string {
  const word = beginningOf(piece.replaceAll(',', ''), LONGEST_WORD);
  return gigabytes.test(word) ? `${/^[\d.]*/.exec(word)?.[0] ?? ''}gb` : word;
}

/** '192gib', '80g' and 'gig': one unit for finding. */
const gigabytes = /^(?:gi[bg]s?|gbs|gigabytes?|\d[\d.]*(?:g|gi[bg]s?|gbs|gigabytes?))$/;

/** A letter beyond U+FFFF is two code units, and stays whole: no database takes one half of it. */
export function beginningOf(word: string, units: number): string {
  const next = word.charCodeAt(units);
  return word.slice(0, next >= 0xdc00 && next <= 0xdfff ? units + 1 : units);
}

/** Without accents; 'ß' is 'ss'. */
export function accentless(name: string): string {
  if (!notAscii.test(name)) return name;
  return name
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(lettersApart, (letter) => letters[letter] ?? letter);
}

/** NFKC and lower case as for names, without accents; '70 billion' is '70b'. */
export function foldForSearch(text: string): string {
  const folded = accentless(foldName(text));
  return /illion|\dbn|watt/.test(folded) ? folded.replace(wordedUnits, (_, number, word) => number + word[0]) : folded;
}

const wordedUnits = /(\d)[ -]?(million|billion|trillion|bn|watt)s?\b/g;

/** How somebody writes a word who has no umlauts: 'ueber' beside 'über'; null where it has none. */
export function withoutUmlauts(text: string): string | null {
  const name = foldName(text).normalize('NFC');
  return /[äöüø]/.test(name)
    ? foldForSearch(name.replace(/[äöü]/g, (letter) => `${umlauts[letter]}e`).replaceAll('ø', 'oe'))
    : null;
}

const umlauts: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u' };

/** The runs of letters and of digits of a word: 'rtx4090' is 'rtx' and '4090'. */
export function partsOf(word: string): string[] {
  return word.match(/[\p{N}.]+|[^\p{N}.]+/gu) ?? [];
}

export function isNumber(word: string): boolean {
  return /^[\p{N}.]+$/u.test(word);
}

/** '120000' as people say it: '120k'; null where nobody would. */
export function inThousands(number: string): string | null {
  const [, digits, zeros = ''] = /^(\d{1,4}?)((?:000)+)$/.exec(number) ?? [];
  const letter = ['', 'k', 'm', 'b'][zeros.length / 3];
  return digits && letter ? digits + letter : null;
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

/**
 * Remainder of a word of English letters without its endings (Porter's stemmer), by which 'sorting' finds 'sorts'; British
 * spellings are American ones.
 */
export function rootOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return stemmer(american(word));
}

/** Plurals of English that no ending tells. */
const irregular = new Map(
  `leaves leaf halves half shelves shelf wolves wolf knives knife calves calf mice mouse feet foot teeth tooth men man women woman
  children child geese goose indices index vertices vertex matrices matrix criteria criterion phenomena phenomenon`
    .split(/\s+/)
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1] ?? word] as const] : [])),
);

/** How else a word is written: 'neighbour' is 'neighbor', 'leaves' are of a leaf. */
export function otherSpellings(word: string): string[] {
  const stem = singular(word);
  return [american(stem), irregular.get(word) ?? stem].filter((one) => one !== stem);
}

/** 'labelling' is 'labeling', 'quantisation' is 'quantization', 'colour' is 'color'; 'selling' and 'hour' are what they are. */
function american(word: string): string {
  return word
    .replace(/^([a-z]{3,})is(e[drs]?|ers?|ing|ations?)$/, '$1iz$2')
    .replace(/^([a-z]{3,}[aeiou])ll(ed|ing|ers?)$/, '$1l$2')
    .replace(/^([a-z]{3,})our$/, '$1or');
}
