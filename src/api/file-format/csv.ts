import { CsvError } from 'csv-parse';
import { type Options, parse } from 'csv-parse/sync';
import type { Column } from '#contract/file-format.ts';
import { type ByteSource, Unreadable } from './byte-source.ts';
import { commonType, typeOfText } from './column-type.rules.ts';
import type { Inspection } from './inspection.ts';
import { countRecords } from './row-count.rules.ts';
import { makeSample, shownColumns } from './sample.rules.ts';
import { countThrough, type TextHead } from './text-head.ts';

const delimiters = [',', ';', '\t', '|'];
/** Records that types are guessed from. */
const READ_RECORDS = 500;
const SNIFFED_RECORDS = 20;
const MOST_CELLS = 5_000;

/** Columns, rows and a sample of comma- or tab-separated values. */
export async function inspectCsv(source: ByteSource, head: TextHead, isTsv: boolean): Promise<Inspection> {
  const delimiter = isTsv ? '\t' : sniffDelimiter(head);
  const records = readRecords(head, delimiter, READ_RECORDS);
  const [first] = records;
  if (!first) throw new Unreadable('It has no rows.');
  if (first.length > MOST_CELLS) throw new Unreadable('Its first row has too many cells to be a table.');
  const wider = records.findIndex((record) => record.length > first.length);
  if (wider > 0)
    throw new Unreadable(`Row ${wider + 1} has more cells than the first one, so that its columns are not known.`);
  const header = isHeader(first, records[1]);
  const rows = header ? records.slice(1) : records;
  const columns = first.map((name, index) => columnOf(header ? name : `column ${index + 1}`, rows, index));
  const counted = await countThrough(source, head.gzip, countRecords(delimiter, lineEnd(head.text)));
  const count = counted === null ? null : counted - (header ? 1 : 0);
  return {
    facts: {
      kind: 'table',
      format: delimiter === '\t' ? 'tsv' : 'csv',
      compressed: head.gzip ? 'gzip' : null,
      columns: shownColumns(columns),
      column_count: columns.length,
      rows: count,
      header,
      delimiter,
    },
    sample: makeSample(columns, rows, count === rows.length),
    reason: null,
  };
}

/** Whether the text looks like a table of at least two columns: for files whose name says nothing. */
export function looksLikeCsv(head: TextHead): boolean {
  return delimiters.some((delimiter) => {
    const { columns, records } = sniffed(head, delimiter);
    return columns > 1 && records > 2;
  });
}

/** The one by which most columns stand in every row. */
function sniffDelimiter(head: TextHead): string {
  const found = delimiters.map((delimiter) => ({ delimiter, columns: sniffed(head, delimiter).columns }));
  return found.reduce((best, one) => (one.columns > Math.max(best.columns, 1) ? one : best)).delimiter;
}

function sniffed(head: TextHead, delimiter: string): { columns: number; records: number } {
  try {
    const records = readRecords(head, delimiter, SNIFFED_RECORDS);
    const columns = records[0]?.length ?? 0;
    return records.every((record) => record.length === columns)
      ? { columns, records: records.length }
      : { columns: 0, records: 0 };
  } catch {
    return { columns: 0, records: 0 };
  }
}

function readRecords({ text, isWhole }: TextHead, delimiter: string, most: number): string[][] {
  const records: string[][] = [];
  const options: Options = {
    delimiter,
    to: most,
    relax_column_count: true,
    skip_empty_lines: true,
    onRecord: (record: unknown) => {
      records.push(record as string[]);
      return null;
    },
  };
  try {
    parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The text may be cut in a cell that has lines.
    if (error.code === 'CSV_QUOTE_NOT_CLOSED' && !isWhole && records.length > 0) return records;
    throw new Unreadable(`Its quotes are not those of CSV, in row ${records.length + 1}.`);
  }
  return records;
}

/**
 * Names, each once, and none of them a number or a date; the first may be empty, as pandas writes it above its row numbers. A single row of texts
 * is a header without rows.
 */
function isHeader(first: string[], second: string[] | undefined): boolean {
  const [begin = '', ...others] = first;
  const names = begin.trim() === '' ? others : first;
  if (names.length === 0 || names.some((name) => typeOfText(name) !== 'text')) return false;
  if (new Set(first.map((name) => name.trim())).size < first.length) return false;
  // Texts above texts may be either; files of data have a header, as a rule, unless one name is long as a sentence.
  return second === undefined || first.every((name) => name.length <= 100);
}

/** What ends a line, outside of quotes: old programs write a return alone. */
function lineEnd(text: string): '\n' | '\r' {
  const [, end = '\n'] = /^(?:[^"\r\n]|"[^"]*")*(\r?\n|\r)/.exec(text.slice(0, 64 * 1024)) ?? [];
  return end === '\r' ? '\r' : '\n';
}

function columnOf(name: string, rows: string[][], index: number): Column {
  const type = rows.reduce<Column['type'] | null>((seen, row) => commonType(seen, typeOfText(row[index] ?? '')), null);
  return { name: name.trim(), type: type ?? 'unknown' };
}
