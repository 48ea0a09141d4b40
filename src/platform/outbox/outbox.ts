// A table of what has to reach somebody else: written with what it tells about, in one transaction, and delivered
// afterwards. Every time in here is the database's: processes on several machines share the table, and their clocks differ.
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { failedRows } from './failed.ts';

type Db = QueryExecutorProvider;

/** A row that this process has taken. `attempts` counts this one; it also tells this claim from a later one. */
export type Claim = { id: string; attempts: number };

/** Rows by state; `overdueSeconds` is how long ago the one that is due first should have been taken. */
export type OutboxLength = { waiting: number; retrying: number; failed: number; overdueSeconds: number };

export type Outbox<Row> = {
  measure(db: Db): Promise<OutboxLength>;
  /** Takes the rows that have been due for longest, `most` of them. Nobody else is given them for `leaseSeconds`. */
  claim(db: Db, leaseSeconds: number, most: number): Promise<(Claim & Row)[]>;
  /** Takes one row that nobody has taken before, whether or not it is due; null when somebody has. */
  claimFirst(db: Db, leaseSeconds: number, id: string): Promise<(Claim & Row) | null>;
  renewLease(db: Db, claim: Claim, leaseSeconds: number): Promise<void>;
  markSent(db: Db, claim: Claim): Promise<void>;
  markForRetry(db: Db, claim: Claim, failure: string, delaySeconds: number): Promise<void>;
  markFailed(db: Db, claim: Claim, failure: string): Promise<void>;
  /** Forgets what was sent or has failed more than `days` ago. */
  forgetFinished(db: Db, days: number): Promise<void>;
};

/**
 * The outbox in `table`, which has the columns id, state ('waiting', 'sent', 'failed'), attempts, due_at, finished_at
 * and failure; `Row` is what a claim needs beside them. `emptiedWhenSent` names a column that nobody needs afterwards.
 */
export function createOutbox<Row>(
  table: string,
  options: { emptiedWhenSent?: string; except?: RawBuilder<boolean> } = {},
): Outbox<Row> {
  const rows = sql.table(table);
  const emptied = options.emptiedWhenSent ? sql`, ${sql.ref(options.emptiedWhenSent)} = null` : sql``;
  const failed = failedRows(options.except);
  const after = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
  /** The row as long as no one has taken it since: what a process says after its lease has ended does not count. */
  const claimed = ({ id, attempts }: Claim) => sql`id = ${id} and attempts = ${attempts} and state = 'waiting'`;

  return {
    async measure(db) {
      const { rows: measured } = await sql<OutboxLength>`select
        (select count(*) from ${rows} where state = 'waiting' and attempts = 0) as waiting,
        (select count(*) from ${rows} where state = 'waiting' and attempts > 0) as retrying,
        (select count(*) from ${rows} where ${failed}) as failed,
        (select extract(epoch from greatest(now() - min(due_at), interval '0')) from ${rows} where state = 'waiting')
          as "overdueSeconds"`.execute(db);
      const { overdueSeconds = 0, ...counts } = measured[0] ?? { waiting: 0, retrying: 0, failed: 0 };
      return { ...counts, overdueSeconds: Number(overdueSeconds ?? 0) };
    },
    async claim(db, leaseSeconds, most) {
      const taken = await sql<Claim & Row>`
        with due as materialized (
          select id as due_id from ${rows} where state = 'waiting' and due_at <= now()
          order by due_at limit ${most} for update skip locked
        )
        update ${rows} set attempts = attempts + 1, due_at = ${after(leaseSeconds)}
        from due where id = due_id
        returning *`.execute(db);
      return taken.rows;
    },
    async claimFirst(db, leaseSeconds, id) {
      const taken = await sql<Claim & Row>`
        update ${rows} set attempts = 1, due_at = ${after(leaseSeconds)}
        where id = ${id} and attempts = 0 and state = 'waiting'
        returning *`.execute(db);
      return taken.rows[0] ?? null;
    },
    async renewLease(db, claim, leaseSeconds) {
      await sql`update ${rows} set due_at = ${after(leaseSeconds)} where ${claimed(claim)}`.execute(db);
    },
    async markSent(db, claim) {
      await sql`update ${rows} set state = 'sent', failure = null, finished_at = now()${emptied}
        where ${claimed(claim)}`.execute(db);
    },
    async markForRetry(db, claim, failure, delaySeconds) {
      await sql`update ${rows} set failure = ${failure}, due_at = ${after(delaySeconds)}
        where ${claimed(claim)}`.execute(db);
    },
    async markFailed(db, claim, failure) {
      await sql`update ${rows} set state = 'failed', failure = ${failure}, finished_at = now()
        where ${claimed(claim)}`.execute(db);
    },
    async forgetFinished(db, days) {
      await sql`delete from ${rows}
        where state <> 'waiting' and finished_at < now() - make_interval(days => ${days})`.execute(db);
    },
  };
}
