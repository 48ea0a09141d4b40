// Every screen of the back office, each a file of routes/, loaded when it is first opened. The addresses are below /admin.
import type { RouteObject } from 'react-router';
import { Failed } from './components/failed.tsx';
import { Frame } from './components/frame.tsx';

export const routes: RouteObject[] = [
  {
    Component: Frame,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: Failed,
        children: [
          { index: true, lazy: () => import('./routes/overview.tsx') },
          { path: 'orders', lazy: () => import('./routes/orders.tsx') },
          { path: 'products', lazy: () => import('./routes/products.tsx') },
          { path: 'products/new', lazy: () => import('./routes/product-new.tsx') },
          { path: 'products/:productId', lazy: () => import('./routes/product.tsx') },
          { path: 'customers', lazy: () => import('./routes/customers.tsx') },
          { path: 'customers/:userId', lazy: () => import('./routes/customer.tsx') },
          { path: 'sellers', lazy: () => import('./routes/sellers.tsx') },
          { path: 'sellers/:sellerId', lazy: () => import('./routes/seller.tsx') },
          { path: 'orders/:orderId', lazy: () => import('./routes/order.tsx') },
          { path: 'import', lazy: () => import('./routes/imports.tsx') },
          { path: 'import/:importId', lazy: () => import('./routes/import.tsx') },
          { path: 'hours', lazy: () => import('./routes/hours.tsx') },
          { path: 'payouts', lazy: () => import('./routes/payouts.tsx') },
          { path: 'reports', lazy: () => import('./routes/reports.tsx') },
          { path: 'reports/:threadId', lazy: () => import('./routes/report.tsx') },
          { path: 'reviews', lazy: () => import('./routes/reviews.tsx') },
          { path: 'coupons', lazy: () => import('./routes/coupons.tsx') },
          { path: 'reviews/:reviewId', lazy: () => import('./routes/review.tsx') },
          { path: 'coupons/new', lazy: () => import('./routes/coupon-new.tsx') },
          { path: 'coupons/:code', lazy: () => import('./routes/coupon.tsx') },
          { path: 'ledger', lazy: () => import('./routes/ledger.tsx') },
          { path: 'ledger/account/:accountId', lazy: () => import('./routes/ledger-account.tsx') },
          { path: 'ledger/transfer/:transferId', lazy: () => import('./routes/ledger-transfer.tsx') },
          { path: 'reconciliation', lazy: () => import('./routes/reconciliation.tsx') },
          { path: 'fees', lazy: () => import('./routes/fees.tsx') },
          { path: 'disputes', lazy: () => import('./routes/disputes.tsx') },
          { path: 'disputes/:disputeId', lazy: () => import('./routes/dispute.tsx') },
          { path: 'staff', lazy: () => import('./routes/staff.tsx') },
          { path: 'state', lazy: () => import('./routes/state.tsx') },
          { path: 'state/check/:name', lazy: () => import('./routes/check.tsx') },
          { path: 'jobs', lazy: () => import('./routes/jobs.tsx') },
          { path: 'jobs/:jobId', lazy: () => import('./routes/job.tsx') },
          { path: 'operations', lazy: () => import('./routes/operations.tsx') },
          { path: 'audit', lazy: () => import('./routes/audit.tsx') },
          { path: 'audit/:entryId', lazy: () => import('./routes/audit-entry.tsx') },
          { path: '*', lazy: () => import('./routes/nothing-here.tsx') },
        ],
      },
    ],
  },
];
