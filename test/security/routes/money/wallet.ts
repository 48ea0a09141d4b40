// Earnings of a shop.
import type { RouteRow } from '../selling/marketplace.ts';

const base = 'GET /api/seller/{sellerId}/wallet';

export const walletRoutes: RouteRow[] = [
  { route: base, request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet` }) },
  {
    route: `${base}/movements`,
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet/movements?kind=sales` }),
  },
  {
    route: `${base}/months`,
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet/months` }),
  },
  {
    route: `${base}/months/{month}`,
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet/months/2026-10` }),
  },
  {
    route: `${base}/statement`,
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet/statement?month=2026-10` }),
  },
];
