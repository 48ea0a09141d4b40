// The SQL of lists that are told newest first, a page at a time.
import { type RawBuilder, sql } from 'kysely';
import type { ListCursor } from './list-cursor.rules.ts';

/** The moment in a column, as a cursor holds it. */
export function microsOf(moment: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(moment)}) * 1000000)::bigint::text`;
}

/** The first condition finds the place in the index, the second leaves out what was told of the same moment. */
export function olderThan(
  { micros, id: last }: ListCursor,
  columns: { moment: string; id: string },
): RawBuilder<boolean> {
  const [moment, id] = [sql.ref(columns.moment), sql.ref(columns.id)];
  const end = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return sql<boolean>`${moment} <= ${end} and (${moment} < ${end} or ${id} > ${last})`;
}
