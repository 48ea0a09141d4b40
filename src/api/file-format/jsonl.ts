import { type Column, sampleLimits } from '#contract/file-format.ts';
import { type ByteSource, Unreadable } from './byte-source.ts';
import { columnOfValues } from './column-type.rules.ts';
import type { Inspection } from './inspection.ts';
import { countLines } from './row-count.rules.ts';
import { makeSample, ShownValue, shownColumns } from './sample.rules.ts';
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
  const values = records.map((record) => names.map((name) => (Object.hasOwn(record, name) ? record[name] : null)));
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

/** Whether its first lines are objects: for files whose name says nothing. */
export function looksLikeJsonl({ text }: TextHead): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    return readRecords(text).length > 1;
  } catch {
    return false;
  }
}

type JsonObject = Record<string, unknown>;

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
  let value: unknown;
  try {
    value = LONG_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
  } catch {
    throw new Unreadable(`Line ${line} is not JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unreadable(`Line ${line} is not a JSON object.`);
  return value as JsonObject;
}

/** Digits or an exponent that a number of JavaScript may not have room for. */
const LONG_NUMBER = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const MOST_DIGITS = 400;

/** Numbers that would be rounded, such as ids of 64 bits, as they are written. */
function exactly(_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source.length > MOST_DIGITS) return value;
  if (/^-?\d+$/.test(source)) return BigInt(source);
  return source.length > 15 || !Number.isFinite(value) ? new ShownValue(source, 'number') : value;
}

/** All names, in the order in which they come. */
function columnsOf(records: JsonObject[]): Column[] {
  const values = new Map<string, unknown[]>();
  for (const record of records)
    for (const name of Object.keys(record)) {
      const seen = values.get(name) ?? [];
      seen.push(record[name]);
      values.set(name, seen);
      if (values.size > MOST_NAMES) throw new Unreadable('Its objects have too many names to be the rows of a table.');
    }
  return [...values].map(([name, seen]) => columnOfValues(name, seen));
}
