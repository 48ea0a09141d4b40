// Which requests may share one kept answer: those whose addresses differ only in what changes nothing.
import { productQueryNames } from '#contract/product-query.ts';

const LONGEST = 1_000;
const names = productQueryNames;
/** The lists are the only addresses whose parameters say what is answered. */
const withQuery = /^\/(products\/(category|keyword)\/|api\/product\/?\?)/;

/**
 * The address an answer is kept under, or null for what is never kept. `url` is whole or begins with its path; unknown
 * parameters (utm_source) are left out.
 */
export function publicAddress(url: string, origin: string): string | null {
  const pathAt = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2);
  const pathAndQuery = pathAt < 0 ? '/' : url.slice(pathAt);
  if (pathAndQuery.length > LONGEST || pathAndQuery.includes('//') || notKept.test(pathAndQuery)) return null;
  const queryAt = pathAndQuery.indexOf('?');
  if (queryAt < 0) return origin + pathAndQuery;
  if (!withQuery.test(pathAndQuery)) return origin + pathAndQuery.slice(0, queryAt);
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
export const filePaths = /^\/(assets|video)\/|^\/favicon\.svg(\?|$)/;

/** Streams, pictures with long cache times, what is new each time, and what answers only with a redirect. */
const notKept =
  /^\/(identity|outbox|pay\/|assets\/|video\/|favicon|api\/(product\/all|sitemap|health|docs|openapi)|sitemap|art\/|og|account\/|profile|cart|checkout|products\/?(keyword\/?)?(\?|$))/;
