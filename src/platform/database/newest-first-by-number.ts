import { type SelectQueryBuilder, sql } from 'kysely';

/** A page of a list begins with the row below the number `before` (null: with the newest) and has `limit` rows at most. */
export type NumberedPage = { before: number | null; limit: number };

/** The query's rows a page at a time, newest first, where a column numbers them in the order of their making. */
export function newestFirst<Tables, Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { before, limit }: NumberedPage,
  column = 'number',
): SelectQueryBuilder<Tables, Table, Row> {
  const number = sql.ref<number>(column);
  const older = before === null ? rows : rows.where(number, '<', before);
  return older.orderBy(number, 'desc').limit(limit);
}
