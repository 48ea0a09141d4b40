import type { CachedPart } from '#platform/cache/response-cache.ts';
import type { Part } from '#platform/http/part.ts';
import { pathOf } from '#platform/http/request-address.ts';
import { unavailable } from '#platform/http/unavailable.ts';

const HEALTH = /^\/api\/health(\/|$)/;
/** Seconds. A request is here because a proxy has this process among those that serve visitors. */
const ELSEWHERE_SECONDS = 1;

/**
 * Site of a process that runs jobs alone: it says how it is, and answers everything else with 503. A 404 would be believed by
 * caches and search engines; after a 503 a proxy asks another process, and a visitor comes back.
 */
export function jobsSite(api: Part): CachedPart {
  return {
    sendCached: () => false,
    fetch(request, peer) {
      if (HEALTH.test(pathOf(request.url))) return api.fetch(request, peer);
      return unavailable(request, 'This process runs jobs and serves no visitors (ROLE=jobs).', ELSEWHERE_SECONDS);
    },
    count: () => ({ hits: 0, misses: 0, bytes: 0, entries: 0 }),
  };
}
