import { Kysely, type LogEvent, PostgresDialect, type PostgresPool } from 'kysely';
import { createPool } from './database.ts';
import { createKeptPlans } from './kept-plans.ts';

/** Readers have the primary to turn to: a silent replica must not keep them waiting. */
const CONNECT_MS = 1_000;
const QUERY_MS = 5_000;

export type Replica<Tables> = {
  /** For single statements: each may go by another connection, and one that fails takes its connection with it. */
  kysely: Kysely<Tables>;
  /**
   * Called when a connection has ended. After a crash a replica may begin in an older state than it had shown before, so
   * that nothing holds any more that was known of it.
   */
  onDisconnect(callback: () => void): void;
  /** How far it is behind the primary, in seconds. */
  measureLag(): Promise<number>;
  close(): Promise<void>;
};

/** A read-only copy of the database, by the address of one server. Connections are made as they are needed. */
export function openReplica<Tables>(
  url: string,
  onStatement?: ((statement: LogEvent) => void) | undefined,
): Replica<Tables> {
  const pool = createPool(url, { max: 10, connectMs: CONNECT_MS, queryMs: QUERY_MS, plans: createKeptPlans() });
  const statements = {
    options: {},
    connect: async () => ({
      query: (sql: string, parameters: readonly unknown[]) => pool.query(sql, [...parameters]),
      release() {},
    }),
    end: () => pool.end(),
  } as unknown as PostgresPool;
  const log = onStatement ? { log: onStatement } : {};
  return {
    kysely: new Kysely<Tables>({ ...log, dialect: new PostgresDialect({ pool: statements }) }),
    onDisconnect: (callback) => void pool.on('remove', callback),
    async measureLag() {
      // While the primary has nothing to say, the time since it last said something is no lag.
      const { rows } = await pool.query(`select case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from now() - pg_last_xact_replay_timestamp()) end as seconds`);
      return Number(rows[0]?.seconds ?? 0);
    },
    close: () => pool.end(),
  };
}
