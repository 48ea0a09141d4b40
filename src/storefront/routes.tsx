// Every address of the shop on one page. Each screen is a file of routes/, loaded when it is first needed.
import { type RouteObject, redirect } from 'react-router';
import { shopPageNames } from '#contract/shop-pages.ts';
import { categoryPath, keywordPath } from './catalogue/paths.ts';
import { Layout } from './components/layout/layout.tsx';
import { RouteError } from './components/page/route-error.tsx';
import type { ProfileScreen } from './profile-screens.ts';
import { notFound } from './routing/loader-errors.ts';

function keywordFromForm({ request }: { request: Request }) {
  const keyword = new URL(request.url).searchParams.get('keyword')?.trim();
  return redirect(keyword ? keywordPath(keyword) : categoryPath('all'));
}

/** A screen of the profile, by a list of its own: what every page loads names none of them. */
function profileScreen(name: ProfileScreen) {
  return async () => (await import('./profile-screens.ts')).profileScreens[name]();
}

function profilePage(name: ProfileScreen, path: string = name): RouteObject {
  return { path, id: `profile/${name}`, lazy: profileScreen(name) };
}

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
          { path: 'sellers/:address', id: 'seller', lazy: () => import('./routes/seller.tsx') },
          { path: 'licenses/:id', id: 'license', lazy: () => import('./routes/license.tsx') },
          {
            id: 'account/layout',
            lazy: () => import('./routes/account/layout.tsx'),
            children: [
              { path: 'account/login', id: 'account/login', lazy: () => import('./routes/account/login.tsx') },
              { path: 'account/register', id: 'account/register', lazy: () => import('./routes/account/register.tsx') },
              {
                path: 'account/forgotPassword',
                id: 'account/forgot-password',
                lazy: () => import('./routes/account/forgot-password.tsx'),
              },
            ],
          },
          {
            id: 'guarded',
            lazy: () => import('./routes/guarded.tsx'),
            children: [
              {
                path: 'profile',
                id: 'profile/layout',
                lazy: () => import('./routes/profile/layout.tsx'),
                children: [
                  {
                    index: true,
                    id: 'profile/personal-information',
                    lazy: () => import('./routes/profile/personal-information.tsx'),
                  },
                  { path: 'order', id: 'profile/order', lazy: () => import('./routes/profile/order.tsx') },
                  profilePage('products-management'),
                  profilePage('listing-history', 'products-management/:productId/history'),
                  profilePage('become-a-seller'),
                  profilePage('shop'),
                  profilePage('shop-keys'),
                  profilePage('figures'),
                  profilePage('library'),
                  profilePage('wallet'),
                  profilePage('payouts', 'wallet/payouts'),
                  profilePage('payout', 'wallet/payouts/:id'),
                  profilePage('payout-settings', 'wallet/settings'),
                  {
                    // One screen, so that going from one to the next keeps what is loaded.
                    path: 'pending-approvals',
                    id: 'profile/pending-approvals',
                    lazy: profileScreen('pending-approvals'),
                    children: [{ index: true }, { path: ':approvalId' }],
                  },
                  profilePage('sales'),
                  profilePage('disputes/list', 'disputes'),
                  profilePage('disputes/dispute', 'disputes/:id'),
                  profilePage('machine-hours'),
                  profilePage('shop-reviews'),
                  profilePage('messages/list', 'messages'),
                  profilePage('messages/thread', 'messages/:threadId'),
                ],
              },
              {
                path: 'profile/products-management/new',
                id: 'profile/product-editor:new',
                lazy: profileScreen('product-editor'),
              },
              profilePage('product-editor', 'profile/products-management/:productId'),
              { path: 'cart', id: 'cart', lazy: () => import('./routes/cart.tsx') },
              { path: 'checkout', id: 'checkout', lazy: () => import('./routes/checkout.tsx') },
            ],
          },
          ...shopPageNames.map((name) => ({
            path: name,
            id: `shop-page:${name}`,
            lazy: () => import('./routes/shop-page.tsx'),
          })),
          { path: 'compare', id: 'compare', lazy: () => import('./routes/compare.tsx') },
          { path: 'saved', id: 'saved/list', lazy: () => import('./routes/saved/list.tsx') },
          { path: 'saved/alerts/:token', id: 'saved/alerts', lazy: () => import('./routes/saved/alerts.tsx') },
          { path: 'success', id: 'success', lazy: () => import('./routes/success.tsx') },
          {
            path: '*',
            loader: notFound,
          },
        ],
      },
    ],
  },
];
