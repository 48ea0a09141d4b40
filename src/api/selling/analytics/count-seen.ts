// Views and additions to carts are counted in memory, and written together now and then. What a process that is killed has counted since is
// lost: a few seconds of it.
import type { Kysely } from 'kysely';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Log } from '#platform/observability/log.ts';
import { createIsMachine } from '../../http/is-machine.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { addListingViews, addSeen, type Seen } from './analytics.store.ts';
import { addShopViews } from './marketplace-analytics.store.ts';

export type CountSeen = {
  /** Somebody was shown the page of a product. What is known to be a machine is not counted. */
  recordView: (productId: string, userAgent: string | undefined) => void;
  recordAdd: (productId: string) => void;
  /** Writes what was counted. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

const FLUSH_MS = 10_000;
/** Written in one statement. */
const AT_ONCE = 500;
/** Made-up ids are no reason to remember more than this. */
const MOST_PRODUCTS = 20_000;
const LONGEST_ID = 200;
const QUARTER_MS = 15 * 60_000;

type Counts = Map<string, { views: number; adds: number }>;

export function createCountSeen(deps: { db: Kysely<ApiTables>; log: Log; now: () => Date }): CountSeen {
  const { db, log, now } = deps;
  const isMachine = createIsMachine();
  /** By the quarter of an hour in which it was: what is counted before midnight is written after it too. */
  let counts = new Map<number, Counts>();
  /** Counts of listings that somebody was working on. */
  let left: Counts = new Map();
  let flushing: Promise<void> = Promise.resolve();

  function note(into: Counts, productId: string, more: { views: number; adds: number }) {
    const known = into.get(productId);
    if (known) {
      known.views += more.views;
      known.adds += more.adds;
    } else if (into.size < MOST_PRODUCTS && productId.length <= LONGEST_ID) into.set(productId, { ...more });
  }

  function recordNow(productId: string, more: { views: number; adds: number }) {
    const quarter = Math.floor(now().getTime() / QUARTER_MS) * QUARTER_MS;
    const current = counts.get(quarter) ?? new Map();
    counts.set(quarter, current);
    note(current, productId, more);
  }

  async function write() {
    const [counted, before] = [counts, left];
    counts = new Map();
    left = new Map();
    const seenNow = new Set([...counted.values()].flatMap((ofQuarter) => [...ofQuarter.keys()]));
    for (const [quarter, ofQuarter] of counted)
      for (const some of inParts(ofQuarter)) {
        await addSeen(db, new Date(quarter).toISOString().slice(0, 10), some);
        await addShopViews(db, new Date(quarter), some);
        for (const { productId, views } of some) note(before, productId, { views, adds: 0 });
      }
    for (const some of inParts(before)) {
      const done = await addListingViews(db, some);
      for (const { productId, views } of some)
        if (!done.has(productId) && seenNow.has(productId)) note(left, productId, { views, adds: 0 });
    }
  }

  /** One after the other. What cannot be written is lost, and said: counters are no reason to hold on to memory. */
  function flush(): Promise<void> {
    flushing = flushing.then(async () => {
      if (counts.size === 0 && left.size === 0) return;
      await write().catch((error) => log.warn({ part: 'api', error: String(error) }, 'views were not counted'));
    });
    return flushing;
  }

  const stop = repeat(() => void flush(), FLUSH_MS);
  return {
    recordView(productId, userAgent) {
      if (!isMachine(userAgent)) recordNow(productId, { views: 1, adds: 0 });
    },
    recordAdd: (productId) => recordNow(productId, { views: 0, adds: 1 }),
    flush,
    close() {
      stop();
      return flush();
    },
  };
}

function* inParts(counts: Counts): Generator<Seen[]> {
  const all = [...counts].map(([productId, seen]) => ({ productId, ...seen }));
  for (let begin = 0; begin < all.length; begin += AT_ONCE) yield all.slice(begin, begin + AT_ONCE);
}
