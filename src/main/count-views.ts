// Views of products, and searches, are counted where every page passes, also one that is cached: at the edge of the site, by one step in
// memory.
import type { IncomingMessage } from 'node:http';
import type { CachedPart } from '#platform/cache/response-cache.ts';
import { pathOf } from '#platform/http/request-address.ts';

type NoteView = (productId: string, userAgent: string | undefined) => void;
type NoteSearch = (query: string, userAgent: string | undefined) => void;

const PAGE = '/products/id/';
/** Path that the page requests when it is reached from another one, without being loaded. */
const OF_PAGE = '/api/product/';
const OF_PAGE_MARK = '?for=page';
/** The page of a search, and its request when it is reached from another one. */
const SEARCH_PAGE = '/products/keyword/';
const OF_SEARCH_PAGE = '/api/search?';

/** The site, with `recordView` told of each page of a product that somebody is shown, and `recordSearch` of each search. */
export function countViews(
  site: CachedPart,
  { recordView, recordSearch }: { recordView: NoteView; recordSearch: NoteSearch },
): CachedPart {
  /** Counts the request, once it is answered; null: it is not one to count. */
  function counterOf(address: string): ((userAgent: string | undefined) => void) | null {
    const id = viewedIn(address);
    if (id !== null) return (userAgent) => recordView(id, userAgent);
    const query = searchedIn(address);
    return query === null ? null : (userAgent) => recordSearch(query, userAgent);
  }

  return {
    ...site,
    sendCached(incoming, outgoing) {
      if (!site.sendCached(incoming, outgoing)) return false;
      const count = incoming.method === 'GET' ? counterOf(incoming.url ?? '') : null;
      if (count && !isAhead(header(incoming, 'sec-purpose') ?? header(incoming, 'purpose')))
        count(incoming.headers['user-agent']);
      return true;
    },
    fetch(request, peer) {
      const answer = site.fetch(request, peer);
      const count = request.method === 'GET' ? counterOf(addressOf(request.url)) : null;
      const { headers } = request;
      if (!count || isAhead(headers.get('sec-purpose') ?? headers.get('purpose'))) return answer;
      return Promise.resolve(answer).then((response) => {
        if (response.status === 200 || response.status === 304) count(headers.get('user-agent') ?? undefined);
        return response;
      });
    },
  };
}

/** The query whose results are asked for; null for everything else. */
function searchedIn(address: string): string | null {
  if (address.startsWith(OF_SEARCH_PAGE)) return new URLSearchParams(address.slice(OF_SEARCH_PAGE.length)).get('q');
  return address.startsWith(SEARCH_PAGE) ? lastStep(pathOf(address).slice(SEARCH_PAGE.length)) : null;
}

/** The id of the product whose page is asked for, or what the page needs of it; null for everything else. */
function viewedIn(address: string): string | null {
  const isPage = address.startsWith(PAGE);
  if (!isPage && !(address.startsWith(OF_PAGE) && address.endsWith(OF_PAGE_MARK))) return null;
  return lastStep(pathOf(address).slice((isPage ? PAGE : OF_PAGE).length));
}

/** The last step of a path, decoded; null where there are more. */
function lastStep(step: string): string | null {
  if (step.includes('/')) return null;
  try {
    return step.includes('%') ? decodeURIComponent(step) : step;
  } catch {
    return null;
  }
}

/** A browser loads what its reader may open next, and may not. */
function isAhead(purpose: string | null): boolean {
  return purpose?.includes('prefetch') ?? false;
}

function addressOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

function header(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name];
  return typeof value === 'string' ? value : null;
}
