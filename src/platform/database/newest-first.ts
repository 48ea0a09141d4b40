// The SQL of lists that are told by their moments, a page at a time: a page begins after a moment and an id.
import { type RawBuilder, sql } from 'kysely';

/** The moment in a column, as microseconds since 1970. */
export function microsOf(moment: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(moment)}) * 1000000)::bigint::text`;
}

/** The first condition finds the place in the index, the second leaves out what was told of the same moment. */
export function olderThan(
  { micros, id: last }: { micros: string; id: string },
  columns: { moment: string; id: string },
): RawBuilder<boolean> {
  const [moment, id] = [sql.ref(columns.moment), sql.ref(columns.id)];
  const end = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return sql<boolean>`${moment} <= ${end} and (${moment} < ${end} or ${id} > ${last})`;
}

/** The same of a list that is told oldest first. */
export function newerThan(
  { micros, id: last }: { micros: string; id: string },
  columns: { moment: string; id: string },
): RawBuilder<boolean> {
  const end = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return sql<boolean>`(${sql.ref(columns.moment)}, ${sql.ref(columns.id)}) > (${end}, ${last})`;
}
