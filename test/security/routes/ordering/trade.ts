import { expect } from 'vitest';
import { listIssued } from '../../../../src/api/money/invoice/invoice.store.ts';
import { issueInvoices } from '../../../../src/api/money/invoice/issue-invoices.ts';
import { lockOrder } from '../../../../src/api/ordering/order/order.store.ts';
import { emptyTables } from '../../../database/test-database.ts';
import { aReview } from '../../../factories/review.ts';
import { addressOf } from '../../../factories/seller.ts';
import { aUser } from '../../../factories/user.ts';
import { type Marketplace, type RouteRow, signedIn } from '../selling/marketplace.ts';

/** Somebody's review of the shop's product. */
export async function reviewed({ database }: Marketplace): Promise<void> {
  await database.kysely
    .insertInto('api.user')
    .values(aUser({ user_id: 'ann@example.com' }))
    .execute();
  await database.kysely
    .insertInto('api.review')
    .values(aReview({ review_id: 'praise', product_id: 'gpu', user_email: 'ann@example.com' }))
    .execute();
}

const buyer = ({ shop }: Marketplace) =>
  shop.api.signIn({ email: addressOf('buyer'), nickname: 'buyer' }, { sub: 'buyer' });

/** The buyer's paid order of the shop's product. */
export async function sold(made: Marketplace): Promise<string> {
  const items = [{ product_id: 'gpu', quantity: 1 }];
  const { body } = await (await buyer(made)).post('/checkout-session', { items, amount: 2.49 });
  await made.shop.pay(body.checkout_url);
  await expect.poll(async () => (await (await buyer(made)).get('/success')).status).toBe(200);
  return body.order_id;
}

/** The same, of a shop that does not act any more. */
async function soldBefore(made: Marketplace): Promise<string> {
  const orderId = await sold(made);
  const suspended = { state: 'suspended' as const, reason: 'Sold what was not theirs.' };
  await made.database.kysely.updateTable('api.seller').set(suspended).where('seller_id', '=', made.sellerId).execute();
  return `/admin/seller/${made.sellerId}/order/${orderId}`;
}

/** The buyer's question about it. */
async function asked(made: Marketplace): Promise<string> {
  // One account may write only so much, and here it begins again and again.
  await emptyTables(made.database, ['platform.rate_limit']);
  const { body } = await (await buyer(made)).post('/thread', { product_id: 'gpu', text: 'Is it fast?' });
  return body.thread_id;
}

async function reported(made: Marketplace): Promise<string> {
  const id = await asked(made);
  await (await buyer(made)).post(`/thread/${id}/report`, { reason: 'They do not answer.' });
  return id;
}

/** The staff have ended the messages of its buyer and its shop. */
async function stopped({ database }: Marketplace, threadId: string): Promise<void> {
  const { kysely } = database;
  const { seller_id } = await kysely
    .selectFrom('api.thread')
    .select('seller_id')
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow();
  await kysely.insertInto('api.thread_block').values({ seller_id, account_id: 'buyer', side: 'staff' }).execute();
}

/** The invoice of the buyer's order, in the name of the shop. */
async function invoiced(made: Marketplace): Promise<{ orderId: string; invoiceId: string }> {
  const orderId = await sold(made);
  const { service } = made.shop;
  const issuing = {
    db: made.database.kysely,
    issuers: 'seller' as const,
    operator: service.shop,
    lockOrder,
    now: service.now,
  };
  await issueInvoices(issuing, orderId);
  const [invoice] = await listIssued(made.database.kysely, orderId);
  return { orderId, invoiceId: invoice?.invoice_id ?? '' };
}

const invoiceRoutes: RouteRow[] = [
  {
    route: 'GET /api/order/{id}/invoice',
    request: async (made) => ({ path: `/order/${await sold(made)}/invoice` }),
    answers: { anonymous: 401, buyer: 200 },
  },
  {
    route: 'GET /api/order/{id}/invoice/{invoiceId}/pdf',
    async request(made) {
      const { orderId, invoiceId } = await invoiced(made);
      return { path: `/order/${orderId}/invoice/${invoiceId}/pdf` };
    },
    answers: { anonymous: 401, buyer: 200 },
  },
  {
    route: 'GET /api/seller/{sellerId}/invoice',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/invoice` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/invoice/{invoiceId}/pdf',
    request: async (made) => ({ path: `/seller/${made.sellerId}/invoice/${(await invoiced(made)).invoiceId}/pdf` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/order/{orderId}/invoice',
    request: async (made) => ({ path: `/seller/${made.sellerId}/order/${await sold(made)}/invoice` }),
  },
  {
    route: 'GET /api/admin/order/{orderId}/invoice',
    request: async (made) => ({ path: `/admin/order/${await sold(made)}/invoice` }),
  },
  {
    route: 'GET /api/admin/order/{orderId}/invoice/{invoiceId}/pdf',
    async request(made) {
      const { orderId, invoiceId } = await invoiced(made);
      return { path: `/admin/order/${orderId}/invoice/${invoiceId}/pdf` };
    },
  },
];

type Answers = RouteRow['answers'];

/** Actions on a thread, as its buyer and for its shop. */
function ofThread(
  method: string,
  action: string,
  body: object | undefined,
  status: number,
  editors: Answers,
): RouteRow[] {
  const end = action ? `/${action}` : '';
  const route = (base: string) => `${method} /api${base}/thread/{threadId}${end}`;
  const request = (base: (made: Marketplace) => string) => async (made: Marketplace) => ({
    path: `${base(made)}/thread/${await asked(made)}${end}`,
    ...(body && { body }),
  });
  return [
    { route: route(''), request: request(() => ''), answers: { anonymous: 401, buyer: status } },
    {
      route: route('/seller/{sellerId}'),
      request: request(({ sellerId }) => `/seller/${sellerId}`),
      answers: { anonymous: 401, ...editors },
    },
  ];
}
const both = (status: number) => ({ editor: status, owner: status });

/** Reviews, sales, invoices and messages. */
export const tradeRoutes: RouteRow[] = [
  ...invoiceRoutes,
  { route: 'GET /api/data-export', request: () => ({ path: '/data-export' }) },
  { route: 'POST /api/data-export', request: () => ({ path: '/data-export', body: {} }) },
  { route: 'GET /api/data-export/file', request: () => ({ path: '/data-export/file' }), passed: 404 },
  { route: 'GET /api/invoice-details', request: () => ({ path: '/invoice-details' }) },
  {
    route: 'PUT /api/invoice-details',
    request: () => ({
      path: '/invoice-details',
      body: { name: 'Ada', address: 'London', country: 'GB', tax_number: '' },
    }),
  },
  {
    route: 'GET /api/seller/{sellerId}/review',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/review` }),
  },
  {
    route: 'PUT /api/seller/{sellerId}/review/{reviewId}/response',
    request: async (made) => {
      await reviewed(made);
      return { path: `/seller/${made.sellerId}/review/praise/response`, body: { text: 'Thank you.' } };
    },
  },
  {
    route: 'GET /api/seller/{sellerId}/order',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/order` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/order/{orderId}',
    request: async (made) => ({ path: `/seller/${made.sellerId}/order/${await sold(made)}` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/order/{orderId}/deliver',
    request: async (made) => ({ path: `/seller/${made.sellerId}/order/${await sold(made)}/deliver`, body: {} }),
  },
  {
    route: 'POST /api/seller/{sellerId}/order/{orderId}/refund',
    request: async (made) => ({
      path: `/seller/${made.sellerId}/order/${await sold(made)}/refund`,
      body: { lines: [{ line: 0 }], reason: 'It is broken.' },
    }),
  },
  {
    route: 'GET /api/admin/seller/{sellerId}/order',
    request: ({ sellerId }) => ({ path: `/admin/seller/${sellerId}/order` }),
  },
  {
    route: 'GET /api/admin/seller/{sellerId}/order/{orderId}',
    request: async (made) => ({ path: await soldBefore(made) }),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/order/{orderId}/deliver',
    request: async (made) => ({ path: `${await soldBefore(made)}/deliver`, body: {} }),
  },
  {
    route: 'POST /api/admin/seller/{sellerId}/order/{orderId}/refund',
    request: async (made) => ({
      path: `${await soldBefore(made)}/refund`,
      body: { lines: [{ line: 0 }], reason: 'The shop is suspended.' },
    }),
  },
  { route: 'GET /api/thread', request: () => ({ path: '/thread' }) },
  { route: 'GET /api/thread/unread', request: () => ({ path: '/thread/unread' }) },
  {
    route: 'POST /api/thread',
    request: async ({ database }) => {
      await emptyTables(database, ['platform.rate_limit']);
      return { path: '/thread', body: { product_id: 'gpu', text: 'Is it fast?' } };
    },
    // People of the shop do not write to themselves.
    answers: { ...signedIn(201), finance: 409, editor: 409, owner: 409 },
  },
  {
    route: 'GET /api/seller/{sellerId}/thread',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/thread` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/thread',
    request: async (made) => ({
      path: `/seller/${made.sellerId}/thread`,
      body: { order_id: await sold(made), text: 'It is ready.' },
    }),
  },
  ...ofThread('GET', '', undefined, 200, both(200)),
  ...ofThread('POST', 'message', { text: 'Hello?' }, 201, both(201)),
  ...ofThread('POST', 'read', undefined, 204, both(204)),
  ...ofThread('POST', 'report', { reason: 'Insults.' }, 200, both(200)),
  ...ofThread('POST', 'block', undefined, 200, both(200)),
  ...ofThread('POST', 'unblock', undefined, 200, both(200)),
  { route: 'GET /api/admin/report', request: () => ({ path: '/admin/report' }) },
  {
    route: 'GET /api/admin/report/{threadId}',
    request: async (made) => ({ path: `/admin/report/${await reported(made)}` }),
  },
  {
    route: 'POST /api/admin/report/{threadId}/resolve',
    request: async (made) => ({ path: `/admin/report/${await reported(made)}/resolve`, body: { note: 'Settled.' } }),
  },
  {
    route: 'POST /api/admin/report/{threadId}/resume',
    request: async (made) => {
      const id = await reported(made);
      await stopped(made, id);
      return { path: `/admin/report/${id}/resume` };
    },
  },
];
