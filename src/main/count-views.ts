// Views of products are counted where every page passes, also one that is cached: at the edge of the site, by one step in memory.
import type { IncomingMessage } from 'node:http';
import type { CachedPart } from '#platform/cache/response-cache.ts';
import { pathOf } from '#platform/http/request-address.ts';

type NoteView = (productId: string, userAgent: string | undefined) => void;

const PAGE = '/products/id/';
/** Path that the page requests when it is reached from another one, without being loaded. */
const OF_PAGE = '/api/product/';
const OF_PAGE_MARK = '?for=page';

/** The site, with `recordView` told of each page of a product that somebody is shown. */
export function countViews(site: CachedPart, recordView: NoteView): CachedPart {
  return {
    ...site,
    sendCached(incoming, outgoing) {
      if (!site.sendCached(incoming, outgoing)) return false;
      const id = incoming.method === 'GET' ? viewedIn(incoming.url ?? '') : null;
      if (id !== null && !isAhead(header(incoming, 'sec-purpose') ?? header(incoming, 'purpose')))
        recordView(id, incoming.headers['user-agent']);
      return true;
    },
    fetch(request, peer) {
      const answer = site.fetch(request, peer);
      const id = request.method === 'GET' ? viewedIn(addressOf(request.url)) : null;
      const { headers } = request;
      if (id === null || isAhead(headers.get('sec-purpose') ?? headers.get('purpose'))) return answer;
      return Promise.resolve(answer).then((response) => {
        if (response.status === 200 || response.status === 304) recordView(id, headers.get('user-agent') ?? undefined);
        return response;
      });
    },
  };
}

/** The id of the product whose page is asked for, or what the page needs of it; null for everything else. */
function viewedIn(address: string): string | null {
  const isPage = address.startsWith(PAGE);
  if (!isPage && !(address.startsWith(OF_PAGE) && address.endsWith(OF_PAGE_MARK))) return null;
  const id = pathOf(address).slice((isPage ? PAGE : OF_PAGE).length);
  if (id.includes('/')) return null;
  try {
    return id.includes('%') ? decodeURIComponent(id) : id;
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
