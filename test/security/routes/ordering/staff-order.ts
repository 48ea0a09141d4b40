// Actions of the staff on one order. Its buyer, and the shops in it, have routes of their own.
import { addressOf } from '../../../factories/seller.ts';
import { billing } from '../../../parts/shop-of-one-product.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';
import { sold } from './trade.ts';

const as = ({ shop }: Marketplace, account: string) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] },
  );

/** The buyer's order that waits for a transfer. */
async function ordered(made: Marketplace): Promise<string> {
  const order = { items: [{ product_id: 'gpu', quantity: 1 }], amount: 2.49, billing, payment_method: 'transfer' };
  const { body } = await (await as(made, 'buyer')).post('/order', order);
  return body.order_id;
}

/** Another amount than its total has come for it. */
async function inReview(made: Marketplace): Promise<string> {
  const orderId = await ordered(made);
  await made.database.kysely
    .updateTable('api.order')
    .set({ status: 'in_review', review_reason: 'amount', resume_status: 'pending', received_cents: 200 })
    .where('order_id', '=', orderId)
    .execute();
  return orderId;
}

const at = (orderId: string, rest = '') => `/admin/order/${orderId}${rest}`;

export const staffOrderRoutes: RouteRow[] = [
  {
    route: 'GET /api/admin/order/{orderId}',
    request: async (made) => ({ path: at(await sold(made)) }),
  },
  {
    route: 'GET /api/admin/order/{orderId}/event',
    request: async (made) => ({ path: at(await sold(made), '/event?limit=5&group=money') }),
  },
  {
    route: 'POST /api/admin/order/{orderId}/refund/preview',
    request: async (made) => ({ path: at(await sold(made), '/refund/preview'), body: { of: 'order' } }),
  },
  {
    route: 'POST /api/admin/order/{orderId}/refund',
    async request(made) {
      const orderId = await sold(made);
      const shown = await (await as(made, 'staffAdmin')).post(at(orderId, '/refund/preview'), { of: 'order' });
      return {
        path: at(orderId, '/refund'),
        headers: { 'idempotency-key': 'once' },
        body: { of: 'order', reason: 'It never came.', seen: shown.body.seen },
      };
    },
  },
  {
    route: 'POST /api/admin/order/{orderId}/fulfil',
    request: async (made) => ({ path: at(await sold(made), '/fulfil'), body: { all: true } }),
  },
  {
    route: 'POST /api/admin/order/{orderId}/cancel',
    request: async (made) => ({ path: at(await ordered(made), '/cancel') }),
  },
  {
    route: 'POST /api/admin/order/{orderId}/paid',
    request: async (made) => ({ path: at(await ordered(made), '/paid'), body: {} }),
  },
  {
    route: 'POST /api/admin/order/{orderId}/accept',
    request: async (made) => ({ path: at(await inReview(made), '/accept') }),
  },
  {
    route: 'POST /api/admin/order/{orderId}/receipt',
    request: async (made) => ({ path: at(await sold(made), '/receipt') }),
  },
  {
    route: 'POST /api/admin/order/{orderId}/note',
    request: async (made) => ({ path: at(await sold(made), '/note'), body: { text: 'Called: it runs now.' } }),
  },
  {
    route: 'DELETE /api/admin/order/{orderId}/note/{noteId}',
    async request(made) {
      const orderId = await sold(made);
      const { body } = await (await as(made, 'staffSupport')).post(at(orderId, '/note'), { text: 'Wrong order.' });
      return { path: at(orderId, `/note/${body.notes[0].note_id}`) };
    },
    // Note of a colleague: an administrator may.
    answers: { staffSupport: 200, staffFinance: 409, staffAdmin: 200 },
  },
];
