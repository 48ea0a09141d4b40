import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Faults in words, the first of each kind; and the number of all faults. */
export type Faults = { faults: string[]; found: number };

const MOST_FAULTS = 50;

/** `wrong`: a question whose rows have a `fault`, in words. */
export async function listFaults(db: QueryExecutorProvider, wrong: RawBuilder<unknown>): Promise<Faults> {
  const { rows } = await sql<{ fault: string; found: number }>`
    select fault, count(*) over ()::int as found from (${wrong}) as wrong order by fault limit ${MOST_FAULTS}`.execute(
    db,
  );
  return { faults: rows.map(({ fault }) => fault), found: rows[0]?.found ?? 0 };
}

/** Those of several questions that ask the same of several parts. */
export function joinFaults(parts: Faults[]): Faults {
  return {
    faults: parts.flatMap(({ faults }) => faults).slice(0, MOST_FAULTS),
    found: parts.reduce((sum, { found }) => sum + found, 0),
  };
}
