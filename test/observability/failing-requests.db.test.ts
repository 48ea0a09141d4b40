// Failures that visitors report by their id lead the operator to the line in the log that says why.
import { Writable } from 'node:stream';
import { createPayments } from '@hearth/payment-sandbox';
import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { handOn, observeRequests } from '#platform/observability/observe-requests.ts';
import { storeSchema } from '../../src/contract/store.schema.ts';
import { storeSettings } from '../../src/contract/store-settings.ts';
import { createIdentity } from '../../src/identity/server.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { render } from '../../src/storefront/entry-server.tsx';
import { createStorefront } from '../../src/storefront/server.ts';
import store from '../../store.json' with { type: 'json' };
import { openTestDatabase } from '../database/test-database.ts';
import { startApi } from '../parts/api.ts';

const origin = 'http://shop.test';
const lines: Array<Record<string, unknown>> = [];
const write = (chunk: string, _encoding: unknown, done: () => void) => {
  lines.push(JSON.parse(chunk));
  done();
};
const log = createLog('debug', new Writable({ decodeStrings: false, write }));
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { log });
  await sql`drop table api.product cascade`.execute(database.kysely);
  await sql`drop table identity.user cascade`.execute(database.kysely);
  await sql`drop table payments.checkout_session cascade`.execute(database.kysely);
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  api.version.close();
  await database.close();
});

/** The one line that says why, for the request with the id that the answer has in its header. */
function reasonFor(response: Response): string {
  const id = response.headers.get('x-request-id');
  const reasons = lines.filter(({ requestId, error }) => requestId === id && error);
  expect(reasons, JSON.stringify(lines)).toHaveLength(1);
  return String(reasons[0]?.error);
}

function storefrontOver(apiFetch: (request: Request) => Response | Promise<Response>) {
  return createStorefront({
    apiFetch,
    store: storeSchema.parse(store),
    shopPages: [],
    origin,
    accounts: {
      userPoolId: 'local_hearth',
      clientId: 'client',
      endpoint: '/identity',
      identityPoolId: null,
      identityEndpoint: '/identity',
      guestAccess: false,
      hostedLoginDomain: null,
    },
    payments: { publicKey: null, sandbox: true },
    settings: storeSettings({ preset: 'specification' }),
    render,
    assetsOf: () => ({ script: '/a.js', styles: [], preloads: [], font: null }),
    headers: {},
    pageHeaders: {},
    observe: (answer) => observeRequests('storefront', log, answer),
    log,
  });
}

test('the API', async () => {
  const response = await api.fetch(new Request(`${origin}/api/product`));
  expect(response.status).toBe(500);
  expect((await response.json()).request_id).toBe(response.headers.get('x-request-id'));
  expect(reasonFor(response)).toContain('api.listed_product');
});

test('a page whose data cannot be had tells the id of its own request, under which the API has logged why', async () => {
  const page = await storefrontOver(handOn(api.fetch)).fetch(new Request(`${origin}/products/category/all`));
  expect(page.status).toBe(502);
  expect(await page.text()).toContain(page.headers.get('x-request-id'));
  expect(reasonFor(page)).toContain('api.listed_product');
});

test('a page with a fault of its own', async () => {
  const broken = storefrontOver(() => new Response('no JSON'));
  const page = await broken.fetch(new Request(`${origin}/products/category/all`));
  expect(page.status).toBe(500);
  const html = await page.text();
  expect(html).toContain(page.headers.get('x-request-id'));
  expect(html).not.toContain('no JSON');
  expect(reasonFor(page)).toContain('JSON');
});

test('a file for search engines', async () => {
  const file = await storefrontOver(handOn(api.fetch)).fetch(new Request(`${origin}/sitemap/products.xml`));
  expect(file.status).toBe(500);
  expect(await file.text()).toContain(file.headers.get('x-request-id'));
});

test('the account service', async () => {
  const identity = createIdentity({
    database,
    pool: {
      id: 'local_hearth',
      name: 'hearth',
      clientId: 'client',
      issuer: `${origin}/identity/local_hearth`,
      identityPoolId: 'local:11111111-2222-3333-4444-555555555555',
      guestAccess: false,
      passwordPolicy: { minimumLength: 8, required: [] },
      secondFactorRequired: false,
      shopName: 'Hearth',
      origin,
      redirectUris: [],
      logoutUris: [],
    },
    secrets: createSecrets([Buffer.alloc(32, 7)]),
    sendMail: async () => {},
    log,
  });
  const AuthParameters = { USERNAME: 'ada@example.com', PASSWORD: 'correct horse' };
  const response = await identity.fetch(
    new Request(`${origin}/identity/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: JSON.stringify({ ClientId: 'client', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }),
    }),
  );
  expect(response.status).toBe(500);
  expect(response.headers.get('x-amzn-requestid')).toBe(response.headers.get('x-request-id'));
  expect((await response.json()).message).toContain(response.headers.get('x-request-id'));
  expect(reasonFor(response)).toContain('identity.user');
});

test('the card page, and the payment provider’s API, whose own id is logged with the shop’s', async () => {
  const secretKey = 'sk_test_sandbox';
  const payments = createPayments({
    database,
    origin,
    shopName: 'Hearth',
    secretKey,
    webhook: { url: `${origin}/api/payments/webhook`, secret: 'whsec' },
    deliver: () => new Response(),
    log,
  });
  const page = await payments.pages.fetch(new Request(`${origin}/pay/cs_test_123`));
  expect(page.status).toBe(500);
  expect(await page.text()).toContain(page.headers.get('x-request-id'));
  expect(reasonFor(page)).toContain('payments.checkout_session');

  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => payments.api.fetch(new Request(url as string, init))),
  });
  const failed = await stripe.checkout.sessions.retrieve('cs_test_123').catch((error) => error);
  expect(lines.find(({ providerRequestId }) => providerRequestId === failed.requestId)?.status).toBe(500);
});
