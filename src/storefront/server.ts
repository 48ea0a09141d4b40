import { Hono } from 'hono';
import { ApiError, createInnerApi } from '#client/api-client/api-client.ts';
import type { AccountsConfig } from '#contract/accounts.ts';
import type { ShopPageName } from '#contract/shop-pages.ts';
import { cacheControl, findAddress } from '#contract/site-address.ts';
import type { Store } from '#contract/store.ts';
import type { StoreSettings } from '#contract/store-settings.ts';
import type { render as renderPage } from './entry-server.tsx';
import type { PictureStore } from './pictures/link-picture.ts';
import { pictureRoutes } from './pictures/picture.routes.ts';
import { contentSecurityPolicy } from './rendering/content-security-policy.ts';
import type { PageAssets } from './rendering/document.tsx';
import { seoRoutes } from './seo/seo.routes.ts';
import type { CardPayments } from './shop/shop-context.ts';

/** After an answer of the API that it cannot say anything at the moment. */
const RETRY_SECONDS = '2';

type Fetch = (request: Request) => Response | Promise<Response>;
/** What the log and the figures are told of a request. */
type Seen = { readonly id: string; route: string };

export type StorefrontDeps = {
  /** The API, in this process or elsewhere. It is told for which request it is asked. */
  apiFetch: Fetch;
  store: Store;
  /** The address visitors use, for canonical links, pictures and the sitemap: never what a request claims. */
  origin: string;
  /** Which account service the browser speaks to. */
  accounts: AccountsConfig;
  payments: CardPayments;
  settings: StoreSettings;
  /** Those of the operator's own pages that there are. */
  shopPages: ShopPageName[];
  render: typeof renderPage;
  assetsOf: (routeIds: string[]) => PageAssets;
  /** Headers of every answer; a page has a policy of its own beside them. */
  headers: Record<string, string>;
  /** What pages have on top. */
  pageHeaders: Record<string, string>;
  /** Gives every request its id, its line in the log and its figures. */
  observe: (answer: (request: Request, seen: Seen) => Response | Promise<Response>) => { fetch: Fetch };
  log: { error: (line: object) => void };
  /** Where drawn pictures stay; without it they are drawn again by every process. */
  pictures?: PictureStore;
  /** The bundler serves the scripts, in ways that the policy of the built pages does not allow. */
  development?: boolean;
};

/**
 * What a person sees: pages rendered on the server, the same for every visitor, with the pictures and the files for
 * search engines. Who is signed in is known only in the browser.
 */
export function createStorefront(deps: StorefrontDeps): { fetch: Fetch } {
  const api = createInnerApi(deps.apiFetch);
  const { store, origin, accounts, payments, settings, shopPages } = deps;
  const policy = contentSecurityPolicy(accounts, payments);
  const pageHeaders = { ...deps.pageHeaders, ...(!deps.development && { 'content-security-policy': policy }) };
  const app = new Hono<{ Bindings: { seen: Seen } }>();

  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(deps.headers)) c.header(name, value);
    c.header('x-request-id', c.env.seen.id);
    const keeping = cacheControl(findAddress(c.req.path));
    if (keeping) c.header('cache-control', keeping);
    await next();
    c.env.seen.route ||= c.req.routePath;
  });

  app.route('/', pictureRoutes({ api, store: deps.pictures ?? null }));
  app.route('/', seoRoutes({ api, origin, shopPages }));

  app.get('*', async (c) => {
    const { seen } = c.env;
    const page = await deps.render(withoutTrailingSlash(c.req.raw), {
      apiFetch: deps.apiFetch,
      shop: { store, origin, accounts, payments, settings, shopPages },
      assetsOf: deps.assetsOf,
      requestId: seen.id,
    });
    // A redirect, with the headers of every answer.
    if (page instanceof Response) return c.redirect(page.headers.get('location') ?? '/', page.status as 302);
    seen.route = page.route;
    if (page.error) {
      const error = String((page.error as Error).stack ?? page.error);
      deps.log.error({ part: 'storefront', route: page.route, requestId: seen.id, error });
    }
    return c.html(page.html, page.status as 200, {
      ...pageHeaders,
      'cache-control': page.status === 200 ? (cacheControl(findAddress(c.req.path)) ?? 'no-store') : 'no-store',
      ...(page.status === 503 && { 'retry-after': RETRY_SECONDS }),
    });
  });

  app.all('*', (c) => c.text('This address is only read.\n', 405, { allow: 'GET, HEAD' }));

  app.onError((error, c) => {
    const { id } = c.env.seen;
    const isAway = error instanceof ApiError && error.status === 503;
    if (isAway) c.header('retry-after', RETRY_SECONDS);
    else deps.log.error({ part: 'storefront', route: c.req.routePath, requestId: id, error: error.stack });
    return c.html(
      `<!doctype html><title>Something went wrong</title><h1>Something went wrong</h1><p>Please try again.</p><p>Request ${id}</p>`,
      isAway ? 503 : 500,
      { ...pageHeaders, 'cache-control': 'no-store' },
    );
  });

  return deps.observe((request, seen) => app.fetch(request, { seen }));
}

/** `/contact/` is `/contact`; the page says which address counts. */
function withoutTrailingSlash(request: Request): Request {
  const url = new URL(request.url);
  if (url.pathname === '/' || !url.pathname.endsWith('/')) return request;
  url.pathname = url.pathname.replace(/\/+$/, '');
  return new Request(url, request);
}
