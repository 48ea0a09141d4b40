// Where a page of a list ends that is told newest first: the next one begins after it, whatever was added meanwhile.
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

/** `micros`: microseconds since 1970, as digits; `id`: of the last one told, among those of the same moment. */
export type ListCursor = { micros: string; id: string };

const cursorSchema = z.tuple([z.string().regex(/^\d{1,16}$/), z.string().max(200)]);

export function writeListCursor({ micros, id }: ListCursor): string {
  return Buffer.from(JSON.stringify([micros, id])).toString('base64url');
}

/** Null when the text is no cursor of ours. */
export function readListCursor(text: string): ListCursor | null {
  try {
    const [micros, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return id.includes('\0') || !id.isWellFormed() ? null : { micros, id };
  } catch {
    return null;
  }
}

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
