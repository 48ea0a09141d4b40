import './app.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { UNSAFE_createBrowserHistory as createBrowserHistory, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { startSession } from '#client/session/session.ts';
import { focusFaultsOfForms } from '#ui/form/focus-fault.ts';
import { startCart } from './ordering/cart/start-cart.ts';
import { App, type PageData } from './rendering/app.tsx';
import { stopRecordingClicks } from './rendering/early-actions.ts';
import { routes } from './routes.tsx';
import { apiContext } from './routing/api-context.ts';
import { createRouter } from './routing/create-router.ts';

const serialized = document.getElementById('page-data')?.textContent ?? '{}';
const data: PageData = JSON.parse(serialized);
const api = createBrowserApi();
startSession(data.shop.accounts);
startCart(data.shop.settings.cart);
focusFaultsOfForms();

// The screens of this address are loaded before React takes over, so that it finds the page as the server drew it.
await Promise.all(
  (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    const screen = await route.lazy();
    Object.assign(route, { ...screen, lazy: undefined });
  }),
);

const router = createRouter({
  routes,
  history: createBrowserHistory(),
  hydration: data.hydration,
  getContext() {
    const context = new RouterContextProvider();
    context.set(apiContext, api);
    return context;
  },
});

startTransition(() => {
  hydrateRoot(
    document,
    <App data={data} serialized={serialized}>
      <RouterProvider router={router} />
    </App>,
  );
  stopRecordingClicks();
});
