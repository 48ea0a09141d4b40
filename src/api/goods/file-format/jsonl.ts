import { type Column, sampleLimits } from '#contract/goods/file-format.ts';
import { type ByteSource, Unreadable } from './byte-source.ts';
import { columnOfValues } from './column-type.rules.ts';
import type { Inspection } from './inspection.ts';
import { countLines } from './row-count.rules.ts';
import { makeSample, ShownMap, ShownValue, shownColumns } from './sample.rules.ts';
import { countThrough, type TextHead } from './text-head.ts';

/** Lines that columns and types are read from. */
const READ_LINES = 500;
const MOST_NAMES = 5_000;

/** Columns, rows and a sample of a file that has a JSON object on each line. */
export async function inspectJsonl(source: ByteSource, head: TextHead): Promise<Inspection> {
  const records = readRecords(head.text);
  const columns = columnsOf(records);
  const rows = await countThrough(source, head.gzip, countLines());
  const names = columns.slice(0, sampleLimits.columns).map((column) => column.name);
  const values = records.map((record) => names.map((name) => record.get(name) ?? null));
  const sample = makeSample(columns, values.slice(0, sampleLimits.rows), rows !== null && rows <= sampleLimits.rows);
  return {
    facts: {
      kind: 'table',
      format: 'jsonl',
      compressed: head.gzip ? 'gzip' : null,
      columns: shownColumns(columns),
      column_count: columns.length,
      rows,
      header: true,
      delimiter: null,
    },
    sample,
    reason: null,
    isDone: true,
  };
}

/** True if its first lines are objects: for files whose name says nothing. */
export function looksLikeJsonl({ text }: TextHead): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    return readRecords(text).length > 1;
  } catch {
    return false;
  }
}

/** The fields of an object, in the order of the file. */
type JsonObject = ReadonlyMap<string, unknown>;

function readRecords(text: string): JsonObject[] {
  const records: JsonObject[] = [];
  let begin = 0;
  for (let line = 1; begin < text.length && records.length < READ_LINES; line++) {
    const next = text.indexOf('\n', begin);
    const end = next < 0 ? text.length : next;
    const one = text.slice(begin, end).trim();
    begin = end + 1;
    if (one !== '') records.push(readObject(one, line));
  }
  if (records.length === 0) throw new Unreadable('It has no rows.');
  return records;
}

function readObject(text: string, line: number): JsonObject {
  const hasIntegerNames = INTEGER_NAME.test(text);
  let value: unknown;
  try {
    value = parse(hasIntegerNames ? withMarks(text) : text);
  } catch {
    throw new Unreadable(`Line ${line} is not JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unreadable(`Line ${line} is not a JSON object.`);
  return new Map(hasIntegerNames ? unmarkedEntries(value) : Object.entries(value));
}

function parse(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
}

/** JavaScript puts names that are integers before all others: with a mark they are names like others. */
const INTEGER_NAME = /"\d+"[ \t\r]*:/;
const MARK = '.';
/** Deeper nesting is not shown. */
const MARKED_DEPTH = 8;

/** The text with a mark before each name: the strings that a colon stands behind. */
function withMarks(text: string): string {
  let marked = '';
  let copied = 0;
  for (let quote = text.indexOf('"'); quote >= 0; ) {
    let end = quote + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    let next = end + 1;
    while (text[next] === ' ' || text[next] === '\t' || text[next] === '\r') next++;
    if (text[next] === ':') {
      marked += text.slice(copied, quote + 1) + MARK;
      copied = quote + 1;
    }
    quote = text.indexOf('"', end + 1);
  }
  return marked + text.slice(copied);
}

function unmarkedEntries(object: object, depth = 1): Array<[string, unknown]> {
  return Object.entries(object).map(([name, value]) => [name.slice(MARK.length), unmarked(value, depth)]);
}

function unmarked(value: unknown, depth: number): unknown {
  if (depth > MARKED_DEPTH || typeof value !== 'object' || value === null || value instanceof ShownValue) return value;
  if (Array.isArray(value)) return value.map((item) => unmarked(item, depth + 1));
  return new ShownMap(unmarkedEntries(value, depth + 1));
}

/** Digits or an exponent that a number of JavaScript may not have room for. */
const LONG_NUMBER = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const MOST_DIGITS = 400;

/** Numbers that would be rounded, such as ids of 64 bits, as they are written. */
function exactly(_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || decimalOf(source) === decimalOf(String(value))) return value;
  if (!/^-?\d+$/.test(source)) return new ShownValue(source, 'number');
  return source.length > MOST_DIGITS ? new ShownValue(source, 'integer') : BigInt(source);
}

/** One text for all ways to write a number, without its sign; null for what is none of JSON. */
function decimalOf(text: string): string | null {
  const [, whole, fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return end === 0 ? '0' : `${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** All names, in the order in which they come. */
function columnsOf(records: JsonObject[]): Column[] {
  const values = new Map<string, unknown[]>();
  for (const record of records)
    for (const [name, value] of record) {
      const seen = values.get(name) ?? [];
      seen.push(value);
      values.set(name, seen);
      if (values.size > MOST_NAMES) throw new Unreadable('Its objects have too many names to be the rows of a table.');
    }
  return [...values].map(([name, seen]) => columnOfValues(name, seen));
}
