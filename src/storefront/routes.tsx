// Every address of the shop on one page. Each screen is a file x.screen.tsx, loaded when it is first needed; the id of its route is its path.
import { type RouteObject, redirect } from 'react-router';
import { shopPageNames } from '#contract/catalogue/shop-pages.ts';
import { categoryPath, keywordPath } from './catalogue/paths.ts';
import { Layout } from './layout/layout.tsx';
import { RouteError } from './page/route-error.tsx';
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

function profilePage(path: string, name: ProfileScreen): RouteObject {
  return { path, id: name, lazy: profileScreen(name) };
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
          { index: true, id: 'catalogue/home/home', lazy: () => import('./catalogue/home/home.screen.tsx') },
          { path: 'contact', id: 'people/contact/contact', lazy: () => import('./people/contact/contact.screen.tsx') },
          { path: 'products', loader: () => redirect(categoryPath('all'), 301) },
          {
            path: 'products/category/:category',
            id: 'catalogue/product-list/category',
            lazy: () => import('./catalogue/product-list/category.screen.tsx'),
          },
          { path: 'products/keyword', loader: keywordFromForm },
          {
            path: 'products/keyword/:keyword',
            id: 'catalogue/product-list/keyword',
            lazy: () => import('./catalogue/product-list/keyword.screen.tsx'),
          },
          {
            path: 'products/id/:id',
            id: 'catalogue/product/product',
            lazy: () => import('./catalogue/product/product.screen.tsx'),
          },
          {
            path: 'sellers/:address',
            id: 'selling/seller/seller',
            lazy: () => import('./selling/seller/seller.screen.tsx'),
          },
          {
            path: 'licenses/:id',
            id: 'catalogue/license/license',
            lazy: () => import('./catalogue/license/license.screen.tsx'),
          },
          {
            id: 'people/account/account-frame',
            lazy: () => import('./people/account/account-frame.screen.tsx'),
            children: [
              {
                path: 'account/login',
                id: 'people/sign-in/login',
                lazy: () => import('./people/sign-in/login.screen.tsx'),
              },
              {
                path: 'account/register',
                id: 'people/account/register',
                lazy: () => import('./people/account/register.screen.tsx'),
              },
              {
                path: 'account/forgotPassword',
                id: 'people/account/forgot-password',
                lazy: () => import('./people/account/forgot-password.screen.tsx'),
              },
            ],
          },
          {
            id: 'people/sign-in/guarded',
            lazy: () => import('./people/sign-in/guarded.screen.tsx'),
            children: [
              {
                path: 'profile',
                id: 'people/profile/profile-frame',
                lazy: () => import('./people/profile/profile-frame.screen.tsx'),
                children: [
                  {
                    index: true,
                    id: 'people/profile/personal-information',
                    lazy: () => import('./people/profile/personal-information.screen.tsx'),
                  },
                  {
                    path: 'order',
                    id: 'ordering/order/order',
                    lazy: () => import('./ordering/order/order.screen.tsx'),
                  },
                  profilePage('products-management', 'selling/listing/products-management'),
                  profilePage('products-management/:productId/history', 'selling/listing/listing-history'),
                  profilePage('become-a-seller', 'selling/seller/become-a-seller'),
                  profilePage('shop', 'selling/seller/shop'),
                  profilePage('shop-keys', 'selling/shop-keys/shop-keys'),
                  profilePage('figures', 'selling/analytics/analytics'),
                  profilePage('library', 'goods/library/library'),
                  profilePage('wallet', 'money/wallet/wallet'),
                  profilePage('wallet/payouts', 'money/payout/payouts'),
                  profilePage('wallet/payouts/:id', 'money/payout/payout'),
                  profilePage('wallet/settings', 'money/payout/payout-settings'),
                  {
                    // One screen, so that going from one to the next keeps what is loaded.
                    path: 'pending-approvals',
                    id: 'selling/approval/pending-approvals',
                    lazy: profileScreen('selling/approval/pending-approvals'),
                    children: [{ index: true }, { path: ':approvalId' }],
                  },
                  profilePage('sales', 'ordering/seller-order/sales'),
                  profilePage('disputes', 'ordering/dispute/disputes'),
                  profilePage('disputes/:id', 'ordering/dispute/dispute'),
                  profilePage('machine-hours', 'goods/hours/machine-hours'),
                  profilePage('shop-reviews', 'catalogue/review/shop-reviews'),
                  profilePage('messages', 'people/message/messages'),
                  profilePage('messages/:threadId', 'people/message/thread'),
                ],
              },
              {
                path: 'profile/products-management/new',
                id: 'selling/product-editor/product-editor:new',
                lazy: profileScreen('selling/product-editor/product-editor'),
              },
              profilePage('profile/products-management/:productId', 'selling/product-editor/product-editor'),
              { path: 'cart', id: 'ordering/cart/cart', lazy: () => import('./ordering/cart/cart.screen.tsx') },
              {
                path: 'checkout',
                id: 'ordering/checkout/checkout',
                lazy: () => import('./ordering/checkout/checkout.screen.tsx'),
              },
            ],
          },
          ...shopPageNames.map((name) => ({
            path: name,
            id: `catalogue/shop-page/shop-page:${name}`,
            lazy: () => import('./catalogue/shop-page/shop-page.screen.tsx'),
          })),
          {
            path: 'compare',
            id: 'catalogue/compare/compare',
            lazy: () => import('./catalogue/compare/compare.screen.tsx'),
          },
          {
            path: 'saved',
            id: 'catalogue/saved-product/saved-products',
            lazy: () => import('./catalogue/saved-product/saved-products.screen.tsx'),
          },
          {
            path: 'saved/searches',
            id: 'catalogue/saved-product/saved-products:searches',
            lazy: () => import('./catalogue/saved-product/saved-products.screen.tsx'),
          },
          {
            path: 'saved/searches/alerts/:token',
            id: 'catalogue/saved-product/alerts:searches',
            lazy: () => import('./catalogue/saved-product/alerts.screen.tsx'),
          },
          {
            path: 'saved/alerts/:token',
            id: 'catalogue/saved-product/alerts',
            lazy: () => import('./catalogue/saved-product/alerts.screen.tsx'),
          },
          {
            path: 'success',
            id: 'ordering/checkout/success',
            lazy: () => import('./ordering/checkout/success.screen.tsx'),
          },
          {
            path: '*',
            loader: notFound,
          },
        ],
      },
    ],
  },
];
