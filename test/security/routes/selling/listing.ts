import { aContent } from '../../../parts/listings.ts';
import type { Marketplace, RouteRow } from './marketplace.ts';

const listing = '/seller/ours/listing';
const route = (method: string, path: string) => `${method} /api/seller/{sellerId}/listing${path}`;
const get =
  (path: string): RouteRow['request'] =>
  () => ({ path: `${listing}${path}` });
const send =
  (path: string, body: unknown = {}): RouteRow['request'] =>
  () => ({ path: `${listing}${path}`, body });

const writeDraft = ({ database }: Marketplace) =>
  database.kysely
    .updateTable('api.listing')
    .set({ draft: JSON.stringify(aContent()), draft_revision: 1 })
    .where('product_id', '=', 'draft')
    .execute();

const saveVersion = ({ database }: Marketplace) =>
  database.kysely
    .insertInto('api.product_version')
    .values({ product_id: 'gpu', version: 1, content: JSON.stringify(aContent()) })
    .execute();

export const listingRoutes: RouteRow[] = [
  { route: route('GET', ''), request: get('') },
  { route: route('POST', ''), request: send('') },
  { route: route('GET', '/{productId}'), request: get('/gpu') },
  {
    route: route('PUT', '/{productId}/draft'),
    request: send('/draft/draft', { revision: 0, content: {} }),
  },
  {
    route: route('DELETE', '/{productId}/draft'),
    request: get('/draft/draft'),
    passed: 204,
  },
  {
    route: route('POST', '/{productId}/submit'),
    request: async (made) => {
      await writeDraft(made);
      return { path: `${listing}/draft/submit`, body: { revision: 1 } };
    },
  },
  {
    route: route('POST', '/{productId}/withdraw'),
    request: async ({ database }) => {
      await database.kysely
        .updateTable('api.listing')
        .set({ draft_state: 'waiting' })
        .where('product_id', '=', 'draft')
        .execute();
      return { path: `${listing}/draft/withdraw`, body: {} };
    },
  },
  { route: route('PUT', '/{productId}/offer'), request: send('/gpu/offer', { price: 3 }) },
  { route: route('POST', '/{productId}/pause'), request: send('/gpu/pause') },
  {
    route: route('POST', '/{productId}/resume'),
    request: async ({ database }) => {
      await database.kysely.updateTable('api.listing').set({ paused: true }).where('product_id', '=', 'gpu').execute();
      return { path: `${listing}/gpu/resume`, body: {} };
    },
  },
  { route: route('POST', '/{productId}/archive'), request: send('/gpu/archive') },
  {
    route: route('POST', '/{productId}/restore-from-archive'),
    request: async ({ database }) => {
      await database.kysely
        .updateTable('api.listing')
        .set({ archived: true })
        .where('product_id', '=', 'gpu')
        .execute();
      return { path: `${listing}/gpu/restore-from-archive`, body: {} };
    },
  },
  {
    route: route('POST', '/bulk'),
    request: send('/bulk', { action: 'stock', value: 3, product_ids: ['gpu'] }),
  },
  {
    route: route('POST', '/import'),
    request: send('/import', { product_id: 'gpu', product_name: 'GPU', product_type: 'computing', price: 3 }),
  },
  { route: route('GET', '/export'), request: get('/export') },
  { route: route('GET', '/{productId}/version'), request: get('/gpu/version') },
  {
    route: route('GET', '/{productId}/version/{version}'),
    request: async (made) => {
      await saveVersion(made);
      return { path: `${listing}/gpu/version/1` };
    },
  },
  {
    route: route('GET', '/{productId}/difference'),
    request: async (made) => {
      await saveVersion(made);
      return { path: `${listing}/gpu/difference?from=1&to=draft` };
    },
  },
  {
    route: route('POST', '/{productId}/version/{version}/restore'),
    request: async (made) => {
      await saveVersion(made);
      return { path: `${listing}/gpu/version/1/restore`, body: {} };
    },
  },
  {
    route: 'GET /api/order/{id}/line/{line}/version',
    request: async (made) => {
      await saveVersion(made);
      const buyer = await made.shop.api.signIn({ email: 'buyer@example.com', nickname: 'buyer' }, { sub: 'buyer' });
      const placed = await buyer.post('/checkout-session', {
        items: [{ product_id: 'gpu', quantity: 1 }],
        amount: 2.49,
      });
      return { path: `/order/${placed.body.order_id}/line/0/version` };
    },
    answers: { anonymous: 401, buyer: 200 },
  },
];
