import type { Kysely } from 'kysely';
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { foldChanges } from './marketplace-analytics.store.ts';

/** In one transaction. */
const AT_ONCE = 5_000;

type Folding = { db: Kysely<ApiTables>; log: Log };

/** Keeps the changes of figures few, which every look at the figures reads. Answers how to stop. */
export function foldMarketplaceAnalyticsRegularly({ db, log }: Folding): () => Promise<void> {
  const onError = (error: unknown) =>
    log.error({ part: 'api', error: String(error) }, 'the changes of the figures were not folded');
  return runRegularly({ db, ...jobOf('fold figures'), work: () => foldMarketplaceAnalytics({ db }), onError });
}

/** Safe to repeat, to do at the same time elsewhere, and to be killed in. */
export async function foldMarketplaceAnalytics({ db }: Pick<Folding, 'db'>): Promise<void> {
  while ((await foldChanges(db, AT_ONCE)) === AT_ONCE);
}
