// Searches without result are counted in memory, and written together now and then: no search waits for it. A killed process has lost
// what it has counted since: a few seconds of it.
import { LRUCache } from 'lru-cache';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Log } from '#platform/observability/log.ts';
import { createIsMachine } from '../../../http/is-machine.ts';
import type { Db } from '../../../schema/db.ts';
import type { CatalogueVersion } from '../../catalogue-version/catalogue-version.ts';
import { countedQuery } from './miss.rules.ts';
import { addMisses } from './search-miss.store.ts';

export type CountMisses = {
  /** An answer of the search had no products: it may be that there are none at all. */
  recordEmpty: (query: string) => void;
  /** Somebody was shown the results of a search, also cached ones. */
  recordSearch: (query: string, userAgent: string | undefined) => void;
  /** Writes what was counted. */
  flush: () => Promise<void>;
  /** Writes regularly; answers how to stop. */
  start: () => () => Promise<void>;
};

const FLUSH_MS = 10_000;
/** A query counts once in so long, however often somebody sends it. */
const PAUSE_MS = 5 * 60_000;
/** Made-up queries cost this much and no more: so many are looked at before a flush, and so many are remembered. */
const MOST_LOOKED_AT = 20;
const REMEMBERED = 5_000;

type Known = { isMiss: boolean; version: string; countedAt: number };

/** `isMiss`: no product at all answers the query, in any category, by words or by name. */
export function createCountMisses(deps: {
  db: Db;
  isMiss: (query: string) => Promise<boolean>;
  version: Pick<CatalogueVersion, 'current'>;
  log: Log;
  now: () => Date;
}): CountMisses {
  const { db, isMiss, version, log, now } = deps;
  const isMachine = createIsMachine();
  const known = new LRUCache<string, Known>({ max: REMEMBERED });
  /** When each search was shown last: a page may be on its way before what it asks for is answered. */
  const shown = new LRUCache<string, number>({ max: REMEMBERED });
  /** Queries as they were sent, by what they are counted as. */
  let candidates = new Map<string, string>();
  let counts = new Map<string, number>();
  let flushing: Promise<void> = Promise.resolve();

  function count(query: string) {
    counts.set(query, (counts.get(query) ?? 0) + 1);
  }

  function recordEmpty(query: string) {
    const counted = countedQuery(query);
    if (counted === null) return;
    const before = known.get(counted);
    // A new version of the catalogue hardly changes what was true a moment ago.
    if (before && now().getTime() - before.countedAt < PAUSE_MS) before.version = version.current();
    else if (candidates.size < MOST_LOOKED_AT && !candidates.has(counted)) candidates.set(counted, query);
  }

  function recordSearch(query: string, userAgent: string | undefined) {
    const counted = isMachine(userAgent) ? null : countedQuery(query);
    if (counted === null) return;
    const time = now().getTime();
    shown.set(counted, time);
    const before = known.get(counted);
    if (
      candidates.has(counted) ||
      !before?.isMiss ||
      before.version !== version.current() ||
      time - before.countedAt < PAUSE_MS
    )
      return;
    before.countedAt = time;
    count(counted);
  }

  async function write() {
    const looked = candidates;
    candidates = new Map();
    for (const [counted, query] of looked) {
      const asOf = version.current();
      const is = await isMiss(query);
      const isShown = now().getTime() - (shown.get(counted) ?? 0) < PAUSE_MS;
      known.set(counted, { isMiss: is, version: asOf, countedAt: isShown ? now().getTime() : 0 });
      if (is && isShown) count(counted);
    }
    const written = counts;
    counts = new Map();
    if (written.size > 0) await addMisses(db, written, { at: now() });
  }

  /** One after the other. What cannot be written is lost, and said. */
  function flush(): Promise<void> {
    flushing = flushing.then(async () => {
      if (candidates.size === 0 && counts.size === 0) return;
      await write().catch((error) =>
        log.warn({ part: 'api', error: String(error) }, 'searches without result were not counted'),
      );
    });
    return flushing;
  }

  return {
    recordEmpty,
    recordSearch,
    flush,
    start() {
      const stop = repeat(() => void flush(), FLUSH_MS);
      return () => {
        stop();
        return flush();
      };
    },
  };
}
