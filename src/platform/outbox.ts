// A table of what has to reach somebody else: written with what it tells about, in one transaction, and delivered
// afterwards. Every time in here is the database's: processes on several machines share the table, and their clocks differ.
import { type QueryExecutorProvider, sql } from 'kysely';

type Db = QueryExecutorProvider;

/** A row that this process has taken. `attempts` counts this one; it also tells this claim from a later one. */
export type Claim = { id: string; attempts: number };

export type Outbox<Row> = {
  /** Takes the row that has been due for longest, or answers null. Nobody else is given it for `leaseSeconds`. */
  claim(db: Db, leaseSeconds: number): Promise<(Claim & Row) | null>;
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
export function createOutbox<Row>(table: string, options: { emptiedWhenSent?: string } = {}): Outbox<Row> {
  const rows = sql.table(table);
  const emptied = options.emptiedWhenSent ? sql`, ${sql.ref(options.emptiedWhenSent)} = null` : sql``;
  const after = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
  /** The row as long as no one has taken it since: what a process says after its lease has ended does not count. */
  const claimed = ({ id, attempts }: Claim) => sql`id = ${id} and attempts = ${attempts} and state = 'waiting'`;

  return {
    async claim(db, leaseSeconds) {
      const taken = await sql<Claim & Row>`
        update ${rows} set attempts = attempts + 1, due_at = ${after(leaseSeconds)}
        where id = (
          select id from ${rows} where state = 'waiting' and due_at <= now()
          order by due_at limit 1 for update skip locked
        )
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
