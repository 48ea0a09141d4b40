import { hash } from 'node:crypto';
import { Hono } from 'hono';
import { cacheControl, findAddress } from '#contract/site-address.ts';
import { t } from '#language/message.ts';
import type { render } from '../entry-server.tsx';
import type { Shop } from '../shop/shop-context.ts';
import type { PageAssets } from './document.tsx';

/** Facts of a request for the log and the metrics. */
export type Seen = { readonly id: string; route: string };

/** After an answer of the API that it cannot say anything at the moment. */
export const RETRY_SECONDS = '2';

/** In characters. */
const LONGEST_LOCATION = 8_192;

const encoder = new TextEncoder();

type PageDeps = {
  apiFetch: (request: Request) => Response | Promise<Response>;
  shop: Shop;
  render: typeof render;
  assetsOf: (routeIds: string[]) => PageAssets;
  pageHeaders: Record<string, string>;
  log: { error: (line: object) => void };
};

/** Every address that is no file: a page, a redirect to one, or the page that says why there is none. */
export function pageRoutes({ pageHeaders, log, ...rendering }: PageDeps): Hono<{ Bindings: { seen: Seen } }> {
  const app = new Hono<{ Bindings: { seen: Seen } }>();

  app.get('*', async (c) => {
    const { seen } = c.env;
    const keeping = cacheControl(findAddress(c.req.path));
    let etag = '';
    const page = await rendering.render(withoutTrailingSlash(c.req.raw), {
      ...rendering,
      requestId: seen.id,
      isKnown(data) {
        // Pages of one person are made in the browser, and may say what time it is.
        if (c.req.raw.method === 'GET' && keeping?.startsWith('public')) etag = etagOf(data);
        return etag !== '' && isAmong(etag, c.req.header('if-none-match'));
      },
    });
    // A redirect, with the headers of every answer.
    if (page instanceof Response) {
      const location = page.headers.get('location') ?? '/';
      // Signs of an address grow when they are written again, and clients give up on long headers.
      if (location.length > LONGEST_LOCATION)
        return c.text(t('This address is too long.'), 414, { 'cache-control': 'no-store' });
      return c.redirect(location, page.status as 302);
    }
    seen.route = page.route;
    if (page.error) {
      const error = String((page.error as Error).stack ?? page.error);
      log.error({ part: 'storefront', route: page.route, requestId: seen.id, error });
    }
    const isFound = page.status === 200 || page.html === null;
    const headers = {
      ...pageHeaders,
      'cache-control': isFound ? (keeping ?? 'no-store') : 'no-store',
      ...(isFound && etag !== '' && { etag }),
      ...(page.status === 503 && { 'retry-after': RETRY_SECONDS }),
    };
    if (page.html === null) return c.body(null, 304, headers);
    // As bytes: of a text its length is counted, and it is encoded, one after the other.
    return c.body(encoder.encode(page.html), page.status as 200, {
      'content-type': 'text/html; charset=UTF-8',
      ...headers,
    });
  });

  return app;
}

/** A page has the same HTML as long as its data is the same: that names its scripts too. */
function etagOf(data: string): string {
  return `"${hash('sha256', data, 'base64url').slice(0, 22)}"`;
}

/** Proxies that pack an answer call its ETag a weak one. */
function isAmong(etag: string, given = ''): boolean {
  return given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** `/contact/` is `/contact`; the page says which address counts. */
function withoutTrailingSlash(request: Request): Request {
  const url = new URL(request.url);
  if (url.pathname === '/' || !url.pathname.endsWith('/')) return request;
  url.pathname = /^.*[^/]/.exec(url.pathname)?.[0] ?? '/';
  return new Request(url, request);
}
