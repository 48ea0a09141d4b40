// The storefront's navigation in a browser. React Router draws the matches and has every hook; of its own engine, 15 kB packed, the
// storefront used this part (docs/decisions/0082-a-small-engine-for-navigation.md).
import {
  createPath,
  type DataRouteObject,
  type DataRouter,
  type ErrorResponse,
  IDLE_NAVIGATION,
  type LoaderFunctionArgs,
  type Location,
  matchRoutes,
  NavigationType,
  type RouteObject,
  type RouterContextProvider,
  type RouterNavigateOptions,
  type RouterState,
  type RouterSubscriber,
  resolvePath,
  type To,
  type UNSAFE_createBrowserHistory,
  UNSAFE_defaultMapRouteProperties as withElements,
} from 'react-router';

type History = Pick<
  ReturnType<typeof UNSAFE_createBrowserHistory>,
  'action' | 'location' | 'createHref' | 'createURL' | 'encodeLocation' | 'push' | 'replace' | 'go' | 'listen'
>;
type Match = RouterState['matches'][number];
type ViewTransition = { currentLocation: Location; nextLocation: Location };
type Options = Pick<RouterNavigateOptions, 'replace' | 'preventScrollReset' | 'viewTransition'>;
/** Answers of a loader, whose only responses are redirects. */
type Outcome = { data: unknown } | { error: unknown } | { redirect: Response };

export type RouterInit = {
  /** One of them takes every address; the screens of the first page are there. */
  routes: RouteObject[];
  history: History;
  /** As the server has loaded it: all that the first page needs. */
  hydration: Pick<RouterState, 'loaderData' | 'errors'>;
  getContext: () => RouterContextProvider;
};

/**
 * A router for `RouterProvider`: loaders, lazy screens, redirects, errors, scroll positions and view transitions. It has no actions,
 * fetchers, middleware, blockers and revalidation; relative addresses are relative to the address, not to the route.
 */
export function createRouter({ history, hydration, getContext, ...init }: RouterInit): DataRouter {
  const manifest: Record<string, DataRouteObject> = {};
  const routes = withIds(init.routes, manifest);
  let subscriber: RouterSubscriber | undefined;
  let loading: AbortController | undefined;
  let scroll: { positions: Record<string, number>; read: () => number } | undefined;
  /** Paths between which a view transition has run: the way back has one too. */
  const transitions = new Set<string>();

  let state: RouterState = {
    historyAction: history.action,
    location: history.location,
    matches: matchesOf(history.location),
    initialized: true,
    renderFallback: false,
    navigation: IDLE_NAVIGATION,
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: hydration.loaderData,
    actionData: null,
    errors: hydration.errors,
    fetchers: new Map(),
    blockers: new Map(),
  };
  history.listen(({ action, location }) => start(action, location));

  function matchesOf(location: Partial<Location>): Match[] {
    const matches = matchRoutes(routes, location);
    if (!matches) throw new Error(`no route takes ${location.pathname}`);
    return matches;
  }

  /** An address of the shop: nothing that is written like one leads elsewhere. */
  function locationOf(to: To, given: unknown): Location {
    const { origin, pathname, search, hash } = history.createURL(to);
    if (origin !== history.createURL('/').origin || pathname.startsWith('//'))
      throw new Error('External navigation is not allowed');
    return { pathname, search, hash, state: given, key: Math.random().toString(36).slice(2, 10) };
  }

  function update(changes: Partial<RouterState>, transition: { viewTransitionOpts?: ViewTransition } = {}) {
    state = { ...state, ...changes };
    subscriber?.(state, { deletedFetchers: [], newErrors: null, flushSync: false, ...transition });
  }

  async function navigate(to: number | To | null, options: RouterNavigateOptions = {}) {
    if (typeof to === 'number') return history.go(to);
    const path = createPath(resolvePath(to ?? '', state.location.pathname));
    const action = options.replace ? NavigationType.Replace : NavigationType.Push;
    await start(action, locationOf(path, options.state), options);
  }

  async function start(action: NavigationType, location: Location, options: Options = {}): Promise<void> {
    loading?.abort();
    loading = undefined;
    if (scroll) scroll.positions[state.location.key] = scroll.read();
    const matches = matchesOf(location);
    if (isOtherHash(state.location, location)) return complete(action, location, options, { matches });
    const asked = matches.filter((match, index) => isAsked(match, state.matches[index], location));
    if (asked.length === 0) return complete(action, location, options, merged(matches, new Map()));

    loading = new AbortController();
    const { signal } = loading;
    const left = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
    const navigation = { ...IDLE_NAVIGATION, state: 'loading', location, matches, historyAction: action } as const;
    update({ navigation });
    const request = new Request(history.createURL({ ...location, hash: '' }), { signal });
    const pattern = `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`;
    const context = getContext();
    const loaded = Promise.all(
      asked.map(async ({ route, params }) => {
        const args: LoaderFunctionArgs = { request, url: new URL(request.url), pattern, params, context };
        return [route.id, await outcomeOf(() => loadRoute(route, args))] as const;
      }),
    );
    const outcomes = await Promise.race([loaded, left]);
    if (!outcomes || signal.aborted) return;
    const redirect = outcomes.findLast((entry): entry is [string, { redirect: Response }] => 'redirect' in entry[1]);
    if (redirect) return follow(redirect[1].redirect, request.url, options);
    complete(action, location, options, merged(matches, new Map(outcomes)));
  }

  /** The address that was asked for is not in the history yet: where it leads takes its place. */
  async function follow({ headers }: Response, from: string, options: Options): Promise<void> {
    const { href, origin } = new URL(headers.get('Location') ?? '', from);
    if (headers.has('X-Remix-Reload-Document') || origin !== new URL(from).origin)
      window.location[options.replace ? 'replace' : 'assign'](href);
    else await start(options.replace ? NavigationType.Replace : NavigationType.Push, locationOf(href, null), options);
  }

  function isAsked({ route, params, pathname }: Match, current: Match | undefined, location: Location): boolean {
    if (route.lazy) return true;
    if (!route.loader) return false;
    if (current?.route.id !== route.id || !(route.id in state.loaderData)) return true;
    const [currentUrl, nextUrl] = [state.location, location].map((one) => history.createURL(one)) as [URL, URL];
    const isSame = currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search;
    const defaultShouldRevalidate = isSame || currentUrl.search !== nextUrl.search || current.pathname !== pathname;
    const choice = { currentUrl, nextUrl, currentParams: current.params, nextParams: params, defaultShouldRevalidate };
    return route.shouldRevalidate?.(choice) ?? defaultShouldRevalidate;
  }

  /** Data that was loaded, beside that which stays. The nearest route that can shows an error; nothing below it is drawn. */
  function merged(matches: Match[], outcomes: Map<string, Outcome>): Partial<RouterState> {
    const loaderData: Record<string, unknown> = {};
    const errors: Record<string, unknown> = {};
    let boundary = matches[0]?.route.id ?? '';
    let isDrawn = true;
    for (const { route } of matches) {
      if (route.errorElement) boundary = route.id;
      const outcome = outcomes.get(route.id);
      if (outcome && 'data' in outcome) loaderData[route.id] = outcome.data;
      else if (outcome && 'error' in outcome) errors[boundary] ??= outcome.error;
      else if (isDrawn && route.loader && route.id in state.loaderData)
        loaderData[route.id] = state.loaderData[route.id];
      if (route.id in errors) isDrawn = false;
    }
    const [before, after, failed] = [state.loaderData, loaderData, errors].map((one) => Object.keys(one).length);
    // The same object where nothing is new: whoever shows it is not drawn again.
    const isKept = outcomes.size === 0 && before === after;
    return { matches, loaderData: isKept ? state.loaderData : loaderData, errors: failed ? errors : null };
  }

  function complete(action: NavigationType, location: Location, options: Options, changes: Partial<RouterState>) {
    loading = undefined;
    const { location: currentLocation } = state;
    if (action === NavigationType.Push) history.push(location, location.state);
    else if (action === NavigationType.Replace) history.replace(location, location.state);
    const way = [currentLocation.pathname, location.pathname];
    if (options.viewTransition) transitions.add(way.join(' '));
    const isPop = action === NavigationType.Pop;
    const isBack = isPop && transitions.has(way.toReversed().join(' '));
    const isShown = options.viewTransition || (isPop && transitions.has(way.join(' ')));
    let ends = isShown ? { currentLocation, nextLocation: location } : undefined;
    if (isBack) ends ??= { currentLocation: location, nextLocation: currentLocation };
    update(
      {
        ...changes,
        historyAction: action,
        location,
        navigation: IDLE_NAVIGATION,
        restoreScrollPosition: scroll?.positions[location.key] ?? null,
        preventScrollReset: options.preventScrollReset === true,
      },
      ends && { viewTransitionOpts: ends },
    );
  }

  const router: Partial<DataRouter> = {
    basename: '/',
    get state() {
      return state;
    },
    routes,
    manifest,
    window: globalThis.window,
    match: matchesOf,
    navigate,
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    subscribe(fn) {
      subscriber = fn;
      return () => {
        if (subscriber === fn) subscriber = undefined;
      };
    },
    enableScrollRestoration(positions, read) {
      scroll = { positions, read };
      return () => {
        scroll = undefined;
      };
    },
  };
  return router as DataRouter;
}

/** Routes as React Router draws them, each under the id that it has on the server. */
function withIds(routes: RouteObject[], manifest: Record<string, DataRouteObject>, parent: number[] = []) {
  return routes.map((route, index): DataRouteObject => {
    const path = [...parent, index];
    const id = route.id ?? path.join('-');
    const children = route.children && withIds(route.children, manifest, path);
    const named = { ...route, id, children } as DataRouteObject;
    const whole = Object.assign(named, withElements(named));
    manifest[id] = whole;
    return whole;
  });
}

/** The data of a route, whose screen comes first where it was never shown. */
async function loadRoute(route: DataRouteObject, args: LoaderFunctionArgs): Promise<unknown> {
  if (typeof route.lazy === 'function') {
    const screen = await route.lazy();
    // Two navigations may have waited for it.
    if ('lazy' in route) Object.assign(route, screen, withElements(screen as DataRouteObject));
    delete route.lazy;
  }
  return typeof route.loader === 'function' ? route.loader(args) : undefined;
}

async function outcomeOf(load: () => Promise<unknown>): Promise<Outcome> {
  try {
    const value = await load();
    if (isRedirect(value)) return { redirect: value };
    return { data: isDataWithInit(value) ? value.data : value };
  } catch (thrown) {
    if (isRedirect(thrown)) return { redirect: thrown };
    return { error: isDataWithInit(thrown) ? errorResponse(thrown) : thrown };
  }
}

function isRedirect(value: unknown): value is Response {
  return value instanceof Response && value.headers.has('Location');
}

type DataWithInit = { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null };

/** Made by `data` of React Router. */
function isDataWithInit(value: unknown): value is DataWithInit {
  return (value as DataWithInit | null)?.type === 'DataWithResponseInit';
}

function errorResponse({ data, init }: DataWithInit): ErrorResponse & { internal: false } {
  return { status: init?.status ?? 500, statusText: init?.statusText ?? '', internal: false, data };
}

/** The browser finds the place within the page; the page without any place is asked for anew. */
function isOtherHash(current: Location, next: Location): boolean {
  return current.pathname === next.pathname && current.search === next.search && next.hash !== '';
}
