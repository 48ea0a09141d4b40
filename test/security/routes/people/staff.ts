import { sql } from 'kysely';
import type { RouteRow } from '../selling/marketplace.ts';

export const staffRoutes: RouteRow[] = [
  { route: 'GET /api/admin/me', request: () => ({ path: '/admin/me' }) },
  { route: 'GET /api/admin/overview', request: () => ({ path: '/admin/overview' }) },
  {
    route: 'GET /api/admin/figures',
    request: () => ({ path: '/admin/figures?zone=Europe/Berlin' }),
  },
  { route: 'GET /api/admin/state', request: () => ({ path: '/admin/state' }) },
  {
    route: 'POST /api/admin/state/job/{name}/run',
    async request({ database }) {
      await sql`insert into platform.job (name, next_at) values ('checks', now() - interval '1 minute')
        on conflict (name) do update set next_at = excluded.next_at`.execute(database.kysely);
      return { path: '/admin/state/job/checks/run' };
    },
  },
  {
    route: 'GET /api/admin/state/outbox/{outbox}/failed',
    request: () => ({ path: '/admin/state/outbox/webhook/failed' }),
  },
  {
    route: 'POST /api/admin/state/outbox/{outbox}/send-again',
    request: () => ({ path: '/admin/state/outbox/webhook/send-again', body: { ids: null } }),
  },
  { route: 'GET /api/admin/check', request: () => ({ path: '/admin/check' }) },
  {
    route: 'GET /api/admin/check/{check}',
    request: () => ({ path: '/admin/check/ledger' }),
  },
  {
    route: 'POST /api/admin/check/{check}',
    request: () => ({ path: '/admin/check/ledger' }),
  },
  {
    route: 'POST /api/admin/check/figures/repair',
    request: () => ({ path: '/admin/check/figures/repair' }),
  },
  {
    route: 'GET /api/admin/operations',
    request: () => ({ path: '/admin/operations' }),
  },
  {
    route: 'GET /api/admin/seller/{sellerId}',
    request: ({ sellerId }) => ({ path: `/admin/seller/${sellerId}` }),
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
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/adopt/preview',
    request: ({ sellerId }) => ({ path: `/admin/seller/${sellerId}/adopt/preview`, body: { product_ids: ['gpu'] } }),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/adopt',
    request: ({ sellerId }) => ({ path: `/admin/seller/${sellerId}/adopt`, body: { product_ids: ['gpu'] } }),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/suspend',
    request: ({ sellerId }) => ({
      path: `/admin/seller/${sellerId}/suspend`,
      body: { reason: 'Sells what is not theirs.' },
    }),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/reinstate',
    async request({ database, sellerId }) {
      const suspended = { state: 'suspended' as const, reason: 'Sold what was not theirs.' };
      await database.kysely.updateTable('api.seller').set(suspended).where('seller_id', '=', sellerId).execute();
      return { path: `/admin/seller/${sellerId}/reinstate` };
    },
  },
  { route: 'GET /api/admin/staff', request: () => ({ path: '/admin/staff' }) },
  {
    route: 'PUT /api/admin/staff',
    request: () => ({ path: '/admin/staff', body: { account: 'owner@example.com', role: 'support' } }),
  },
  {
    route: 'DELETE /api/admin/staff/{accountId}',
    request: () => ({ path: '/admin/staff/staffSupport' }),
  },
];
