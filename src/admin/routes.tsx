// Every screen of the back office, each a file x.screen.tsx. A browser gets them in three: the first screen, the lists, and what both lead to. The
// addresses are below /admin.
import type { RouteObject } from 'react-router';
import { Failed } from './frame/failed.tsx';
import { Frame } from './frame/frame.tsx';

const lists = () => import('./lists.ts');
const screens = () => import('./screens.ts');
const list = (name: keyof Awaited<ReturnType<typeof lists>>) => async () => (await lists())[name];
const screen = (name: keyof Awaited<ReturnType<typeof screens>>) => async () => (await screens())[name];

export const routes: RouteObject[] = [
  {
    Component: Frame,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: Failed,
        children: [
          { index: true, lazy: () => import('./operations/overview/overview.screen.tsx') },
          { path: 'orders', lazy: list('orders') },
          { path: 'products', lazy: list('products') },
          { path: 'products/new', lazy: screen('productNew') },
          { path: 'products/:productId', lazy: screen('product') },
          { path: 'search', lazy: screen('search') },
          { path: 'licenses', lazy: screen('licenses') },
          { path: 'licenses/new', lazy: screen('licenseNew') },
          { path: 'licenses/:licenseId', lazy: screen('license') },
          { path: 'customers', lazy: list('customers') },
          { path: 'customers/:userId', lazy: screen('customer') },
          { path: 'sellers', lazy: list('sellers') },
          { path: 'sellers/new', lazy: screen('sellerNew') },
          { path: 'sellers/:sellerId', lazy: screen('seller') },
          { path: 'orders/:orderId', lazy: screen('order') },
          { path: 'import', lazy: screen('imports') },
          { path: 'import/:importId', lazy: screen('importFile') },
          { path: 'hours', lazy: screen('hours') },
          { path: 'payouts', lazy: list('payouts') },
          { path: 'payouts/:payoutId', lazy: screen('payout') },
          { path: 'reports', lazy: screen('reports') },
          { path: 'reports/:threadId', lazy: screen('report') },
          { path: 'reviews', lazy: list('reviews') },
          { path: 'coupons', lazy: list('coupons') },
          { path: 'reviews/:reviewId', lazy: screen('review') },
          { path: 'coupons/new', lazy: screen('couponNew') },
          { path: 'coupons/:code', lazy: screen('coupon') },
          { path: 'ledger', lazy: screen('ledger') },
          { path: 'ledger/account/:accountId', lazy: screen('ledgerAccount') },
          { path: 'ledger/transfer/:transferId', lazy: screen('ledgerTransfer') },
          { path: 'reconciliation', lazy: screen('reconciliation') },
          { path: 'fees', lazy: screen('fees') },
          { path: 'disputes', lazy: list('disputes') },
          { path: 'disputes/:disputeId', lazy: screen('dispute') },
          { path: 'staff', lazy: screen('staff') },
          { path: 'endpoint', lazy: screen('endpoint') },
          { path: 'state', lazy: screen('state') },
          { path: 'state/check/:name', lazy: screen('check') },
          { path: 'jobs', lazy: list('jobs') },
          { path: 'jobs/:jobId', lazy: screen('job') },
          { path: 'operations', lazy: screen('operations') },
          { path: 'audit', lazy: list('audit') },
          { path: 'audit/:entryId', lazy: screen('auditEntry') },
          { path: '*', lazy: screen('nothingHere') },
        ],
      },
    ],
  },
];
