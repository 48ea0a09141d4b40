// Disputes: of a buyer, of the shop that has sold, and of the staff. For everybody else there are none.
import { emptyTables } from '../../../database/test-database.ts';
import { addressOf } from '../../../factories/seller.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';
import { sold } from './trade.ts';

const text = 'It does not start.';

async function bought(made: Marketplace): Promise<string> {
  // One account may write only so much, and here it begins again and again.
  await emptyTables(made.database, ['platform.rate_limit']);
  const orderId = await sold(made);
  const delivered = { delivered_at: new Date(), release_at: new Date() };
  await made.database.kysely.updateTable('api.order_line').set(delivered).where('order_id', '=', orderId).execute();
  return orderId;
}

async function opened(made: Marketplace): Promise<string> {
  const orderId = await bought(made);
  const buyer = await made.shop.api.signIn({ email: addressOf('buyer'), nickname: 'buyer' }, { sub: 'buyer' });
  const { body } = await buyer.post(`/order/${orderId}/dispute`, { line: 0, reason: 'unusable', text });
  return body.dispute.dispute_id;
}

const pdf = new TextEncoder().encode('%PDF-1.7\n');

const staff = { staffSupport: 200, staffFinance: 200, staffAdmin: 200 } as const;
const written = { anonymous: 401, buyer: 201, editor: 201, owner: 201 } as const;
const byStaff = { staffSupport: 201, staffFinance: 201, staffAdmin: 201 } as const;

export const disputeRoutes: RouteRow[] = [
  {
    route: 'GET /api/order/{orderId}/dispute',
    request: async (made) => ({ path: `/order/${await bought(made)}/dispute` }),
    answers: { anonymous: 401, buyer: 200 },
  },
  {
    route: 'POST /api/order/{orderId}/dispute',
    request: async (made) => ({
      path: `/order/${await bought(made)}/dispute`,
      body: { line: 0, reason: 'unusable', text },
    }),
    answers: { anonymous: 401, buyer: 201 },
  },
  { route: 'GET /api/dispute', request: () => ({ path: '/dispute' }) },
  {
    route: 'GET /api/seller/{sellerId}/dispute',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/dispute` }),
  },
  {
    route: 'GET /api/dispute/{disputeId}',
    request: async (made) => ({ path: `/dispute/${await opened(made)}` }),
    answers: { anonymous: 401, buyer: 200, finance: 200, editor: 200, owner: 200, ...staff },
  },
  {
    route: 'POST /api/dispute/{disputeId}/message',
    request: async (made) => ({ path: `/dispute/${await opened(made)}/message`, body: { text } }),
    answers: { ...written, ...byStaff },
  },
  {
    route: 'POST /api/dispute/{disputeId}/file',
    request: async (made) => ({ path: `/dispute/${await opened(made)}/file?name=proof.pdf`, body: pdf }),
    answers: { ...written, ...byStaff },
  },
  {
    route: 'GET /api/dispute/{disputeId}/file/{fileId}',
    request: async (made) => {
      const id = await opened(made);
      const buyer = await made.shop.api.signIn({ email: addressOf('buyer'), nickname: 'buyer' }, { sub: 'buyer' });
      const { body } = await buyer.send('POST', `/dispute/${id}/file`, { 'content-type': 'application/pdf' }, pdf);
      return { path: `/dispute/${id}/file/${body.messages.at(-1).file.file_id}` };
    },
    answers: { anonymous: 401, buyer: 200, finance: 200, editor: 200, owner: 200, ...staff },
  },
  {
    route: 'POST /api/dispute/{disputeId}/withdraw',
    request: async (made) => ({ path: `/dispute/${await opened(made)}/withdraw`, body: {} }),
    answers: { anonymous: 401, buyer: 200 },
  },
  {
    route: 'POST /api/admin/dispute/{disputeId}/decide',
    request: async (made) => ({
      path: `/admin/dispute/${await opened(made)}/decide`,
      body: { decision: 'seller', reason: 'It starts here.' },
    }),
  },
];
