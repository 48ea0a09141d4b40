import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** A row of an outbox that was given up. `failure` is a code that says why. */
export type FailedRow = { id: string; attempts: number; created_at: Date; finished_at: Date; failure: string | null };

/** Rows of one table that were given up, but for those that `except` names: whose failure is nobody's fault, such as a trial. */
export type FailedOf = { table: string; except?: RawBuilder<boolean> };

export const failedRows = (except?: RawBuilder<boolean>) =>
  except ? sql<boolean>`state = 'failed' and not (${except})` : sql<boolean>`state = 'failed'`;

/** So many at once: each is locked until all are due again. */
const AT_ONCE = 10_000;

/** Those given up last, `most` of them, with the other columns of the table. */
export async function listFailed<Row>(
  db: QueryExecutorProvider,
  { table, except }: FailedOf,
  most: number,
): Promise<Array<FailedRow & Row>> {
  const { rows } = await sql<FailedRow & Row>`select * from ${sql.table(table)} where ${failedRows(except)}
    order by finished_at desc, id limit ${most}`.execute(db);
  return rows;
}

/**
 * Makes failed rows due at once, from their first attempt on: these of `ids`, or all, the newest 10,000 of them. Others are left
 * alone. Answers how many. Deliveries look for due rows by themselves, within seconds.
 */
export async function sendFailedAgain(
  db: QueryExecutorProvider,
  { table, except }: FailedOf,
  ids: readonly string[] | null,
): Promise<number> {
  const which = ids ? sql`and id::text in (${sql.join([...ids, ''])})` : sql``;
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set state = 'waiting', attempts = 0, due_at = now(), finished_at = null, failure = null
    where id in (select id from ${sql.table(table)} where ${failedRows(except)} ${which} order by finished_at desc limit ${AT_ONCE} for update)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
