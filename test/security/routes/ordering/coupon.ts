import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const terms = {
  percent: 10,
  amount: null,
  minimum: 0,
  category: null,
  expires_at: null,
  total_limit: null,
  customer_limit: null,
  seller_percent: 0,
};

async function aCoupon({ database }: Marketplace): Promise<string> {
  await database.kysely
    .insertInto('api.coupon')
    .values({ code: 'TENTH', ...coupon })
    .execute();
  return '/admin/coupon/TENTH';
}

const coupon = {
  percent: 10,
  amount_cents: null,
  category: null,
  expires_at: null,
  total_limit: null,
  customer_limit: null,
};

export const couponRoutes: RouteRow[] = [
  {
    route: 'POST /api/admin/coupon',
    request: () => ({ path: '/admin/coupon', body: { code: 'TENTH', ...terms } }),
  },
  {
    route: 'GET /api/admin/coupon/{code}',
    request: async (made) => ({ path: await aCoupon(made) }),
  },
  {
    route: 'PUT /api/admin/coupon/{code}',
    request: async (made) => ({
      path: await aCoupon(made),
      body: { ...terms, minimum: 5, enabled: true, revision: 1 },
    }),
  },
  {
    route: 'POST /api/admin/coupon/{code}/end',
    request: async (made) => ({ path: `${await aCoupon(made)}/end`, body: {} }),
  },
];
