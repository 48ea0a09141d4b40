// Tools for a seller's own programs: keys, webhooks, figures.
import { makeKey } from '#api/selling/seller-key/seller-keys.ts';
import type { Marketplace, RouteRow } from './marketplace.ts';

async function aKey({ database, sellerId }: Marketplace): Promise<string> {
  const wanted = { name: 'Stock', scopes: ['readListings' as const], expires_at: null };
  const made = await makeKey(database.kysely, { sellerId, by: 'owner' }, wanted, new Date());
  return made?.stored.key_id ?? '';
}

const webhook = { url: 'https://192.0.2.1.example/hooks', events: ['order.paid' as const], enabled: true };

async function aWebhook({ database, sellerId }: Marketplace): Promise<string> {
  const row = { ...webhook, events: JSON.stringify(webhook.events) };
  const made = { ...row, webhook_id: 'w1', seller_id: sellerId, secret: Buffer.from('sealed') };
  await database.kysely.insertInto('api.webhook').values(made).execute();
  return `/seller/${sellerId}/webhook/w1`;
}

async function aDelivery(made: Marketplace): Promise<string> {
  const path = await aWebhook(made);
  const delivery = { id: 'd1', webhook_id: 'w1', seller_id: made.sellerId, event_id: 'evt_1', body: '{}' };
  await made.database.kysely
    .insertInto('api.webhook_delivery')
    .values({ ...delivery, type: 'order.paid' })
    .execute();
  return `${path}/delivery/d1`;
}

export const toolRoutes: RouteRow[] = [
  {
    route: 'GET /api/seller/{sellerId}/key',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/key` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/key',
    request: ({ sellerId }) => ({
      path: `/seller/${sellerId}/key`,
      body: { name: 'Stock', scopes: ['readListings', 'editListings'] },
    }),
  },
  {
    route: 'POST /api/seller/{sellerId}/key/{keyId}/take-over',
    request: async (made) => ({ path: `/seller/${made.sellerId}/key/${await aKey(made)}/take-over`, body: {} }),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/key/{keyId}',
    request: async (made) => ({ path: `/seller/${made.sellerId}/key/${await aKey(made)}` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/webhook',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/webhook` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/webhook',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/webhook`, body: webhook }),
  },
  {
    route: 'GET /api/seller/{sellerId}/webhook/{webhookId}',
    request: async (made) => ({ path: await aWebhook(made) }),
  },
  {
    route: 'PUT /api/seller/{sellerId}/webhook/{webhookId}',
    request: async (made) => ({ path: await aWebhook(made), body: webhook }),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/webhook/{webhookId}',
    request: async (made) => ({ path: await aWebhook(made) }),
  },
  {
    route: 'POST /api/seller/{sellerId}/webhook/{webhookId}/test',
    request: async (made) => ({ path: `${await aWebhook(made)}/test` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/webhook/{webhookId}/rotate',
    request: async (made) => ({ path: `${await aWebhook(made)}/rotate` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/webhook/{webhookId}/delivery',
    request: async (made) => ({ path: `${await aWebhook(made)}/delivery` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/webhook/{webhookId}/delivery/{deliveryId}',
    request: async (made) => ({ path: await aDelivery(made) }),
  },
  {
    route: 'POST /api/seller/{sellerId}/webhook/{webhookId}/delivery/{deliveryId}/resend',
    request: async (made) => ({ path: `${await aDelivery(made)}/resend` }),
  },
  {
    route: 'GET /api/seller/{sellerId}/figures',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/figures?product=gpu` }),
  },
];
