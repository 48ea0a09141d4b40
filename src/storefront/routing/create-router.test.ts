// The same steps by React Router's own engine and by the storefront's: both come to the same.
import {
  type DataRouter,
  data,
  isRouteErrorResponse,
  type RouteObject,
  RouterContextProvider,
  type RouterNavigateOptions,
  type RouterSubscriber,
  redirect,
  UNSAFE_createMemoryHistory,
  UNSAFE_createRouter,
  UNSAFE_defaultMapRouteProperties,
} from 'react-router';
import { expect, test } from 'vitest';
import { createRouter } from './create-router.ts';

type Step = { to: string | number; options?: RouterNavigateOptions; at?: number };
type Seen = { loads: string[]; states: unknown[] };

/** Routes like the shop's. `loads` is told whose data is loaded, and of which address. */
function shopRoutes(loads: string[]): RouteObject[] {
  const load = (id: string, answer: (url: URL) => unknown = (url) => `${id} ${url.search}`) => {
    return ({ request }: { request: Request }) => {
      const url = new URL(request.url);
      loads.push(`${id} ${url.pathname}${url.search}${url.hash}`);
      return answer(url);
    };
  };
  const screen = (id: string) => async () => ({ Component: () => null, loader: load(id) });
  const fails = () => {
    throw new Error('no such thing');
  };
  return [
    {
      ErrorBoundary: () => null,
      children: [
        {
          ErrorBoundary: () => null,
          children: [
            { index: true, id: 'home', loader: load('home') },
            { path: 'list/:category', id: 'list', lazy: screen('list') },
            { path: 'plain', id: 'plain', Component: () => null },
            { path: 'moved', loader: () => redirect('/list/all?moved=1', 301) },
            { path: 'tidied', loader: load('tidied', () => Promise.reject(redirect('/list/b'))) },
            { path: 'broken', id: 'broken', lazy: () => Promise.reject(new Error('no script')) },
            { path: 'status', id: 'status', loader: load('status', () => data('kept', { status: 404 })) },
            {
              path: 'product/:id',
              id: 'product',
              loader: load('product'),
              shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
                currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate,
            },
            {
              path: 'profile',
              id: 'frame',
              loader: load('frame', ({ search }) => (search.includes('out') ? redirect('/') : null)),
              children: [
                { index: true, id: 'own', lazy: screen('own') },
                { path: 'order', id: 'order', loader: load('order') },
                {
                  path: 'lost',
                  id: 'lost',
                  loader: load('lost', () => Promise.reject(data({ why: 1 }, { status: 503 }))),
                },
                { path: 'fails', id: 'fails', ErrorBoundary: () => null, loader: load('fails', fails) },
              ],
            },
            {
              path: '*',
              loader: () => {
                throw data(null, { status: 404 });
              },
            },
          ],
        },
      ],
    },
  ];
}

async function walk(kind: 'library' | 'own', steps: Step[]): Promise<Seen> {
  const loads: string[] = [];
  const history = UNSAFE_createMemoryHistory({ initialEntries: ['/'] });
  const init = { routes: shopRoutes(loads), history, getContext: () => new RouterContextProvider() };
  const hydration = { loaderData: { home: 'from the server' }, errors: null };
  const router: DataRouter =
    kind === 'own'
      ? createRouter({ ...init, hydration })
      : UNSAFE_createRouter({
          ...init,
          hydrationData: hydration,
          mapRouteProperties: UNSAFE_defaultMapRouteProperties,
        }).initialize();
  let y = 0;
  router.enableScrollRestoration({}, () => y);
  let transition: Parameters<RouterSubscriber>[1]['viewTransitionOpts'];
  const navigations: string[] = [];
  router.subscribe(({ navigation }, { viewTransitionOpts }) => {
    navigations.push(`${navigation.state} ${navigation.location?.pathname ?? ''}`);
    transition = viewTransitionOpts;
  });
  const states: unknown[] = [];
  for (const { to, options, at = 0 } of steps) {
    y = at;
    if (typeof to === 'number') await router.navigate(to);
    else await router.navigate(to, options);
    await expect.poll(() => router.state.navigation.state, { interval: 1 }).toBe('idle');
    const { location, matches, loaderData, errors, ...state } = router.state;
    states.push({
      address: location.pathname + location.search + location.hash,
      isInHistory: history.location.key === location.key,
      index: history.index,
      params: matches.at(-1)?.params,
      matches: matches.map(({ route }) => route.id),
      loaderData,
      errors:
        errors &&
        Object.entries(errors).map(([id, error]) => [
          id,
          isRouteErrorResponse(error) ? [error.status, error.data] : String(error),
        ]),
      action: state.historyAction,
      restoreScrollPosition: state.restoreScrollPosition,
      preventScrollReset: state.preventScrollReset,
      transition: transition && [transition.currentLocation.pathname, transition.nextLocation.pathname],
      navigations: navigations.splice(0),
    });
  }
  return { loads, states };
}

const walks: Record<string, Step[]> = {
  'screens that are loaded when they are first shown': [
    { to: '/list/all' },
    { to: '/list/computing' },
    { to: '/profile' },
  ],
  'an address asked for again, another query, another place of the page': [
    { to: '/list/all' },
    { to: '/list/all' },
    { to: '/list/all?sort=name' },
    { to: '?sort=price' },
    { to: '/list/all?' },
    { to: '?sort=price' },
    { to: '#end' },
    { to: '/list/all?sort=price#top', options: { replace: true } },
    { to: '/list/all?sort=price' },
  ],
  'a screen that says itself when it is loaded anew': [
    { to: '/product/1' },
    { to: '/product/1?options=a', options: { preventScrollReset: true } },
    { to: '/product/2' },
  ],
  'redirects, also on the way back': [
    { to: '/moved' },
    { to: '/plain' },
    { to: '/tidied', options: { replace: true, preventScrollReset: true } },
    { to: -1 },
    { to: '/profile/order?out=1' },
  ],
  'what stays loaded around a screen that changes': [
    { to: '/profile' },
    { to: '/profile/order' },
    { to: '/profile/order?page=2' },
    { to: '/plain' },
  ],
  'errors, and the way out of them': [
    { to: '/profile/lost' },
    { to: '/profile/order' },
    { to: '/profile/fails' },
    { to: '/status' },
    { to: '/nowhere/at/all' },
    { to: '/broken' },
    { to: '/broken' },
    { to: '/' },
  ],
  'back and forward, where the page was left': [
    { to: '/list/all' },
    { to: '/product/1', at: 700 },
    { to: -1, at: 90 },
    { to: 1, at: 710 },
    { to: -2, at: 91 },
  ],
  'view transitions, and on the way back': [
    { to: '/list/all' },
    { to: '/product/1', options: { viewTransition: true } },
    { to: -1 },
    { to: 1 },
    { to: '/plain' },
    { to: -1 },
  ],
};

test.each(Object.entries(walks))('%s', async (_name, steps) => {
  const own = await walk('own', steps);
  expect(own).toEqual(await walk('library', steps));
  expect(own.states).toHaveLength(steps.length);
});

test('a visitor who goes on before a page is there sees the last one asked for, and its history alone', async () => {
  const asked: AbortSignal[] = [];
  const loader = ({ request }: { request: Request }) => {
    asked.push(request.signal);
    return request.url.endsWith('/slow') ? new Promise(() => {}) : 'fast';
  };
  const router = createRouter({
    routes: [{ path: '*', id: 'any', loader }],
    history: UNSAFE_createMemoryHistory(),
    hydration: { loaderData: { any: '' }, errors: null },
    getContext: () => new RouterContextProvider(),
  });
  const slow = router.navigate('/slow');
  expect(router.state.navigation).toMatchObject({ state: 'loading', location: { pathname: '/slow' } });
  await router.navigate('/fast');
  await slow;
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(router.state).toMatchObject({
    location: { pathname: '/fast' },
    loaderData: { any: 'fast' },
    navigation: { state: 'idle' },
  });
});

test.each(['//elsewhere.example/', '/\\elsewhere.example/', '/.//elsewhere.example/', 'https://elsewhere.example/'])(
  '%s leads nowhere else',
  async (to) => {
    const pushed: string[] = [];
    const history = UNSAFE_createMemoryHistory();
    const router = createRouter({
      routes: [{ path: '*', id: 'any' }],
      history: { ...history, push: (target) => pushed.push(String(history.createURL(target))) },
      hydration: { loaderData: {}, errors: null },
      getContext: () => new RouterContextProvider(),
    });
    await router.navigate(to).catch((error) => expect(String(error)).toContain('External navigation is not allowed'));
    for (const url of pushed) expect(new URL(url).origin).toBe('http://localhost');
  },
);
