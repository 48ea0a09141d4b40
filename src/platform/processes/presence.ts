// Which processes share the database: each says now and then that it is there.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Role } from './role.ts';

const EVERY_MS = 20_000;
/** After so long without a word a process is away: it was killed, or cannot reach the database. */
const AWAY_SECONDS = 60;
/** After so long it is forgotten. */
const FORGOTTEN_HOURS = 24;
/** Announcements of a process between two deletions of forgotten ones: one hour. */
const FORGETS_EVERY = 180;

type ProcessState = {
  host: string;
  pid: number;
  role: Role;
  version: string;
  node: string;
  startedAt: Date;
  seenAt: Date;
  isAway: boolean;
};

/** Says that this process is there until the answered function is called. `version` is the shop's. */
export function announceProcess(options: {
  db: QueryExecutorProvider;
  role: Role;
  version: string;
  onError: (error: unknown) => void;
}): () => Promise<void> {
  const { db, role, version, onError } = options;
  const id = randomUUID();
  const started = new Date().toISOString();
  let saying = Promise.resolve();
  let said = 0;
  const say = () => {
    saying = saying
      .then(async () => {
        await sql`insert into platform.process (process_id, host, pid, role, version, node, started_at)
        values (${id}, ${hostname()}, ${process.pid}, ${role}, ${version}, ${process.version}, ${started})
        on conflict (process_id) do update set seen_at = now()`.execute(db);
        if (said++ % FORGETS_EVERY === 0)
          await sql`delete from platform.process
            where seen_at < now() - make_interval(hours => ${FORGOTTEN_HOURS})`.execute(db);
      })
      .catch(onError);
  };
  const timer = setInterval(say, EVERY_MS).unref();
  say();
  return async () => {
    clearInterval(timer);
    await saying;
    await sql`delete from platform.process where process_id = ${id}`.execute(db).catch(onError);
  };
}

/** Oldest first; who went away without a word for a day. */
export async function listProcesses(db: QueryExecutorProvider): Promise<ProcessState[]> {
  const { rows } =
    await sql<ProcessState>`select host, pid, role, version, node, started_at as "startedAt", seen_at as "seenAt",
      seen_at < now() - make_interval(secs => ${AWAY_SECONDS}) as "isAway"
    from platform.process order by started_at, process_id`.execute(db);
  return rows;
}
