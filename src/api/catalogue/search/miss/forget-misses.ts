import { jobOf, jobs } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '../../../schema/db.ts';
import { deleteMissesBefore } from './search-miss.store.ts';

const KEPT_MS = jobs['forget searches'].deletesAfterDays * 24 * 60 * 60_000;

/** Deletes searches without result that nobody has sent for some months; answers how to stop. */
export function forgetMissesRegularly({ db, log, now }: { db: Db; log: Log; now: () => Date }): () => Promise<void> {
  const job = jobOf('forget searches');
  return runRegularly({
    db,
    ...job,
    work: () => deleteMissesBefore(db, new Date(now().getTime() - KEPT_MS)),
    onError: (error) => log.warn({ part: 'api', error: String(error) }, `${job.name}: failed`),
  });
}
