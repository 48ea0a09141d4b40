// The first rows of a table as people read them: short, on one line, and free of characters that move or hide others.

import { type Column, type ColumnType, mostColumns, type Sample, sampleLimits } from '#contract/goods/file-format.ts';
import { cutText } from '#contract/text/cut-text.ts';

/** A text of a file as it may be shown: what breaks lines is a space, what turns the reading direction is replaced. */
export function shownText(text: string, most: number = sampleLimits.cellLetters): string {
  const clean = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(/[\t\n\v\f\r\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\u{FFFD}');
  return clean.length > most ? `${cutText(clean, most)}…` : clean;
}

/** Text of a cell. Nothing is read of a value beyond what is shown. */
export function cellText(value: unknown): string {
  return shownText(plainText(value, { letters: sampleLimits.cellLetters * 2, depth: 6 }, true));
}

/** A value whose text is known already; it is no text of the file. */
export class ShownValue {
  readonly text: string;
  readonly type: ColumnType;
  constructor(text: string, type: ColumnType) {
    this.text = text;
    this.type = type;
  }
}

/** An object whose names are those of the file, in its order, each as often as it is there. */
export class ShownMap {
  readonly entries: ReadonlyArray<[name: string, value: unknown]>;
  constructor(entries: ReadonlyArray<[name: string, value: unknown]>) {
    this.entries = entries;
  }
}

/** A value that is worked out when it is to be shown: most of what is nested is not. */
export class LazyValue {
  readonly read: () => unknown;
  constructor(read: () => unknown) {
    this.read = read;
  }
}

type Left = { letters: number; depth: number };

function plainText(value: unknown, left: Left, isCell: boolean): string {
  if (value === null || value === undefined) return isCell ? '' : spent(left, 'null');
  if (typeof value === 'string') {
    const begin = value.slice(0, Math.max(left.letters, 0) + 1);
    return spent(left, isCell ? begin : JSON.stringify(begin));
  }
  if (value instanceof ShownValue) return spent(left, value.text);
  if (value instanceof LazyValue) return plainText(value.read(), left, isCell);
  if (value instanceof Date) return spent(left, dateText(value));
  if (ArrayBuffer.isView(value))
    return spent(left, `${value.byteLength.toLocaleString('en-US')} ${value.byteLength === 1 ? 'byte' : 'bytes'}`);
  if (typeof value !== 'object') return spent(left, Object.is(value, -0) ? '-0' : String(value));
  if (left.depth === 0) return spent(left, '…');
  const inner = (part: unknown) => plainText(part, left, false);
  left.depth--;
  const entries = value instanceof ShownMap ? value.entries : Object.entries(value);
  const parts = Array.isArray(value)
    ? collected(value, left, inner)
    : collected(entries, left, ([key, held]) => {
        const name = inner(key);
        return `${name}: ${inner(held)}`;
      });
  left.depth++;
  return Array.isArray(value) ? `[${parts}]` : `{${parts}}`;
}

function collected<Part>(parts: readonly Part[], left: Left, text: (part: Part) => string): string {
  const texts: string[] = [];
  for (const part of parts) {
    if (left.letters <= 0) {
      texts.push('…');
      break;
    }
    texts.push(text(part));
    left.letters -= 2;
  }
  return texts.join(', ');
}

function spent(left: Left, text: string): string {
  left.letters -= text.length;
  return text;
}

/** Midnight of a day is the day. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return date.toISOString().replace(/T00:00:00\.000Z$|\.000Z$/, (end) => (end.startsWith('T') ? '' : 'Z'));
}

/** Names as they may be shown; what is beyond `most` is left out. */
export function shownColumns(columns: Column[], most: number = mostColumns): Column[] {
  return columns.slice(0, most).map((column) => ({ ...column, name: shownText(column.name) }));
}

/**
 * A sample of `rows`, which are as many values as there are columns. `isAll`: these are all rows of the file. Null where there is nothing to
 * show.
 */
export function makeSample(columns: Column[], rows: unknown[][], isAll: boolean): Sample | null {
  if (columns.length === 0 || rows.length === 0) return null;
  const shown = shownColumns(columns, sampleLimits.columns);
  const sample: Sample = { columns: shown, rows: [], truncated: !isAll || columns.length > shown.length };
  let letters = 0;
  for (const row of rows) {
    const cells = shown.map((_column, index) => cellText(row[index]));
    letters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (sample.rows.length === sampleLimits.rows || (letters > sampleLimits.letters && sample.rows.length > 0))
      return { ...sample, truncated: true };
    sample.rows.push(cells);
    if (cells.some((cell) => cell.endsWith('…'))) sample.truncated = true;
  }
  return sample;
}
