import { randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Whose turn is over for so long is gone on with by another process. */
const LEASE_SECONDS = 60;
/** A third of a lease. */
const BEAT_MS = 20_000;

/** Which row, and by which lease it is held. `worker` is new with each: who has lost a row and got it again, or has two turns at once, has two of them. */
type Held = { id: string; worker: string };

type Lease<Row> = {
  /** One that is to be gone on with, and that no process is at; it is held from now on. */
  take: (db: QueryExecutorProvider) => Promise<(Row & { worker: string }) | undefined>;
  /** It is still at it. */
  keep: (db: QueryExecutorProvider, held: Held) => Promise<void>;
  /** Keeps it until what this answers is called, however long the work takes. */
  beat: (db: QueryExecutorProvider, held: Held) => () => void;
  /** Another process goes on with it at once. */
  end: (db: QueryExecutorProvider, held: Held) => Promise<void>;
};

/** Until when it is held, from now on. */
export const leasedUntil = sql<Date>`now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

/**
 * Long work that a row of a table tells of, with the columns `worker` and `leased_until`: one process is at it, and another goes on with it when that one
 * has died. `due`: which rows are to be gone on with; `earliest`: by what the next one is chosen.
 */
export function createLease<Row>(of: {
  table: string;
  key: string;
  due: RawBuilder<unknown>;
  earliest: string;
  /** Other changes when it is taken, and when it is given back. */
  onTake?: RawBuilder<unknown>;
  onEnd?: RawBuilder<unknown>;
}): Lease<Row> {
  const table = sql.table(of.table);
  const key = sql.ref(of.key);
  const also = (more: RawBuilder<unknown> | undefined) => (more ? sql`, ${more}` : sql``);

  async function renew(db: QueryExecutorProvider, { id, worker }: Held) {
    await sql`update ${table} set leased_until = ${leasedUntil} where ${key} = ${id} and worker = ${worker}`.execute(
      db,
    );
  }

  return {
    async take(db) {
      const { rows } = await sql<
        Row & { worker: string }
      >`update ${table} set worker = ${randomUUID()}, leased_until = ${leasedUntil} ${also(of.onTake)}
        where ${key} = (select ${key} from ${table} where ${of.due} and (leased_until is null or leased_until < now())
          order by ${sql.ref(of.earliest)} limit 1 for update skip locked)
        returning *`.execute(db);
      return rows[0];
    },
    keep: renew,
    beat(db, held) {
      const timer = setInterval(() => void renew(db, held).catch(() => {}), BEAT_MS).unref();
      return () => clearInterval(timer);
    },
    async end(db, { id, worker }) {
      await sql`update ${table} set worker = null, leased_until = null ${also(of.onEnd)}
        where ${key} = ${id} and worker = ${worker}`.execute(db);
    },
  };
}
