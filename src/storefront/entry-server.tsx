import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
  UNSAFE_defaultMapRouteProperties as withElements,
} from 'react-router';
import { createInnerApi } from '#client/api/api-client.ts';
import { FragmentContext } from './page/cached-fragment.tsx';
import { App, type PageData } from './rendering/app.tsx';
import type { PageAssets } from './rendering/document.tsx';
import { createFragmentCache } from './rendering/fragment-cache.ts';
import { routes } from './routes.tsx';
import { apiContext } from './routing/api-context.ts';
import type { Shop } from './shop/shop-context.ts';

// As the static router would do for its own routes: it gets none (see below).
const { query } = createStaticHandler(routes, { mapRouteProperties: withElements });

/** Cards name the shop. */
const fragmentCaches = new WeakMap<Shop, ReturnType<typeof createFragmentCache>>();

/** `html` is null where the asker has it already. */
type Rendered = { status: number; html: string | null; route: string; error: unknown } | Response;

/**
 * The HTML of one address, or the redirect that it answers. `assetsOf` says what the screens of the matched routes
 * load, by the routes' ids.
 */
export async function render(
  request: Request,
  deps: {
    apiFetch: (request: Request) => Response | Promise<Response>;
    shop: Shop;
    assetsOf: (routeIds: string[]) => PageAssets;
    /** Shown where the page cannot be: with it the operator finds the reason in the log. */
    requestId: string;
    /** True if the asker has the page that was made of this data. */
    isKnown: (data: string) => boolean;
  },
): Promise<Rendered> {
  const requestContext = new RouterContextProvider();
  requestContext.set(apiContext, createInnerApi(deps.apiFetch));
  const context = await query(request, { requestContext });
  if (context instanceof Response) return context;
  const error = unexpectedError(context);
  context.errors &&= mapValues(context.errors, (each) => shownError(each, deps.requestId));

  const assets = deps.assetsOf(context.matches.map((match) => match.route.id));
  const data: PageData = {
    shop: deps.shop,
    assets,
    hydration: { loaderData: context.loaderData, errors: context.errors },
  };
  // '<' never appears in the JSON, so nothing a seller writes can end the block it stands in.
  const serialized = JSON.stringify(data).replaceAll('<', '\\u003c');
  const route = `/${context.matches.flatMap((match) => match.route.path ?? []).join('/')}`;
  if (context.statusCode === 200 && deps.isKnown(serialized)) return { status: 304, html: null, route, error };
  const fragments = fragmentsOf(deps.shop)();
  const html = renderToString(
    <FragmentContext value={fragments}>
      <App data={data} serialized={serialized}>
        {/* No routes: it would copy all of them, and shows those that the context names. */}
        <StaticRouterProvider router={createStaticRouter([], context)} context={context} hydrate={false} />
      </App>
    </FragmentContext>,
  );
  return { status: context.statusCode, html: `<!doctype html>${fragments.finish(html)}`, route, error };
}

function fragmentsOf(shop: Shop) {
  const cache = fragmentCaches.get(shop) ?? createFragmentCache();
  fragmentCaches.set(shop, cache);
  return cache;
}

/** Error as screens may know it. The text of an unexpected one stays on the server. */
function shownError(error: unknown, requestId: string) {
  return isRouteErrorResponse(error) ? error : { status: 500, statusText: '', internal: false, data: { requestId } };
}

function mapValues<T>(values: Record<string, unknown>, change: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function unexpectedError(context: StaticHandlerContext): unknown {
  return Object.values(context.errors ?? {}).find((error) => !isRouteErrorResponse(error)) ?? null;
}
