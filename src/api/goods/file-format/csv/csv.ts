import { type ByteSource, Unreadable } from '../byte-source.ts';
import type { Inspection } from '../inspection.ts';
import { countRecords } from '../row-count.rules.ts';
import { makeSample, shownColumns } from '../sample.rules.ts';
import { countThrough, type TextHead } from '../text-head.ts';
import { type CsvDialect, csvDialects, lineEndOf } from './csv-dialect.rules.ts';
import { columnNames, columnOfCells, isHeader, widthOf } from './csv-header.rules.ts';
import { type CsvTable, readCsvTable, readInDialect, widerRow } from './csv-table.ts';

const delimiters = [',', ';', '\t', '|'];
/** Records that types are guessed from. */
const READ_RECORDS = 500;
const SNIFFED_RECORDS = 20;
const MOST_CELLS = 5_000;

/** Excel's hint at the delimiter: a first line of its own, which is no row. */
const HINT = /^(?:sep=([,;\t|])|"sep=([,;\t|])")(?:\r\n|\n|\r|$)/i;

/** The text behind such a line, what it says, and how many rows it would be. */
function withoutHint(head: TextHead): { head: TextHead; hinted: string | null; skipped: number } {
  const hint = HINT.exec(head.text);
  if (!hint) return { head, hinted: null, skipped: 0 };
  const text = head.text.slice(hint[0].length);
  return { head: { ...head, text }, hinted: hint[1] ?? hint[2] ?? null, skipped: 1 };
}

/** Columns, rows and a sample of comma- or tab-separated values. */
export async function inspectCsv(source: ByteSource, given: TextHead, isTsv: boolean): Promise<Inspection> {
  const { head, hinted, skipped } = withoutHint(given);
  const delimiter = hinted ?? (isTsv ? '\t' : sniffDelimiter(head));
  const { table, counted } = await readCounted(source, head, { delimiter, skipped });
  const { records, broken } = table;
  const [first] = records;
  if (!first) throw new Unreadable('It has no rows.');
  if (first.length > MOST_CELLS) throw new Unreadable('Its first row has too many cells to be a table.');
  const wider = widerRow(records);
  if (wider !== null)
    throw new Unreadable(
      `Row ${wider + skipped} has more cells than the first one, so that its columns are not known.`,
    );
  const width = widthOf(records);
  const names = first.slice(0, width);
  const header = isHeader(names, records.slice(1));
  const rows = header ? records.slice(1) : records;
  const columns = (header ? columnNames(names) : names.map((_cell, index) => `column ${index + 1}`)).map(
    (name, index) => columnOfCells(name, rows, index),
  );
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
    reason:
      broken === null ? null : `Its quotes are not those of CSV, in row ${broken + skipped}: rows before it are shown.`,
    isDone: true,
  };
}

/** The table, and how many records the whole file has in the same dialect, but for those `skipped`; null where that is not known. */
async function readCounted(
  source: ByteSource,
  head: TextHead,
  { delimiter, skipped }: { delimiter: string; skipped: number },
) {
  const table = readCsvTable(head, delimiter, READ_RECORDS);
  if (table.broken !== null) return { table, counted: null };
  if (head.isWhole && table.records.length < READ_RECORDS) return { table, counted: table.records.length };
  for (const other of laterReadings(head, table)) {
    const counter = countRecords(other.dialect);
    const counted = await countThrough(source, head.gzip, counter);
    if (counted !== null) return { table: other, counted: counted - skipped };
    // Too long to be read to its end: it is so in every dialect.
    if (counter.end() !== null) break;
  }
  return { table, counted: null };
}

/** The table, and how else it may be read when a quote stands further down in the file than was looked for its dialect. */
function laterReadings(head: TextHead, table: CsvTable): CsvTable[] {
  const { dialect } = table;
  if (dialect.quote === null || dialect.stray) return [table];
  const others: CsvDialect[] = [
    ...(dialect.delimiter === '\t' ? [{ ...dialect, quote: null }] : []),
    { ...dialect, stray: true },
  ];
  const tables = others.map((other) => readInDialect(head, other, READ_RECORDS));
  return [table, ...tables.filter(({ records, broken }) => broken === null && widerRow(records) === null)];
}

/** True if the text looks like a table of at least two columns: for files whose name says nothing. */
export function looksLikeCsv(given: TextHead): boolean {
  const { head } = withoutHint(given);
  return delimiters.some((delimiter) => {
    const [strict] = csvDialects(delimiter, lineEndOf(head.text));
    if (!strict) return false;
    const { records, broken } = readInDialect(head, strict, SNIFFED_RECORDS);
    const columns = records[0]?.length ?? 0;
    return broken === null && columns > 1 && records.length > 2 && records.every((row) => row.length === columns);
  });
}

/** The one by which most columns stand in every row, by rules of quotes; where none has a row for every column, in most of the rows. */
function sniffDelimiter(head: TextHead): string {
  const found = delimiters.map((delimiter) => ({ delimiter, ...sniffed(head, delimiter) }));
  const [best] = found.sort(
    (one, other) => other.quality - one.quality || other.full - one.full || other.columns - one.columns,
  );
  return best && best.quality > 0 ? best.delimiter : ',';
}

/** Columns, and the share of the rows that have a cell for each. `quality`: 2 where quotes follow a rule, 0 where this is no table of columns. */
function sniffed(head: TextHead, delimiter: string): { columns: number; full: number; quality: 0 | 1 | 2 } {
  const none = { columns: 0, full: 0, quality: 0 } as const;
  try {
    const { records, broken, dialect } = readCsvTable(head, delimiter, SNIFFED_RECORDS);
    const columns = records[0]?.length ?? 0;
    const full = records.filter((record) => record.length >= columns).length / records.length;
    if (broken !== null || columns < 2 || widerRow(records) !== null || full <= 0.5) return none;
    return { columns, full, quality: dialect.stray || dialect.quote === null ? 1 : 2 };
  } catch {
    return none;
  }
}
