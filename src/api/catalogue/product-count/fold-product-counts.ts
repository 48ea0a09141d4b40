import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '../../schema/db.ts';
import { foldProductCounts } from './product-count.store.ts';

/** In one statement. */
const AT_ONCE = 5_000;

/** Keeps the changes few that every count of the catalogue reads. Answers how to stop. */
export function foldProductCountsRegularly({ db, log }: { db: Db; log: Log }): () => Promise<void> {
  const job = jobOf('fold product counts');
  const onError = (error: unknown) => log.error({ part: 'api', error: String(error) }, `${job.name}: failed`);
  return runRegularly({
    db,
    ...job,
    work: async () => {
      while ((await foldProductCounts(db, AT_ONCE)) === AT_ONCE);
    },
    onError,
  });
}
