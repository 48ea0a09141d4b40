import { type QueryExecutorProvider, sql } from 'kysely';

type JobState = {
  name: string;
  everySeconds: number | null;
  startedAt: Date;
  /** End of the last turn that came to one; null: none has since this is written down. */
  endedAt: Date | null;
  tookMs: number | null;
  failedAt: Date | null;
  failure: string | null;
  requestId: string | null;
  /** A turn should have begun long ago: no process takes it. */
  isLate: boolean;
};

/** Not begun for so long a job is one of an earlier version. */
const FORGOTTEN_DAYS = 30;

/** Periodic jobs, by name. Times are the database's. */
export async function listJobs(db: QueryExecutorProvider): Promise<JobState[]> {
  const { rows } =
    await sql<JobState>`select name, every_seconds as "everySeconds", started_at as "startedAt", ended_at as "endedAt",
      took_ms as "tookMs", failed_at as "failedAt", failure, request_id as "requestId",
      next_at + make_interval(secs => 60 + coalesce(every_seconds, 3600)) < now() as "isLate"
    from platform.job where started_at > now() - make_interval(days => ${FORGOTTEN_DAYS}) order by name`.execute(db);
  return rows;
}
