// A whole list as a file, piece by piece: however many rows there are, so much is in memory as a page has.
import { stringify } from 'csv-stringify/sync';
import { guardCell, toCell } from '../../text/csv-cell.rules.ts';
import { type PageAsked, readList } from './list-page.store.ts';
import type { Db, ListSource } from './list-source.sql.ts';

const ROWS = 500;

/** The rows that fit, in the order of the list, with these columns. What is changed meanwhile may be told as it was or as it is. */
export async function* exportList(
  db: Db,
  source: ListSource,
  asked: Omit<PageAsked, 'beside' | 'limit'>,
  { format, columns }: { format: 'csv' | 'jsonl'; columns: readonly string[] },
): AsyncGenerator<string> {
  if (format === 'csv') yield stringify([[...columns]]);
  for await (const page of readList(db, source, { ...asked, limit: ROWS })) {
    const rows = page.map(({ row }) => columns.map((name) => row[name] ?? null));
    if (format === 'csv') yield stringify(rows.map((cells) => cells.map((cell) => guardCell(toCell(cell)))));
    else
      yield rows
        .map((cells) => `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, cells[at]])))}\n`)
        .join('');
  }
}
