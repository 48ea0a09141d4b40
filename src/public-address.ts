// Which requests may share one kept answer: those whose addresses differ only in what changes nothing.
import { productQueryNames } from '#contract/product-query.ts';

const LONGEST = 1_000;
const names = [...productQueryNames, 'after'];

/** The address an answer is kept under, or null for what is never kept. Unknown parameters (utm_source) are left out. */
export function publicAddress(url: string, origin: string): string | null {
  const pathAt = url.indexOf('/', url.indexOf('//') + 2);
  const pathAndQuery = pathAt < 0 ? '/' : url.slice(pathAt);
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

/** Streams, pictures with long cache times of their own, what is new each time, and what answers only with a redirect. */
const notKept = /^\/(api\/(product\/all|health|docs|openapi)|art\/|og|account\/|products\/?(keyword\/?)?(\?|$))/;
