// A buyer's own money with the shop: everybody who is signed in has their own, and nobody sees another's.
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const payInId = 'pin_of_somebody_else';

/** Top-up that none of the callers made. */
async function somebodysPayIn({ database }: Marketplace) {
  const now = new Date();
  await database.kysely
    .insertInto('api.pay_in')
    .values({
      pay_in_id: payInId,
      account_id: 'somebody-else',
      user_id: 'else@example.com',
      amount_cents: 5_000,
      request_key: 'somebody-elses-key',
      created_at: now,
      expires_at: now,
      next_check_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { path: `/buyer-wallet/pay-in/${payInId}` };
}

export const buyerWalletRoutes: RouteRow[] = [
  { route: 'GET /api/buyer-wallet', request: () => ({ path: '/buyer-wallet' }) },
  {
    route: 'PUT /api/buyer-wallet',
    request: () => ({ path: '/buyer-wallet', body: { monthly_limit: 100, refunds_to: 'card' } }),
  },
  {
    route: 'GET /api/buyer-wallet/movement',
    request: () => ({ path: '/buyer-wallet/movement' }),
  },
  {
    route: 'POST /api/buyer-wallet/pay-in',
    request: () => ({ path: '/buyer-wallet/pay-in', body: { amount: 10, request_key: 'the-same-key' } }),
  },
  { route: 'GET /api/buyer-wallet/pay-in/{payInId}', request: somebodysPayIn, passed: 404 },
  {
    route: 'POST /api/buyer-wallet/pay-in/{payInId}/cancel',
    request: async (world) => {
      const { path } = await somebodysPayIn(world);
      return { path: `${path}/cancel`, body: {} };
    },
    passed: 404,
  },
  {
    route: 'POST /api/buyer-wallet/withdrawal',
    request: () => ({ path: '/buyer-wallet/withdrawal', body: { amount: 10, request_key: 'the-same-key' } }),
    passed: 409,
  },
];
