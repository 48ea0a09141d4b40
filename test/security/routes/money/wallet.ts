// What a shop has earned.
import type { RouteRow } from '../selling/marketplace.ts';

const whoSeesMoney = { anonymous: 401, owner: 200, finance: 200 } as const;
const base = 'GET /api/seller/{sellerId}/wallet';

export const walletRoutes: RouteRow[] = [
  { route: base, request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet` }), answers: whoSeesMoney },
  {
    route: `${base}/movements`,
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet/movements?kind=sales` }),
    answers: whoSeesMoney,
  },
  {
    route: `${base}/months`,
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet/months` }),
    answers: whoSeesMoney,
  },
  {
    route: `${base}/months/{month}`,
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet/months/2026-10` }),
    answers: whoSeesMoney,
  },
  {
    route: `${base}/statement`,
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/wallet/statement?month=2026-10` }),
    answers: whoSeesMoney,
  },
];
