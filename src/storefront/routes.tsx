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
                  {
                    path: 'products-management',
                    id: 'profile/products-management',
                    lazy: profileScreen('products-management'),
                  },
                  {
                    path: 'products-management/:productId/history',
                    id: 'profile/listing-history',
                    lazy: profileScreen('listing-history'),
                  },
                  {
                    path: 'become-a-seller',
                    id: 'profile/become-a-seller',
                    lazy: profileScreen('become-a-seller'),
                  },
                  { path: 'shop', id: 'profile/shop', lazy: profileScreen('shop') },
                  {
                    path: 'shop-keys',
                    id: 'profile/shop-keys',
                    lazy: profileScreen('shop-keys'),
                  },
                  { path: 'figures', id: 'profile/figures', lazy: profileScreen('figures') },
                  { path: 'library', id: 'profile/library', lazy: profileScreen('library') },
                  { path: 'wallet', id: 'profile/wallet', lazy: profileScreen('wallet') },
                  {
                    // One screen, so that going from one to the next keeps what is loaded.
                    path: 'pending-approvals',
                    id: 'profile/pending-approvals',
                    lazy: profileScreen('pending-approvals'),
                    children: [
                      { index: true, id: 'profile/pending-approvals:all' },
                      { path: ':approvalId', id: 'profile/pending-approvals:one' },
                    ],
                  },
                  { path: 'sales', id: 'profile/sales', lazy: profileScreen('sales') },
                  {
                    path: 'machine-hours',
                    id: 'profile/machine-hours',
                    lazy: profileScreen('machine-hours'),
                  },
                  {
                    path: 'shop-reviews',
                    id: 'profile/shop-reviews',
                    lazy: profileScreen('shop-reviews'),
                  },
                  {
                    path: 'messages',
                    id: 'profile/messages/list',
                    lazy: profileScreen('messages/list'),
                  },
                  {
                    path: 'messages/:threadId',
                    id: 'profile/messages/thread',
                    lazy: profileScreen('messages/thread'),
                  },
                ],
              },
              {
                path: 'profile/products-management/new',
                id: 'profile/product-editor:new',
                lazy: profileScreen('product-editor'),
              },
              {
                path: 'profile/products-management/:productId',
                id: 'profile/product-editor',
                lazy: profileScreen('product-editor'),
              },
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
