import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { createInnerApi } from './api-client/api-client.ts';
import { App, type PageData } from './app.tsx';
import { apiContext } from './context.ts';
import type { PageAssets } from './document.tsx';
import { routes } from './routes.tsx';
import type { Shop } from './store-context.ts';

const { query, dataRoutes } = createStaticHandler(routes);

export type Rendered = { status: number; html: string; route: string; error: unknown } | Response;

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
  },
): Promise<Rendered> {
  const requestContext = new RouterContextProvider();
  requestContext.set(apiContext, createInnerApi(deps.apiFetch));
  const context = await query(request, { requestContext });
  if (context instanceof Response) return context;

  const assets = deps.assetsOf(context.matches.map((match) => match.route.id));
  const data: PageData = { shop: deps.shop, assets, hydration: hydrationOf(context) };
  // '<' never appears in the JSON, so nothing a seller writes can end the block it stands in.
  const serialized = JSON.stringify(data).replaceAll('<', '\\u003c');
  const html = renderToString(
    <App data={data} serialized={serialized}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  );
  const route = context.matches.at(-1)?.route;
  return {
    status: context.statusCode,
    html: `<!doctype html>${html}`,
    route: route?.path ?? route?.id ?? '',
    error: unexpectedError(context),
  };
}

function hydrationOf(context: StaticHandlerContext) {
  const errors = context.errors
    ? Object.fromEntries(Object.entries(context.errors).map(([id, error]) => [id, serializableError(error)]))
    : null;
  return { loaderData: context.loaderData, actionData: context.actionData, errors };
}

/** As React Router reads it back in the browser. The text of an unexpected error stays on the server. */
function serializableError(error: unknown) {
  if (isRouteErrorResponse(error)) return { ...error, __type: 'RouteErrorResponse' };
  return { message: 'Unexpected error', __type: 'Error' };
}

function unexpectedError(context: StaticHandlerContext): unknown {
  return Object.values(context.errors ?? {}).find((error) => !isRouteErrorResponse(error)) ?? null;
}
