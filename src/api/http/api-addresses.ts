import type { SiteAddress, Work } from '#contract/site-address.ts';
import type { RouteAddress } from './create-route.ts';

/** Where everything of the API is mounted. */
const BASE = '/api';

/** The rows of the site's table of addresses for these routes: one for each path, whatever its methods. */
export function toSiteAddresses(routes: readonly RouteAddress[]): SiteAddress[] {
  return [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => {
    const read = ofPath.find(({ method }) => method === 'get');
    const largestBody = Math.max(...ofPath.map((route) => route.largestBody ?? 0));
    return {
      path: BASE + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      caching: read?.caching ?? 'private',
      query: read?.query ?? [],
      search: 'noindex',
      ...worksOf(ofPath),
      ...(read?.costs !== undefined && { costs: read.costs }),
      ...(read?.whileTyping && { whileTyping: true }),
      ...(largestBody > 0 && { largestBody }),
      ...(ofPath.some(({ streamsBody }) => streamsBody) && { streamsBody: true }),
    };
  });
}

/** By method where they are of several kinds. */
function worksOf(routes: readonly RouteAddress[]): Pick<SiteAddress, 'work'> {
  const works = routes.filter(({ work }) => work !== undefined);
  const byMethod = works.map(({ method, work }) => [method.toUpperCase(), work as Work] as const);
  return works.length > 0 ? { work: Object.fromEntries(byMethod) } : {};
}
