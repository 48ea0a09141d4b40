import { Hono } from 'hono';
import type { AccountsConfig } from '#contract/accounts.ts';
import type { Store } from '#contract/store.ts';
import type { StoreSettings } from '#contract/store-settings.ts';
import { createInnerApi } from './api-client/api-client.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { PageAssets } from './document.tsx';
import type { render as renderPage } from './entry-server.tsx';
import { pictureRoutes } from './pictures/picture.routes.ts';
import { seoRoutes } from './seo.routes.ts';
import type { CardPayments } from './store-context.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

export type StorefrontDeps = {
  /** The API, in this process or elsewhere. */
  apiFetch: Fetch;
  store: Store;
  /** The address visitors use, for canonical links, pictures and the sitemap: never what a request claims. */
  origin: string;
  /** Which account service the browser speaks to. */
  accounts: AccountsConfig;
  payments: CardPayments;
  settings: StoreSettings;
  render: typeof renderPage;
  assetsOf: (routeIds: string[]) => PageAssets;
  /** Headers of every page, beside its own policy. */
  headers: Record<string, string>;
  /** The id of a request on every log line and error, well-formed or made anew. */
  requestId: (request: Request) => string;
  log: { info: (line: object) => void; error: (line: object) => void };
  /** The bundler serves the scripts, in ways that the policy of the built pages does not allow. */
  development?: boolean;
};

/**
 * What a person sees: pages rendered on the server, the same for every visitor, with the pictures and the files for
 * search engines. Who is signed in is known only in the browser.
 */
export function createStorefront(deps: StorefrontDeps): { fetch: Fetch } {
  const api = createInnerApi(deps.apiFetch);
  const { store, origin, accounts, payments, settings } = deps;
  const policy = contentSecurityPolicy(accounts, payments);
  const app = new Hono();

  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(deps.headers)) c.header(name, value);
    await next();
  });

  app.route('/', pictureRoutes({ api }));
  app.route('/', seoRoutes({ api, origin }));

  app.get('*', async (c) => {
    const started = performance.now();
    const id = deps.requestId(c.req.raw);
    const page = await deps.render(withoutTrailingSlash(c.req.raw), {
      // The API's log lines of this page carry its id.
      apiFetch: (request) => {
        request.headers.set('x-request-id', id);
        return deps.apiFetch(request);
      },
      shop: { store, origin, accounts, payments, settings },
      assetsOf: deps.assetsOf,
    });
    const line = {
      part: 'storefront',
      method: c.req.method,
      requestId: id,
      ms: Math.round(performance.now() - started),
    };
    if (page instanceof Response) {
      deps.log.info({ ...line, status: page.status });
      return page;
    }
    if (page.error) {
      const error = String((page.error as Error).stack ?? page.error);
      deps.log.error({ ...line, route: page.route, error });
    }
    deps.log.info({ ...line, route: page.route, status: page.status });
    return c.html(page.html, page.status as 200, {
      'x-request-id': id,
      'cache-control': page.status === 200 ? 'public, no-cache' : 'no-store',
      ...(!deps.development && { 'content-security-policy': policy }),
    });
  });

  app.all('*', (c) => c.text('This address is only read.\n', 405, { allow: 'GET, HEAD' }));

  app.onError((error, c) => {
    deps.log.error({
      part: 'storefront',
      route: c.req.routePath,
      requestId: deps.requestId(c.req.raw),
      error: error.stack,
    });
    return c.html(
      '<!doctype html><title>Something went wrong</title><h1>Something went wrong</h1><p>Please try again.</p>',
      500,
    );
  });

  return { fetch: (request) => app.fetch(request) };
}

/** `/contact/` is `/contact`; the page says which address counts. */
function withoutTrailingSlash(request: Request): Request {
  const url = new URL(request.url);
  if (url.pathname === '/' || !url.pathname.endsWith('/')) return request;
  url.pathname = url.pathname.replace(/\/+$/, '');
  return new Request(url, request);
}
