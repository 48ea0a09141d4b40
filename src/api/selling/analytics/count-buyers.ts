// How many people buy what, as the home page ranks it: counted by day, so that a turn looks at the orders of a few days and no more.
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '../../schema/db.ts';
import {
  countBuyersOfDay,
  deleteDaysBefore,
  listDaysToCount,
  listMostBought,
  type MostBought,
  noteRanking,
  rankByBuyers,
  saveMostBought,
} from './buyers.store.ts';

/** Days that are ranked, with today. */
const DAYS = 30;
/** Orders of a day are looked at again until it is so many days ago, because of refunds. */
const LATE_DAYS = 2;
/** Ranked of each type: enough for a list, however many are sold out. */
const MOST = 500;
const DAY_MS = 24 * 60 * 60_000;

type Counting = { db: Db; now: () => Date; refresh: () => Promise<unknown> };

/** Ranks what is bought most every hour; answers how to stop. */
export function countBuyersRegularly({ log, ...counting }: Counting & { log: Log }): () => Promise<void> {
  const job = jobOf('count buyers');
  const onError = (error: unknown) => log.error({ part: 'api', error: String(error) }, `${job.name}: failed`);
  return runRegularly({ db: counting.db, ...job, work: () => countBuyers(counting), onError });
}

/** Safe to repeat, and to be killed in: a day is counted in a transaction of its own. */
export async function countBuyers({ db, now, refresh }: Counting): Promise<void> {
  const today = dayOf(now());
  for (const day of await listDaysToCount(db, { today, days: DAYS, lateDays: LATE_DAYS }))
    await db.transaction().execute((transaction) => countBuyersOfDay(transaction, day, now()));
  const first = dayOf(new Date(now().getTime() - (DAYS - 1) * DAY_MS));
  await deleteDaysBefore(db, first);
  const ranked = await rankByBuyers(db, first, MOST);
  const before = await listMostBought(db);
  const isSameOrder = orderOf(ranked) === orderOf(before);
  await db.transaction().execute((transaction) => saveMostBought(transaction, ranked));
  // Cached answers stay good as long as nothing stands elsewhere.
  if (isSameOrder) return;
  await noteRanking(db);
  await refresh();
}

/** Ranking as a text: the products of each type in their order. */
function orderOf(ranked: readonly MostBought[]): string {
  return JSON.stringify(
    ranked
      .toSorted((one, other) => other.buyers - one.buyers || (one.product_id < other.product_id ? -1 : 1))
      .map(({ product_id, product_type }) => [product_id, product_type]),
  );
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
