// Differences between two texts: whole words, and what is removed before what is added in its place.
import { diffArrays } from 'diff';
import type { TextBlock, TextPart } from '#contract/selling/listing/difference.ts';

/** Lines or words of both texts that are compared with each other; texts of more are shown whole, before and after. */
const MOST_TOKENS = 12_000;
/** Steps from one text to the other: the work grows with their square. */
const MOST_EDITS = 500;
/** Limits of the texts of one difference together: what is compared, and the squares of the steps. */
const TOKENS_AT_ALL = 60_000;
const SQUARES_AT_ALL = 4 * MOST_EDITS ** 2;
/** Where less than this part of the shorter text stays, both are told whole: word by word nobody could read it. */
const LEAST_SHARED = 0.3;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** How much may still be compared; one is shared by all texts of a difference. */
export type Work = { tokens: number; squares: number };

export function startWork(): Work {
  return { tokens: TOKENS_AT_ALL, squares: SQUARES_AT_ALL };
}

type Token = { text: string; key: string };
type Run<T> = { kind: TextPart['kind']; tokens: T[] };

/** Compares texts of several lines: lines that stay are told apart from those that change. */
export function compareLines(before: string, after: string, work: Work): TextBlock[] {
  const runs = compare(linesOf(before), linesOf(after), work);
  if (!runs) return [{ kind: 'changed', parts: whole(before, after) }];
  const blocks: TextBlock[] = [];
  for (const { same, removed, added } of groups(runs)) {
    if (same.length > 0) {
      const text = textOf(same);
      blocks.push({ kind: 'same', text, paragraphs: countParagraphs(text) });
    } else if (removed.length === added.length)
      for (const [index, line] of removed.entries())
        blocks.push({ kind: 'changed', parts: compareWords(line.text, added[index]?.text ?? '', work) });
    else blocks.push({ kind: 'changed', parts: compareWords(textOf(removed), textOf(added), work) });
  }
  // The end of the last line is no line of its own.
  const showsChange = before === after || blocks.some(isChange);
  return showsChange ? blocks : [{ kind: 'changed', parts: whole(before, after) }];
}

function isChange(block: TextBlock): boolean {
  return block.kind === 'changed' && block.parts.some(({ kind }) => kind !== 'same');
}

/** Compares a line, or lines that are read as one. Spaces alone count only where nothing else differs. */
export function compareWords(before: string, after: string, work: Work): TextPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: after }];
  if (before === '' || after === '') return whole(before, after);
  const runs = compare(wordsOf(before, work), wordsOf(after, work), work);
  if (!runs?.some(({ kind }) => kind !== 'same')) return whole(before, after);
  const shared = runs.filter(({ kind }) => kind === 'same').reduce((sum, { tokens }) => sum + textOf(tokens).length, 0);
  if (shared / Math.min(before.length, after.length) < LEAST_SHARED) return whole(before, after);
  return groups(runs).flatMap(({ same, removed, added }) => [
    ...part('same', textOf(same)),
    ...part('removed', textOf(removed)),
    ...part('added', textOf(added)),
  ]);
}

/** Null where comparing them would cost too much. */
function compare(before: Token[] | null, after: Token[] | null, work: Work): Run<Token>[] | null {
  if (!before || !after) return null;
  const tokens = before.length + after.length;
  if (tokens > MOST_TOKENS || tokens > work.tokens) return null;
  const most = Math.min(MOST_EDITS, Math.floor(Math.sqrt(work.squares)));
  const changes = diffArrays(before, after, {
    comparator: (one, other) => one.key === other.key,
    maxEditLength: most,
  });
  const edits = changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0) ?? most;
  work.tokens -= tokens;
  work.squares -= edits ** 2;
  return (
    changes?.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      tokens: value,
    })) ?? null
  );
}

type Group = { same: Token[]; removed: Token[]; added: Token[] };

/** Groups of what stays and of what is replaced take turns. */
function groups(runs: Run<Token>[]): Group[] {
  const found: Group[] = [];
  for (const { kind, tokens } of runs) {
    const last = found.at(-1);
    const isSame = kind === 'same';
    const joins = last !== undefined && last.same.length > 0 === isSame;
    const group = joins ? last : { same: [], removed: [], added: [] };
    if (!joins) found.push(group);
    for (const token of tokens) group[kind].push(token);
  }
  return found;
}

function linesOf(text: string): Token[] | null {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.length > MOST_TOKENS) return null;
  const last = lines.length - 1;
  return lines.map((line, index) => ({ text: index < last ? `${line}\n` : line, key: line }));
}

/** Each word or sign with the spaces behind it, which do not make another word of it. */
function wordsOf(text: string, work: Work): Token[] | null {
  // A word has a letter at least: what is longer than this is not segmented first.
  if (text.length > 8 * Math.min(MOST_TOKENS, work.tokens)) return null;
  const tokens: Token[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = tokens.at(-1);
    if (last && /^\s+$/.test(segment)) last.text += segment;
    // '$900' is one word to its reader.
    else if (last && /^[$€£¥#@]$/.test(last.text)) tokens[tokens.length - 1] = joined(last, segment);
    else tokens.push({ text: segment, key: segment });
  }
  return tokens;
}

function joined({ text }: Token, segment: string): Token {
  return { text: text + segment, key: text + segment };
}

function textOf(tokens: Token[]): string {
  return tokens.map(({ text }) => text).join('');
}

function whole(before: string, after: string): TextPart[] {
  return [...part('removed', before), ...part('added', after)];
}

function part(kind: TextPart['kind'], text: string): TextPart[] {
  return text === '' ? [] : [{ kind, text }];
}

/** A paragraph begins after an empty line, and each entry of a list is one. */
function countParagraphs(text: string): number {
  let count = 0;
  let isInside = false;
  for (const line of text.split('\n')) {
    const isEmpty = line.trim() === '';
    if (!isEmpty && (!isInside || /^\s*([-*+]|\d{1,9}[.)])\s/.test(line))) count++;
    isInside = !isEmpty;
  }
  return count;
}
