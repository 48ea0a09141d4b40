// Setup that only a shop can do: its endpoint, access, and hours of machines.
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { settleGift, storeGift } from '../../../factories/entitlement.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const buyers = { anonymous: 401, buyer: 200 } as const;

const url = 'https://192.0.2.1.example/provision';
const endpointOf = ({ sellerId }: Marketplace) => `/seller/${sellerId}/provision-endpoint`;

const ownEndpoint = '/admin/provision-endpoint';

/** Endpoint of the operator. */
async function anOwnEndpoint({ database: { kysely } }: Marketplace): Promise<string> {
  const endpoint = { seller_id: '', url, secret: Buffer.from('sealed') };
  await kysely
    .insertInto('api.provision_endpoint')
    .values(endpoint)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ownEndpoint;
}

async function anEndpoint(made: Marketplace): Promise<string> {
  const endpoint = { seller_id: made.sellerId, url, secret: Buffer.from('sealed') };
  await made.database.kysely.insertInto('api.provision_endpoint').values(endpoint).execute();
  return endpointOf(made);
}

/** Entitlement of the buyer, from the shop. */
async function bought(made: Marketplace, goods: GoodsOfOne, sellerId: string | null = made.sellerId): Promise<string> {
  const { database } = made;
  const at = new Date(Date.now() - 600_000);
  await storeGift(database.kysely, { id: 'e1', account: 'buyer', goods, at, ...(sellerId && { sellerId }) });
  if (goods.hours) await settleGift(database.kysely, 'e1', at);
  return 'e1';
}

const byText: GoodsOfOne = { access: { by: 'text', text: 'Sesame.' } };
const byHand: GoodsOfOne = { hours: { by: 'hand', minutes_each: 60 } };
const ofLibrary = (goods: GoodsOfOne, rest: string) => async (made: Marketplace) => ({
  path: `/library/${await bought(made, goods)}/${rest}`,
});
const posted = (request: (made: Marketplace) => Promise<{ path: string }>) => async (made: Marketplace) => ({
  ...(await request(made)),
  body: {},
});

/** A machine that the buyer has asked for; of the shop, or of the operator. */
async function aMachine(made: Marketplace, sellerId: string | null = made.sellerId): Promise<string> {
  const entitlementId = await bought(made, byHand, sellerId);
  await made.database.kysely
    .insertInto('api.machine_session')
    .values({
      session_id: 'm1',
      entitlement_id: entitlementId,
      seller_id: sellerId ?? '',
      by: 'hand',
      state: 'starting',
      requested_at: new Date(),
      request_key: null,
    })
    .execute();
  return sellerId ? `/seller/${sellerId}/hours/${entitlementId}` : `/admin/hours/${entitlementId}`;
}

const askedOutage = () => ({
  product_id: 'gpu',
  from: new Date(Date.now() - 120_000).toISOString(),
  to: new Date(Date.now() - 60_000).toISOString(),
});
const outage = () => ({ ...askedOutage(), reason: 'Power cut.' });

async function aCall(made: Marketplace): Promise<string> {
  const path = await anEndpoint(made);
  const entitlementId = await bought(made, byText);
  const call = { id: 'prv_1', seller_id: made.sellerId, type: 'hours.stop' as const, session_id: null, body: '{}' };
  await made.database.kysely
    .insertInto('api.provision_call')
    .values({ ...call, entitlement_id: entitlementId, promised_at: null, give_up_at: new Date(Date.now() + 60_000) })
    .execute();
  return `${path}/call/prv_1`;
}

export const provisionRoutes: RouteRow[] = [
  {
    route: 'GET /api/seller/{sellerId}/provision-endpoint',
    request: async (made) => ({ path: await anEndpoint(made) }),
  },
  {
    route: 'PUT /api/seller/{sellerId}/provision-endpoint',
    request: (made) => ({ path: endpointOf(made), body: { url } }),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/provision-endpoint',
    request: async (made) => ({ path: await anEndpoint(made) }),
  },
  {
    // There is none to be called: whoever may ask is told so, and finds as little as everybody else.
    route: 'POST /api/seller/{sellerId}/provision-endpoint/test',
    request: (made) => ({ path: `${endpointOf(made)}/test`, body: {} }),
    passed: 404,
  },
  {
    route: 'POST /api/seller/{sellerId}/provision-endpoint/rotate',
    request: async (made) => ({ path: `${await anEndpoint(made)}/rotate`, body: {} }),
  },
  {
    route: 'GET /api/seller/{sellerId}/provision-endpoint/call',
    request: (made) => ({ path: `${endpointOf(made)}/call` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/provision-endpoint/call/{callId}/repeat',
    request: async (made) => ({ path: `${await aCall(made)}/repeat`, body: {} }),
  },
  {
    route: 'GET /api/admin/provision-endpoint',
    request: async (made) => ({ path: await anOwnEndpoint(made) }),
  },
  {
    route: 'PUT /api/admin/provision-endpoint',
    request: () => ({ path: ownEndpoint, body: { url } }),
  },
  {
    route: 'DELETE /api/admin/provision-endpoint',
    request: async (made) => ({ path: await anOwnEndpoint(made) }),
  },
  {
    // As those of shops: with none to be called, whoever may ask is told so, and finds as little as everybody else.
    route: 'POST /api/admin/provision-endpoint/test',
    request: () => ({ path: `${ownEndpoint}/test`, body: {} }),
    passed: 404,
  },
  {
    route: 'POST /api/admin/provision-endpoint/rotate',
    request: async (made) => ({ path: `${await anOwnEndpoint(made)}/rotate`, body: {} }),
  },
  {
    route: 'GET /api/library/{entitlementId}/access',
    request: ofLibrary(byText, 'access'),
    answers: buyers,
  },
  {
    // Nothing is late.
    route: 'POST /api/library/{entitlementId}/money-back',
    request: posted(ofLibrary({ access: { by: 'endpoint' } }, 'money-back')),
    answers: { ...buyers, buyer: 409 },
  },
  { route: 'GET /api/library/{entitlementId}/hours', request: ofLibrary(byHand, 'hours'), answers: buyers },
  { route: 'GET /api/library/{entitlementId}/hours/entry', request: ofLibrary(byHand, 'hours/entry'), answers: buyers },
  {
    route: 'POST /api/library/{entitlementId}/hours/start',
    request: posted(ofLibrary(byHand, 'hours/start')),
    answers: buyers,
  },
  {
    // No machine is on.
    route: 'PUT /api/library/{entitlementId}/hours/limits',
    request: posted(ofLibrary(byHand, 'hours/limits')),
    answers: { ...buyers, buyer: 409 },
  },
  {
    route: 'POST /api/library/{entitlementId}/hours/stop',
    request: posted(ofLibrary(byHand, 'hours/stop')),
    answers: buyers,
  },
  {
    route: 'GET /api/seller/{sellerId}/hours',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/hours` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/hours/{entitlementId}/started',
    request: async (made) => ({ path: `${await aMachine(made)}/started`, body: {} }),
  },
  {
    route: 'POST /api/seller/{sellerId}/hours/{entitlementId}/stopped',
    request: async (made) => ({ path: `${await aMachine(made)}/stopped`, body: {} }),
  },
  {
    route: 'POST /api/seller/{sellerId}/hours/outage',
    request: async (made) => {
      await bought(made, byHand);
      return { path: `/seller/${made.sellerId}/hours/outage`, body: outage() };
    },
  },
  {
    route: 'POST /api/seller/{sellerId}/hours/outage/preview',
    request: async (made) => {
      await bought(made, byHand);
      return { path: `/seller/${made.sellerId}/hours/outage/preview`, body: askedOutage() };
    },
  },
  {
    route: 'GET /api/admin/hours',
    request: async () => ({ path: '/admin/hours' }),
  },
  {
    route: 'POST /api/admin/hours/{entitlementId}/started',
    request: async (made) => ({ path: `${await aMachine(made, null)}/started`, body: {} }),
  },
  {
    route: 'POST /api/admin/hours/{entitlementId}/stopped',
    request: async (made) => ({ path: `${await aMachine(made, null)}/stopped`, body: {} }),
  },
  {
    route: 'POST /api/admin/hours/outage/preview',
    request: async (made) => {
      await bought(made, byHand);
      return { path: '/admin/hours/outage/preview', body: askedOutage() };
    },
  },
  {
    route: 'POST /api/admin/hours/outage',
    request: async (made) => {
      await bought(made, byHand);
      return { path: '/admin/hours/outage', body: outage() };
    },
  },
];
