import { type QueryExecutorProvider, sql } from 'kysely';
import { observeJob } from './observe-job.ts';

/** After so long the next process takes the place of one that has begun a turn and not ended it. */
const LEASE_SECONDS = 60;
/** Of the time between two turns: a timer that comes a little early must not miss its turn. */
const PAUSE = 0.9;

export type Job = {
  db: QueryExecutorProvider;
  /** The same in every process that shares the database. */
  name: string;
  everyMs: number;
  work: () => Promise<void>;
  onError: (error: unknown) => void;
};

/**
 * Works now and then, in one of the processes that share the database: whoever finds a turn due takes it. When the one at
 * work dies another follows, at the latest a minute and `everyMs` later. A turn that takes longer than a minute may
 * overlap with the next: the work itself must bear that. Answers how to stop, which waits for the turn under way.
 */
export function runRegularly(job: Job): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= takeTurn(job)
      .catch(job.onError)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, job.everyMs).unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function takeTurn({ db, name, everyMs, work }: Job): Promise<void> {
  const turn = await begin(db, name);
  if (turn === null) return;
  try {
    await observeJob(name, work);
  } finally {
    await end(db, name, turn, (everyMs / 1_000) * PAUSE);
  }
}

/** Does `work` while no process begins a turn of the job, for a minute at most: turns are due again after it. */
export async function withoutTurns<T>(db: QueryExecutorProvider, name: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ turn: number }>`
    insert into platform.job as job (name, next_at) values (${name}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (name) do update set turn = job.turn + 1, started_at = now(), next_at = excluded.next_at
    returning turn`.execute(db);
  try {
    return await work();
  } finally {
    await end(db, name, rows[0]?.turn ?? 0, 0);
  }
}

/** The turn's number, or null when it is not due. */
async function begin(db: QueryExecutorProvider, name: string): Promise<number | null> {
  const { rows } = await sql<{ turn: number }>`
    insert into platform.job as job (name, next_at) values (${name}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (name) do update set turn = job.turn + 1, started_at = now(), next_at = excluded.next_at
    where job.next_at <= now()
    returning turn`.execute(db);
  return rows[0]?.turn ?? null;
}

async function end(db: QueryExecutorProvider, name: string, turn: number, pauseSeconds: number): Promise<void> {
  await sql`update platform.job set next_at = started_at + make_interval(secs => ${pauseSeconds})
    where name = ${name} and turn = ${turn}`.execute(db);
}
