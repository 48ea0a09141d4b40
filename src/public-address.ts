// Which requests may share one kept answer: those whose addresses differ only in what changes nothing.
import { findAddress } from '#contract/site-address.ts';
import type { KeptAddress } from '#platform/response-cache.ts';

const LONGEST = 1_000;

/**
 * The address an answer is kept under, or null for what is never kept. `url` is whole or begins with its path; parameters
 * that change nothing (utm_source) are left out, the others stand in one order.
 */
export function publicAddress(url: string, origin: string): KeptAddress | null {
  const pathAt = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2);
  const pathAndQuery = pathAt < 0 ? '/' : url.slice(pathAt);
  if (pathAndQuery.length > LONGEST) return null;
  const queryAt = pathAndQuery.indexOf('?');
  const path = queryAt < 0 ? pathAndQuery : pathAndQuery.slice(0, queryAt);
  const { keeping, query } = findAddress(path);
  if (keeping !== 'shared' && keeping !== 'shared unless signed in') return null;
  const forSignedIn = keeping === 'shared';
  if (queryAt < 0 || query.length === 0) return { address: origin + path, forSignedIn };
  const given = new URLSearchParams(pathAndQuery.slice(queryAt));
  const known = new URLSearchParams();
  for (const name of query) {
    const value = given.get(name);
    if (value) known.set(name, value);
  }
  const kept = known.toString();
  return { address: origin + path + (kept && `?${kept}`), forSignedIn };
}
