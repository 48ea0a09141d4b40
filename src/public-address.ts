// Which requests may share one kept answer: those whose addresses differ only in what changes nothing.
import { productQueryNames } from '#contract/product-query.ts';

const LONGEST = 1_000;
const names = [...productQueryNames, 'after'];

/**
 * The address an answer is kept under, or null for what is never kept. `url` is whole or begins with its path; unknown
 * parameters (utm_source) are left out.
 */
export function publicAddress(url: string, origin: string): string | null {
  const pathAndQuery = url.startsWith('/') ? url : url.slice(url.indexOf('/', url.indexOf('//') + 2));
  if (pathAndQuery.length > LONGEST || notKept.test(pathAndQuery)) return null;
  const queryAt = pathAndQuery.indexOf('?');
  if (queryAt < 0) return origin + pathAndQuery;
  const given = new URLSearchParams(pathAndQuery.slice(queryAt));
  const known = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name);
    if (value) known.set(name, value);
  }
  const query = known.toString();
  return origin + pathAndQuery.slice(0, queryAt) + (query && `?${query}`);
}

/** What is served as a file, and never kept: files have cache times of their own. */
export const filePaths = /^\/(assets|video)\/|^\/favicon\.svg$/;

/** Streams, pictures with long cache times, what is new each time, and what answers only with a redirect. */
const notKept =
  /^\/(assets\/|video\/|favicon|api\/(product\/all|health|docs|openapi)|art\/|og|account\/|profile|cart|checkout|products\/?(keyword\/?)?(\?|$))/;
