import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { currentRequestId } from '../http/request-id.ts';
import { observeJob } from './observe-job.ts';
import { repeat } from './repeat.ts';

/** After so long the next process takes the place of one that has begun a turn and not ended it. */
const LEASE_SECONDS = 60;
/** Share of the time between two turns: a timer that comes a little early must not miss its turn. */
const PAUSE = 0.9;

type Job = {
  db: QueryExecutorProvider;
  /** The same in every process that shares the database. */
  name: string;
  everyMs: number;
  work: () => Promise<void>;
  onError: (error: unknown) => void;
};

/**
 * Works now and then, in one of the processes that share the database: whoever finds a turn due takes it. When the one at
 * work dies another follows, at the latest a minute and `everyMs` later, or two minutes where nobody uses it (repeat.ts). A turn that takes longer than a minute may
 * overlap with the next: the work itself must bear that. Answers how to stop, which waits for the turn under way.
 */
export function runRegularly(job: Job): () => Promise<void> {
  const ofDatabase = runners.get(job.db) ?? new Map<string, () => void>();
  runners.set(job.db, ofDatabase);
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= takeTurn(job)
      .catch(job.onError)
      .finally(() => {
        running = null;
      });
  };
  const stop = repeat(run, job.everyMs);
  ofDatabase.set(job.name, run);
  run();
  return async () => {
    stop();
    ofDatabase.delete(job.name);
    await running;
  };
}

/** The jobs of this process, by the database that their turns are written down in. */
const runners = new WeakMap<QueryExecutorProvider, Map<string, () => void>>();

/** Carries the name of a job whose turn somebody has asked for. */
const ASKED_CHANNEL = 'job_asked_for';

/** Takes turns that other processes ask for, of the jobs that this one runs. */
export function takeTurnsAskedFor({
  kysely,
  listen,
}: Pick<Database<unknown>, 'listen'> & { kysely: QueryExecutorProvider }): Promise<void> {
  return listen(ASKED_CHANNEL, (name) => {
    const ofDatabase = runners.get(kysely);
    // After a lost connection nobody knows which.
    for (const run of name ? [ofDatabase?.get(name)] : (ofDatabase?.values() ?? [])) run?.();
  });
}

/**
 * Makes the next turn of a job due at once, and takes it where this process runs the job; those that run jobs hear of it elsewhere.
 * 'under way': somebody is at a turn; 'unknown': no turn of this name was ever begun.
 */
export async function runNow(db: QueryExecutorProvider, name: string): Promise<'begun' | 'under way' | 'unknown'> {
  const { rows } = await sql<{ due: boolean }>`
    with found as (select name, coalesce(ended_at >= started_at, false) or next_at <= now() as due from platform.job
        where name = ${name} for update),
      changed as (update platform.job as job set next_at = now() from found where job.name = found.name and found.due)
    select due from found`.execute(db);
  const [found] = rows;
  if (!found) return 'unknown';
  if (!found.due) return 'under way';
  const run = runners.get(db)?.get(name);
  if (run) run();
  else await sql`select pg_notify(${ASKED_CHANNEL}, ${name})`.execute(db);
  return 'begun';
}

async function takeTurn({ db, name, everyMs, work }: Job): Promise<void> {
  const turn = await begin(db, name, everyMs);
  if (turn === null) return;
  let failed: Failed | null = null;
  try {
    await observeJob(name, async () => {
      try {
        await work();
      } catch (error) {
        failed = { failure: nameOf(error), requestId: currentRequestId() ?? null };
        throw error;
      }
    });
  } finally {
    await end(db, name, turn, { pauseSeconds: (everyMs / 1_000) * PAUSE, failed });
  }
}

type Failed = { failure: string; requestId: string | null };

/** Without its text, which may hold what somebody wrote. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? `${error.name} ${code}` : error.name;
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
    await end(db, name, rows[0]?.turn ?? 0, { pauseSeconds: 0, failed: null });
  }
}

/** The turn's number, or null when it is not due. */
async function begin(db: QueryExecutorProvider, name: string, everyMs: number): Promise<number | null> {
  const { rows } = await sql<{ turn: number }>`
    insert into platform.job as job (name, next_at, every_seconds)
    values (${name}, now() + make_interval(secs => ${LEASE_SECONDS}), ${Math.round(everyMs / 1_000)})
    on conflict (name) do update set turn = job.turn + 1, started_at = now(), next_at = excluded.next_at,
      every_seconds = excluded.every_seconds
    where job.next_at <= now()
    returning turn`.execute(db);
  return rows[0]?.turn ?? null;
}

async function end(
  db: QueryExecutorProvider,
  name: string,
  turn: number,
  { pauseSeconds, failed }: { pauseSeconds: number; failed: Failed | null },
): Promise<void> {
  const failure = failed
    ? sql`, failed_at = clock_timestamp(), failure = ${failed.failure}, request_id = ${failed.requestId}`
    : sql``;
  await sql`update platform.job set next_at = started_at + make_interval(secs => ${pauseSeconds}), ended_at = clock_timestamp(),
      took_ms = extract(epoch from clock_timestamp() - started_at) * 1000 ${failure}
    where name = ${name} and turn = ${turn}`.execute(db);
}
