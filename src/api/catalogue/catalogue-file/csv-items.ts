import type { CsvError } from 'csv-parse';
import { unguardCell } from '../../text/csv-cell.rules.ts';
import { printable } from '../../text/printable-text.rules.ts';
import { type ColumnNames, columnKey } from './catalogue-file.ts';
import { type Columns, readHeader } from './catalogue-format.rules.ts';
import { type CatalogueItem, LONGEST_ROW_BYTES } from './catalogue-item.ts';
import { createCsvRecords } from './csv-records.ts';
import { createLineCounter, type LineCounter } from './line-counter.ts';

/** How far a table was read, and what was come upon since the last look. */
type Table = {
  lines: LineCounter;
  lineBreak: string;
  /** Columns that it may lack, although they are required elsewhere. */
  optional: readonly string[];
  named: ColumnNames;
  items: CatalogueItem[];
  /** Null before the header. */
  columns: Columns | null;
  /** Why and from which line on the file cannot be read. */
  broken: { line: number; reason: string } | null;
  refused: boolean;
  /** The line of the last row that a stray quote has spoiled. */
  spoiledLine: number;
  /** Offset of the row that is read now. */
  rowStart: number;
  fed: number;
};

/**
 * The rows of a table whose first record is the header. Lines that are blank or hold only spaces are passed over.
 * After a quote that is not closed nothing says where a row begins, so reading ends there; a quote inside an unquoted
 * cell spoils only its own row.
 */
export async function* csvItems(
  content: AsyncIterable<Uint8Array>,
  lineEnd: 10 | 13,
  { optional = [], columns = asTheyAre }: { optional?: readonly string[]; columns?: ColumnNames | undefined } = {},
): AsyncGenerator<CatalogueItem> {
  const table = openTable(lineEnd, { optional, named: columns });
  const records = createCsvRecords(lineEnd, {
    onRecord: (cells, end) => takeRecord(table, cells, end),
    onFault: (error) => takeFault(table, error),
  });
  for await (const chunk of content) {
    table.lines.add(chunk);
    if (table.broken) table.lines.forget();
    else {
      table.fed += chunk.length;
      await records.feed(chunk);
      checkLength(table);
    }
    yield* takeItems(table);
    if (table.refused) return;
  }
  if (!table.broken) await records.end();
  if (table.broken) table.items.push(unreadableRest(table.broken, table.lines.total()));
  yield* takeItems(table);
}

const asTheyAre: ColumnNames = new Map();

function openTable(lineEnd: 10 | 13, { optional, named }: Pick<Table, 'optional' | 'named'>): Table {
  return {
    lines: createLineCounter(lineEnd),
    lineBreak: lineEnd === 10 ? '\n' : '\r',
    optional,
    named,
    items: [],
    columns: null,
    broken: null,
    refused: false,
    spoiledLine: 0,
    rowStart: 0,
    fed: 0,
  };
}

function takeItems(table: Table): CatalogueItem[] {
  const { items } = table;
  table.items = [];
  return items;
}

function takeRecord(table: Table, cells: string[], end: number) {
  const { lines } = table;
  const bytes = end - table.rowStart;
  table.rowStart = end;
  const breaks = cells.reduce((count, cell) => count + countOf(table.lineBreak, cell), 0);
  const line = lines.lineOf(end) - breaks - (lines.endedBefore(end) ? 1 : 0);
  if (table.broken || table.refused || (cells.length === 1 && cells[0]?.trim() === '')) return;
  // A row of nothing, as spreadsheets write it below a table, is no row.
  if (table.columns && cells.every((cell) => cell.trim() === '')) return;
  if (table.columns) table.items.push(readRow(cells, table.columns, line, bytes));
  else takeHeader(table, cells, line);
}

function takeHeader(table: Table, cells: string[], line: number) {
  const names = cells.map(decode);
  if (!names.every((name) => name !== null)) return refuse(table, 'its first line is not valid UTF-8');
  const header = readHeader(
    names.map((name) => nameOf(name, table.named)),
    table.optional,
  );
  if (!header.ok) return refuse(table, header.reason);
  table.columns = header.columns;
  for (const name of header.columns.unknown) {
    // Left out by whoever imports.
    if (name === '' && table.named.size > 0) continue;
    const field = printable(name, 40);
    table.items.push({ kind: 'unknown', line, field, reason: `the column ${field} is not stored` });
  }
}

/** Columns that are left out have no name. */
function nameOf(given: string, named: ColumnNames): string {
  const name = named.get(columnKey(given));
  return name === undefined ? given : (name ?? '');
}

function takeFault(table: Table, error: CsvError) {
  if (table.broken || table.refused) return;
  if (!table.columns)
    return refuse(table, 'it is neither JSON with one object per line nor CSV: its first line has a stray quote');
  const start = Number(error.bytes);
  const line = table.lines.lineOf(start);
  table.rowStart = start;
  if (error.code !== 'INVALID_OPENING_QUOTE') {
    table.broken = { line, reason: 'a quote that is opened here is not closed' };
  } else if (table.spoiledLine !== line) {
    table.spoiledLine = line;
    const reason = 'there is a quote inside a cell that does not start with one';
    table.items.push({ kind: 'unreadable', line, field: '', reason, values: {} });
  }
}

/** csv-parse has a limit of its own, but it does not count the separators. */
function checkLength(table: Table) {
  if (table.fed - table.rowStart <= LONGEST_ROW_BYTES || table.broken || table.refused) return;
  const reason = `the row is longer than ${LONGEST_ROW_BYTES / 1024 / 1024} MB (a quote that is not closed?)`;
  if (table.columns) table.broken = { line: table.lines.lineOf(table.rowStart), reason };
  else refuse(table, 'its first line is far too long for a header');
}

function refuse(table: Table, reason: string) {
  table.refused = true;
  table.items.push({ kind: 'refused', reason });
}

function unreadableRest({ line, reason }: { line: number; reason: string }, lines: number): CatalogueItem {
  const more = lines - line;
  const rest = more > 0 ? `; the rest of the file could not be read (${more} more ${more > 1 ? 'lines' : 'line'})` : '';
  return { kind: 'unreadable', line, field: '', reason: reason + rest, values: {} };
}

function readRow(cells: string[], columns: Columns, line: number, bytes: number): CatalogueItem {
  const { names } = columns;
  const values: Record<string, unknown> = {};
  let fault: { field: string; reason: string } | null = null;
  for (const [index, cell] of cells.entries()) {
    const name = names[index];
    if (!name) continue;
    const text = decode(cell);
    if (text !== null) values[name] = unguardCell(text);
    else fault ??= { field: name, reason: `${name} is not valid UTF-8` };
  }
  // Spreadsheets leave out the empty cells at the end of a row, or write some behind it.
  for (const name of names.slice(cells.length)) if (name) values[name] = '';
  if (cells.slice(names.length).some((cell) => cell.trim() !== '')) {
    fault = {
      field: '',
      reason: `${cells.length} ${cells.length === 1 ? 'field' : 'fields'}, ${names.length} expected`,
    };
  }
  return fault ? { kind: 'unreadable', line, values, ...fault } : { kind: 'row', line, bytes, values };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The UTF-8 text of a cell read byte by byte, or null. */
function decode(cell: string): string | null {
  if (!/[\u0080-\u00ff]/.test(cell)) return cell;
  try {
    return utf8.decode(Buffer.from(cell, 'latin1'));
  } catch {
    return null;
  }
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++;
  return count;
}
