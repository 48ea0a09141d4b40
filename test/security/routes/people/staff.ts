import type { Caller, RouteRow } from '../selling/marketplace.ts';

const everyStaff: RouteRow['answers'] = { staffSupport: 200, staffFinance: 200, staffCatalogue: 200, staffAdmin: 200 };
const only = (status: number, ...callers: Caller[]): RouteRow['answers'] =>
  Object.fromEntries(callers.map((caller) => [caller, status]));

export const staffRoutes: RouteRow[] = [
  { route: 'GET /api/admin/me', request: () => ({ path: '/admin/me' }), answers: everyStaff },
  { route: 'GET /api/admin/overview', request: () => ({ path: '/admin/overview' }), answers: everyStaff },
  {
    route: 'GET /api/admin/figures',
    request: () => ({ path: '/admin/figures?zone=Europe/Berlin' }),
    answers: only(200, 'staffFinance', 'staffAdmin'),
  },
  { route: 'GET /api/admin/state', request: () => ({ path: '/admin/state' }), answers: only(200, 'staffAdmin') },
  {
    route: 'GET /api/admin/state/outbox/{outbox}/failed',
    request: () => ({ path: '/admin/state/outbox/webhook/failed' }),
    answers: only(200, 'staffAdmin'),
  },
  {
    route: 'POST /api/admin/state/outbox/{outbox}/send-again',
    request: () => ({ path: '/admin/state/outbox/webhook/send-again', body: { ids: null } }),
    answers: only(200, 'staffAdmin'),
  },
  { route: 'GET /api/admin/check', request: () => ({ path: '/admin/check' }), answers: only(200, 'staffAdmin') },
  {
    route: 'GET /api/admin/check/{check}',
    request: () => ({ path: '/admin/check/ledger' }),
    answers: only(200, 'staffAdmin'),
  },
  {
    route: 'POST /api/admin/check/{check}',
    request: () => ({ path: '/admin/check/ledger' }),
    answers: only(202, 'staffAdmin'),
  },
  {
    route: 'POST /api/admin/check/figures/repair',
    request: () => ({ path: '/admin/check/figures/repair' }),
    answers: only(202, 'staffAdmin'),
  },
  {
    route: 'GET /api/admin/operations',
    request: () => ({ path: '/admin/operations' }),
    answers: only(200, 'staffAdmin'),
  },
  {
    route: 'GET /api/admin/seller/{sellerId}',
    request: ({ sellerId }) => ({ path: `/admin/seller/${sellerId}` }),
    answers: everyStaff,
  },
  {
    route: 'POST /api/admin/seller',
    request: () => ({
      path: '/admin/seller',
      body: {
        name: 'Alder Labs',
        address: 'alder-labs',
        owner: 'owner@example.com',
        country: 'DE',
        support_email: null,
      },
    }),
    answers: only(201, 'staffAdmin'),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/adopt/preview',
    request: ({ sellerId }) => ({ path: `/admin/seller/${sellerId}/adopt/preview`, body: { product_ids: ['gpu'] } }),
    answers: only(200, 'staffAdmin'),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/adopt',
    request: ({ sellerId }) => ({ path: `/admin/seller/${sellerId}/adopt`, body: { product_ids: ['gpu'] } }),
    answers: only(200, 'staffAdmin'),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/suspend',
    request: ({ sellerId }) => ({
      path: `/admin/seller/${sellerId}/suspend`,
      body: { reason: 'Sells what is not theirs.' },
    }),
    answers: only(200, 'staffCatalogue', 'staffAdmin'),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/reinstate',
    async request({ database, sellerId }) {
      const suspended = { state: 'suspended' as const, reason: 'Sold what was not theirs.' };
      await database.kysely.updateTable('api.seller').set(suspended).where('seller_id', '=', sellerId).execute();
      return { path: `/admin/seller/${sellerId}/reinstate` };
    },
    answers: only(200, 'staffCatalogue', 'staffAdmin'),
  },
  { route: 'GET /api/admin/staff', request: () => ({ path: '/admin/staff' }), answers: only(200, 'staffAdmin') },
  {
    route: 'PUT /api/admin/staff',
    request: () => ({ path: '/admin/staff', body: { account: 'owner@example.com', role: 'support' } }),
    answers: only(200, 'staffAdmin'),
  },
  {
    route: 'DELETE /api/admin/staff/{accountId}',
    request: () => ({ path: '/admin/staff/staffSupport' }),
    answers: only(204, 'staffAdmin'),
  },
];
