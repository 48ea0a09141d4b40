// Which requests may share one cached answer: those whose addresses differ only in what changes nothing.
import type { AddressTable } from '#contract/site-address.ts';
import type { CacheAddress } from '#platform/cache/response-cache.ts';
import { pathOf } from '#platform/http/request-address.ts';

const LONGEST = 1_000;

/**
 * By this table, the address an answer is cached under, or null for what is never cached. `url` is whole or begins with its path; parameters
 * that change nothing (utm_source) are left out, the others stand in one order.
 */
export function cacheAddress(addresses: Pick<AddressTable, 'find'>, url: string, origin: string): CacheAddress | null {
  const path = pathOf(url);
  const queryAt = url.indexOf('?');
  if (path.length + (queryAt < 0 ? 0 : url.length - queryAt) > LONGEST) return null;
  const { caching, query } = addresses.find(path);
  if (caching !== 'shared' && caching !== 'shared unless signed in') return null;
  const forSignedIn = caching === 'shared';
  if (queryAt < 0 || query.length === 0) return { address: origin + path, forSignedIn };
  const given = new URLSearchParams(url.slice(queryAt));
  const known = new URLSearchParams();
  for (const name of query) {
    for (const value of given.getAll(name)) known.append(name, value);
  }
  const parameters = known.toString();
  return { address: origin + path + (parameters && `?${parameters}`), forSignedIn };
}
