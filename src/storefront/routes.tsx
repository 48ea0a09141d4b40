// Every address of the shop on one page. Each screen is a file of routes/, loaded when it is first needed.
import { data, type RouteObject, redirect } from 'react-router';
import { categoryPath, keywordPath } from './components/category-links.ts';
import { Layout } from './components/layout.tsx';
import { RouteError } from './components/route-error.tsx';
import { loginPath } from './session/ask-to-sign-in.ts';

/** For what only a signed-in customer may see: the login, which comes back to the address asked for. */
function signInFirst({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url);
  return redirect(loginPath(pathname + search));
}

function keywordFromForm({ request }: { request: Request }) {
  const keyword = new URL(request.url).searchParams.get('keyword')?.trim();
  return redirect(keyword ? keywordPath(keyword) : categoryPath('all'));
}

const profilePaths = [
  'profile',
  'profile/order',
  'profile/products-management',
  'profile/wallet',
  'profile/pending-approvals',
];

export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        // The bars stay around an error inside a screen.
        ErrorBoundary: RouteError,
        children: [
          { index: true, id: 'home', lazy: () => import('./routes/home.tsx') },
          { path: 'contact', id: 'contact', lazy: () => import('./routes/contact.tsx') },
          { path: 'products', loader: () => redirect(categoryPath('all'), 301) },
          { path: 'products/category/:category', id: 'category', lazy: () => import('./routes/category.tsx') },
          { path: 'products/keyword', loader: keywordFromForm },
          { path: 'products/keyword/:keyword', id: 'keyword', lazy: () => import('./routes/keyword.tsx') },
          { path: 'products/id/:id', id: 'product', lazy: () => import('./routes/product.tsx') },
          { path: 'account/login', id: 'account/login', lazy: () => import('./routes/account/login.tsx') },
          // Until accounts are built, the other two account addresses say what the login says.
          { path: 'account/register', id: 'account/register', lazy: () => import('./routes/account/login.tsx') },
          {
            path: 'account/forgotPassword',
            id: 'account/forgotPassword',
            lazy: () => import('./routes/account/login.tsx'),
          },
          ...profilePaths.map((path) => ({ path, loader: signInFirst })),
          { path: 'cart', loader: signInFirst },
          { path: 'checkout', loader: signInFirst },
          { path: 'success', id: 'success', lazy: () => import('./routes/success.tsx') },
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
