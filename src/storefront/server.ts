import { Hono } from 'hono';
import { ApiError, createInnerApi } from '#client/api/api-client.ts';
import { cacheControl, findAddress } from '#contract/site-address.ts';
import type { PictureStore } from './catalogue/picture/link-picture.ts';
import { pictureRoutes } from './catalogue/picture/picture.routes.ts';
import type { render as renderPage } from './entry-server.tsx';
import { contentSecurityPolicy } from './rendering/content-security-policy.ts';
import type { PageAssets } from './rendering/document.tsx';
import { pageRoutes, RETRY_SECONDS, type Seen } from './rendering/page.routes.ts';
import { seoRoutes } from './seo/seo.routes.ts';
import type { Shop } from './shop/shop-context.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

type StorefrontDeps = Shop & {
  /** The API, in this process or elsewhere. */
  apiFetch: Fetch;
  render: typeof renderPage;
  assetsOf: (routeIds: string[]) => PageAssets;
  /** Headers of every answer; a page has a policy of its own beside them. */
  headers: Record<string, string>;
  /** Additional headers of pages. */
  pageHeaders: Record<string, string>;
  /** Gives every request its id, its line in the log and its metrics. */
  observe: (answer: (request: Request, seen: Seen) => Response | Promise<Response>) => { fetch: Fetch };
  log: { error: (line: object) => void };
  /** Shared by all processes; without it each draws every picture itself. */
  pictures?: PictureStore;
  /** The bundler serves the scripts, in ways that the policy of the built pages does not allow. */
  development?: boolean;
};

/**
 * Pages for people, rendered on the server, the same for every visitor, with the pictures and the files for
 * search engines. Who is signed in is known only in the browser.
 */
export function createStorefront(deps: StorefrontDeps): { fetch: Fetch } {
  const { apiFetch, store, origin, accounts, payments, settings, shopPages, log } = deps;
  const shop = { store, origin, accounts, payments, settings, shopPages };
  const api = createInnerApi(apiFetch);
  const policy = contentSecurityPolicy(accounts, payments);
  const pageHeaders = { ...deps.pageHeaders, ...(!deps.development && { 'content-security-policy': policy }) };
  const app = new Hono<{ Bindings: { seen: Seen } }>();

  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(deps.headers)) c.header(name, value);
    c.header('x-request-id', c.env.seen.id);
    const caching = cacheControl(findAddress(c.req.path));
    if (caching) c.header('cache-control', caching);
    await next();
    c.env.seen.route ||= c.req.routePath;
  });

  app.route('/', pictureRoutes({ api, store: deps.pictures ?? null }));
  app.route('/', seoRoutes({ api, origin, shopPages, store }));
  app.route('/', pageRoutes({ apiFetch, shop, render: deps.render, assetsOf: deps.assetsOf, pageHeaders, log }));
  app.all('*', (c) => c.text('This address is only read.\n', 405, { allow: 'GET, HEAD' }));

  app.onError((error, c) => {
    const { id } = c.env.seen;
    const isAway = error instanceof ApiError && error.status === 503;
    if (isAway) c.header('retry-after', RETRY_SECONDS);
    else log.error({ part: 'storefront', route: c.req.routePath, requestId: id, error: error.stack });
    return c.html(
      `<!doctype html><title>Something went wrong</title><h1>Something went wrong</h1><p>Please try again.</p><p>Request ${id}</p>`,
      isAway ? 503 : 500,
      { ...pageHeaders, 'cache-control': 'no-store' },
    );
  });

  return deps.observe((request, seen) => app.fetch(request, { seen }));
}
