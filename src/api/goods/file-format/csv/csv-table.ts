import { CsvError } from 'csv-parse';
import { type Options, parse } from 'csv-parse/sync';
import { Unreadable } from '../byte-source.ts';
import type { TextHead } from '../text-head.ts';
import { type CsvDialect, csvDialects, lineEndOf } from './csv-dialect.rules.ts';

export type CsvTable = {
  dialect: CsvDialect;
  records: string[][];
  /** The row after `records` that cannot be read, counted from 1; null where all that was asked for was read. */
  broken: number | null;
};

/** The first `most` records, in the first dialect in which no row is wider than the first one; else in the first that reads them all. */
export function readCsvTable(head: TextHead, delimiter: string, most: number): CsvTable {
  const tables: CsvTable[] = [];
  for (const dialect of csvDialects(delimiter, lineEndOf(head.text))) {
    const table = readInDialect(head, dialect, most);
    if (table.broken === null && widerRow(table.records) === null) return table;
    tables.push(table);
    // A row that is too wide by the rules of CSV is too wide; other rules would read quotes that were right as letters.
    if (table.broken === null && table === tables[0]) return table;
  }
  const whole = tables.find(({ broken }) => broken === null);
  // Rows before the fault by the rules of CSV, where no dialect reads the file.
  const [strict] = tables;
  const best = whole ?? strict;
  if (!best) throw new Error('there is no dialect');
  if (best.broken !== null && best.records.length < 2)
    throw new Unreadable(`Its quotes are not those of CSV, in row ${best.broken}.`);
  return best;
}

/** The first row that has more cells than the first one, but for empty ones at its end; counted from 1. */
export function widerRow(records: readonly string[][]): number | null {
  const width = records[0]?.length ?? 0;
  const index = records.findIndex((record) => record.slice(width).some((cell) => cell.trim() !== ''));
  return index < 0 ? null : index + 1;
}

/** All that was read in one dialect. */
export function readInDialect({ text, isWhole }: TextHead, dialect: CsvDialect, most: number): CsvTable {
  const records: string[][] = [];
  const options: Options = {
    delimiter: dialect.delimiter,
    record_delimiter: dialect.lineEnd === '\n' ? ['\r\n', '\n'] : ['\r'],
    quote: dialect.quote,
    escape: dialect.escape,
    ltrim: dialect.spaces,
    relax_quotes: dialect.stray,
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
    const isCut = error.code === 'CSV_QUOTE_NOT_CLOSED' && !isWhole && records.length > 0;
    return { dialect, records, broken: isCut ? null : records.length + 1 };
  }
  return { dialect, records, broken: null };
}
