// How a text stands in lines: by the bidirectional algorithm (UAX #9), with each piece in the first font that has its signs.
import * as bidiModule from 'bidi-js';

// Its types are those of a module, while Node loads its script: the default is the maker itself.
const bidi = (bidiModule.default as unknown as () => bidiModule.Bidi)();

/** Text that is drawn at once, in the order in which it stands on the line from left to right. `font` is the number of its font. */
export type Piece = { text: string; font: number };

type Measure = (piece: Piece) => number;
/** True if the font of this number has a sign for a code point. */
type HasSign = (font: number, point: number) => boolean;

const strong = /[^\p{Script=Common}\p{Script=Inherited}]/u;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u200f\u202b\u202e\u2067]/u;
/** Between any two of these a line may break. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Marks that belong to the sign before them, and characters that only say in which direction others stand. */
const joined = /^[\p{M}\u200c\u200d]$/u;
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** The number of a font for each code unit: the first that has its sign, and the first of all where none has. */
export function fontsOf(text: string, fonts: number, has: HasSign): number[] {
  const chosen: number[] = [];
  let last = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const isKept = /\s/.test(character) || joined.test(character);
    if (!isKept || !has(last, point))
      last = Math.max(
        0,
        Array.from({ length: fonts }, (_, font) => font).findIndex((font) => has(font, point)),
      );
    for (let unit = 0; unit < character.length; unit++) chosen.push(last);
  }
  return chosen;
}

/** The lines of a text, each as the pieces that stand on it. A paragraph has the direction of its first strong character. */
export function linesOf(
  text: string,
  { width, fonts, has, measure }: { width: number; fonts: number; has: HasSign; measure: Measure },
): Piece[][] {
  return text.split('\n').flatMap((paragraph) => {
    const chosen = fontsOf(paragraph, fonts, has);
    const levels = bidi.getEmbeddingLevels(paragraph);
    const pieces = (from: number, to: number) => inOrder(paragraph, { from, to, levels, chosen });
    const wide = (from: number, to: number) => pieces(from, to).reduce((sum, piece) => sum + measure(piece), 0);
    return breakLines(paragraph, width, wide).map(([from, to]) => pieces(from, to));
  });
}

/** From where to where each line goes, without the spaces at its end. */
function breakLines(text: string, width: number, wide: (from: number, to: number) => number): Array<[number, number]> {
  const lines: Array<[number, number]> = [];
  let start = 0;
  let end = 0;
  const close = (next: number) => {
    lines.push([start, end]);
    start = next;
    end = next;
  };
  for (const [from, to] of wordsOf(text)) {
    if (end > start && wide(start, to) > width) close(from);
    // A word that is longer than a line goes over several.
    if (wide(start, to) > width)
      for (const [begin, until] of signsOf(text, { from, to }, (...sign) => wide(...sign) <= width)) {
        if (end > start && wide(start, until) > width) close(begin);
        end = until;
      }
    end = to;
  }
  if (end > start || lines.length === 0) lines.push([start, end]);
  return lines;
}

/** Letters and what belongs to them are no longer than this. */
const LONGEST_SIGN = 8;

/** From where to where each sign of a word goes; of one that is wider than a line, with accents without end, each part of it. */
function signsOf(
  text: string,
  { from, to }: { from: number; to: number },
  fits: (from: number, to: number) => boolean,
): Array<[number, number]> {
  return [...graphemes.segment(text.slice(from, to))].flatMap(({ index, segment }): Array<[number, number]> => {
    const begin = from + index;
    if (segment.length <= LONGEST_SIGN || fits(begin, begin + segment.length)) return [[begin, begin + segment.length]];
    let until = begin;
    return [...segment].map((part) => {
      until += part.length;
      return [until - part.length, until];
    });
  });
}

/** Text between two places where a line may break, without the spaces behind it. */
function wordsOf(text: string): Array<[number, number]> {
  const found: Array<[number, number]> = [];
  let isOpen = false;
  for (const { index, segment } of words.segment(text)) {
    const isSpace = /^\s+$/.test(segment);
    const last = found.at(-1);
    const before = index === 0 ? '' : text.slice(index - 1, index);
    const mayBreak = unspaced.test(segment) && unspaced.test(before);
    if (isSpace) isOpen = false;
    else if (last && isOpen && !mayBreak) last[1] = index + segment.length;
    else found.push([index, index + segment.length]);
    if (!isSpace) isOpen = true;
  }
  return found;
}

type Given = { from: number; to: number; levels: ReturnType<typeof bidi.getEmbeddingLevels>; chosen: number[] };

/** The pieces of a line from left to right. Each is one word of one direction in one font, or the spaces between two. */
function inOrder(text: string, { from, to, levels, chosen }: Given): Piece[] {
  if (to <= from) return [];
  const order = bidi.getReorderedIndices(text, levels, from, to - 1).slice(from, to);
  const level = (index: number) => levels.levels[index] ?? 0;
  const isTurned = (index: number) => level(index) % 2 === 1;
  const mirrored = (index: number) => (isTurned(index) ? bidi.getMirroredCharacter(text[index] ?? '') : null);
  const kind = (index: number) => /\s/.test(text[index] ?? '');
  const groups: number[][] = [];
  for (const index of order) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const step = isTurned(index) ? -1 : 1;
    if (
      group &&
      last !== undefined &&
      index === last + step &&
      level(index) === level(last) &&
      chosen[index] === chosen[last] &&
      kind(index) === kind(last)
    )
      group.push(index);
    else groups.push([index]);
  }
  return groups.flatMap((group) => {
    const first = group[0] ?? 0;
    const logical = [...group].sort((a, b) => a - b);
    const said = logical
      .map((index) => mirrored(index) ?? text[index])
      .join('')
      .replaceAll(controls, '');
    return said === '' ? [] : [{ text: asShaped(said, isTurned(first)), font: chosen[first] ?? 0 }];
  });
}

/**
 * As the font has to be given it: it turns round what begins with a letter of a script from right to left, so that the letters are joined in their order,
 * and nothing else.
 */
function asShaped(text: string, isRightToLeft: boolean): string {
  const [letter = ''] = text.match(strong) ?? [];
  const turns = letter !== '' && rightToLeft.test(letter);
  if (turns === isRightToLeft) return text;
  return [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');
}
