import { type CsvError, parse } from 'csv-parse';
import { type Columns, readHeader } from './catalogue-format.rules.ts';
import { type CatalogueItem, LONGEST_ROW_BYTES } from './catalogue-item.ts';
import { unguardCell } from './csv-cell.rules.ts';
import { createLineCounter } from './line-counter.ts';
import { printable } from './printable-text.rules.ts';

/**
 * The rows of a table whose first record is the header. Lines that are blank or hold only spaces are passed over.
 * After a quote that is not closed nothing says where a row begins, so reading ends there; a quote inside an unquoted
 * cell spoils only its own row.
 */
export async function* csvItems(content: AsyncIterable<Uint8Array>, lineEnd: 10 | 13): AsyncGenerator<CatalogueItem> {
  const table = createTableReader(lineEnd);
  for await (const chunk of content) {
    await table.feed(chunk);
    yield* table.takeItems();
    if (table.isRefused()) return;
  }
  await table.end();
  yield* table.takeItems();
}

function createTableReader(lineEnd: 10 | 13) {
  const lines = createLineCounter(lineEnd);
  const lineBreak = lineEnd === 10 ? '\n' : '\r';
  const state = {
    items: [] as CatalogueItem[],
    columns: null as Columns | null,
    /** Why and from which line on the file cannot be read. */
    broken: null as { line: number; reason: string } | null,
    refused: false,
    spoiledLine: 0,
    rowStart: 0,
    fed: 0,
  };

  const parser = parse({
    // One character per byte: csv-parse then replaces no broken letter, and each cell is decoded strictly below.
    encoding: 'latin1',
    record_delimiter: lineEnd === 10 ? ['\r\n', '\n'] : ['\r'],
    relax_column_count: true,
    skip_records_with_error: true,
    // Nothing goes down the stream itself, as a stream that fails throws away what it has not handed over yet.
    on_record(cells: string[], { bytes }) {
      onRecord(cells, bytes);
      return null;
    },
    on_skip(error) {
      if (error) onFault(error);
    },
  });

  function onRecord(cells: string[], end: number) {
    const bytes = end - state.rowStart;
    state.rowStart = end;
    const breaks = cells.reduce((count, cell) => count + countOf(lineBreak, cell), 0);
    const line = lines.lineOf(end) - breaks - (lines.endedBefore(end) ? 1 : 0);
    if (state.broken || state.refused || (cells.length === 1 && cells[0]?.trim() === '')) return;
    if (state.columns) state.items.push(readRow(cells, state.columns, line, bytes));
    else startTable(cells, line);
  }

  function startTable(cells: string[], line: number) {
    const names = cells.map(decode);
    if (!names.every((name) => name !== null)) return refuse('its first line is not valid UTF-8');
    const header = readHeader(names);
    if (!header.ok) return refuse(header.reason);
    state.columns = header.columns;
    for (const name of header.columns.unknown) {
      const field = printable(name, 40);
      state.items.push({ kind: 'unknown', line, field, reason: `the column ${field} is not stored` });
    }
  }

  function onFault(error: CsvError) {
    if (state.broken || state.refused) return;
    if (!state.columns)
      return refuse('it is neither JSON with one object per line nor CSV: its first line has a stray quote');
    const start = Number(error.bytes);
    const line = lines.lineOf(start);
    state.rowStart = start;
    if (error.code !== 'INVALID_OPENING_QUOTE') {
      state.broken = { line, reason: 'a quote that is opened here is not closed' };
    } else if (state.spoiledLine !== line) {
      state.spoiledLine = line;
      const reason = 'there is a quote inside a cell that does not start with one';
      state.items.push({ kind: 'unreadable', line, field: '', reason, values: {} });
    }
  }

  function refuse(reason: string) {
    state.refused = true;
    state.items.push({ kind: 'refused', reason });
  }

  return {
    isRefused: () => state.refused,
    takeItems(): CatalogueItem[] {
      const { items } = state;
      state.items = [];
      return items;
    },
    async feed(chunk: Uint8Array) {
      lines.add(chunk);
      if (state.broken) return lines.forget();
      state.fed += chunk.length;
      await new Promise<void>((resolve, reject) => {
        parser.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
      // csv-parse has a limit of its own, but it does not count the separators.
      if (state.fed - state.rowStart <= LONGEST_ROW_BYTES || state.broken || state.refused) return;
      const reason = `the row is longer than ${LONGEST_ROW_BYTES / 1024 / 1024} MB (a quote that is not closed?)`;
      if (state.columns) state.broken = { line: lines.lineOf(state.rowStart), reason };
      else refuse('its first line is far too long for a header');
    },
    async end() {
      if (!state.broken) await new Promise<void>((resolve) => parser.end(resolve));
      if (!state.broken) return;
      const { line, reason } = state.broken;
      const more = lines.total() - line;
      const rest =
        more > 0 ? `; the rest of the file could not be read (${more} more ${more > 1 ? 'lines' : 'line'})` : '';
      state.items.push({ kind: 'unreadable', line, field: '', reason: reason + rest, values: {} });
    },
  };
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
  if (cells.length !== names.length) {
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
