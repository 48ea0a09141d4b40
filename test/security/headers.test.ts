// Headers of every kind of answer to browsers, in a shop that its visitors reach by https.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isolatedPage, securityHeaders, transportSecurity } from '#platform/http/security-headers.ts';
import { createLog } from '#platform/observability/log.ts';
import { createOutboxPage } from '../../src/mail/server.ts';
import { type OpenShop, openShop } from './open-shop.ts';

const origin = 'https://shop.example';
const callback = 'http://localhost:4999/callback';
const login = `/identity/login?${new URLSearchParams({
  client_id: 'hearthstorefront',
  redirect_uri: callback,
  response_type: 'code',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
})}`;

let shop: OpenShop;
/** Where a customer pays, as the shop sent them there. */
let payPage: string;
/** A script of the built shop. */
let script: string;

beforeAll(async () => {
  const dump = inject('prepared');
  shop = await openShop({ databaseUrl: null, dump, environment: { PUBLIC_URL: origin } });
  const { id } = await shop.signIn('buyer');
  const placed = await fetch(`${shop.address}/api/checkout-session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${id}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ product_id: 'gpu', quantity: 1 }], amount: 2.5 }),
  });
  payPage = new URL((await placed.json()).checkout_url).pathname;
  script = (await (await get('/')).text()).match(/src="(\/assets\/[^"]+\.js)"/)?.[1] ?? '';
}, 60_000);
afterAll(() => shop.stop());

const get = (path: string) => fetch(shop.address + path, { redirect: 'manual' });

/** All that browsers take as a rule about an answer. What is not in a table is not sent. */
const rules = [
  'access-control-allow-origin',
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'set-cookie',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

function rulesOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(rules.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])));
}

const nosniff = { 'x-content-type-options': 'nosniff' };
const https = { 'strict-transport-security': 'max-age=31536000' };
const isolated = { ...https, 'cross-origin-opener-policy': 'same-origin' };
const policy = (...directives: string[]) => ({
  'content-security-policy': expect.stringMatching(
    new RegExp(`^${directives.map((directive) => directive.replace(/[.*]/g, '\\$&')).join('; ')}$`),
  ),
});

const page = {
  ...nosniff,
  ...isolated,
  ...policy(
    "default-src 'self'",
    "script-src 'self'( 'sha256-[\\w+/=]+'){2}",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ),
};
const payment = (targets: string) => ({
  ...nosniff,
  ...isolated,
  // Not 'no-referrer': the forms would then come without the origin by which they are known.
  'referrer-policy': 'same-origin',
  ...policy(
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${targets}`,
  ),
});
const hostedLogin = (targets: string) => ({
  ...nosniff,
  ...https,
  'referrer-policy': 'same-origin',
  ...policy(
    "default-src 'none'",
    "style-src 'sha256-[\\w+/=]+'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${targets}`,
  ),
});

test.each<[string, () => string, number, object]>([
  ['the home page', () => '/', 200, page],
  ['a list', () => '/products/category/all', 200, page],
  ['a search', () => '/products/keyword/gpu', 200, page],
  ['a product', () => '/products/id/gpu', 200, page],
  ['the login', () => '/account/login', 200, page],
  ['the cart', () => '/cart', 200, page],
  ['the profile', () => '/profile', 200, page],
  ['a page that is not there', () => '/nothing', 404, page],
  ['a redirect', () => '/products', 301, nosniff],
  ['a picture that is drawn', () => '/art/computing/gpu.svg', 200, { ...nosniff, ...policy("default-src 'none'") }],
  ['a picture for links', () => '/og.jpg', 200, nosniff],
  ['a file for search engines', () => '/sitemap.xml', 200, nosniff],
  ['a built file', () => script, 200, nosniff],
  ['a file that is not there', () => '/assets/nothing.js', 404, nosniff],
  ['an answer of the API', () => '/api/product', 200, nosniff],
  ['a refusal of the API', () => '/api/cart', 401, nosniff],
  [
    'the API’s reference',
    () => '/api/docs',
    200,
    {
      ...nosniff,
      ...policy(
        "default-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ),
    },
  ],
  ['the hosted login', () => login, 200, hostedLogin("'self' http://localhost:4999")],
  ['a hosted login that is refused', () => '/identity/login', 400, hostedLogin("'none'")],
  ['the page where a card is typed', () => payPage, 200, payment(`'self' ${origin}`)],
  ['a page where nothing is to pay', () => '/pay/cs_test_nothing', 404, payment("'none'")],
  [
    'the key set, which others read',
    () => '/identity/local_hearth/.well-known/jwks.json',
    200,
    { ...nosniff, 'access-control-allow-origin': '*' },
  ],
])('%s carries exactly the headers of the table', async (_, path, status, headers) => {
  const response = await get(path());
  expect(response.status).toBe(status);
  expect(rulesOf(response)).toEqual(headers);
  // From memory the same is sent as when it was made.
  expect(rulesOf(await get(path()))).toEqual(headers);
});

test('the outbox of a trial carries exactly its headers, and a message in it runs nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-outbox-'));
  const brand = { name: 'Hearth', address: [], origin: 'http://localhost:3000' };
  const outbox = createOutboxPage({ dataDir, brand, key: 'key', headers: securityHeaders, log: createLog('silent') });
  const response = await outbox.fetch(new Request('http://localhost:3000/outbox?key=key'));
  expect(response.status).toBe(200);
  expect(rulesOf(response)).toEqual({
    ...nosniff,
    'set-cookie': 'hearth_outbox_2c70e12b=key; Path=/outbox; HttpOnly; SameSite=Strict',
    'referrer-policy': 'no-referrer',
    ...policy(
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ),
  });
  await rm(dataDir, { recursive: true });
});

test('the cookie of the hosted login is out of reach for scripts, other sites’ forms and plain http', async () => {
  const response = await fetch(shop.address + login, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=buyer%40example.com&password=correct+horse',
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:4999\/callback\?code=/);
  const [cookie = '', ...attributes] = response.headers.get('set-cookie')?.split('; ') ?? [];
  expect(cookie).toMatch(/^hearth_login=.+/);
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/identity', 'SameSite=Lax', 'Secure']);
});

test('a form of the hosted login or of the card page that another site sends is refused', async () => {
  for (const path of [login, payPage]) {
    const response = await fetch(shop.address + path, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=buyer%40example.com&password=correct+horse',
    });
    expect(response.status, path).toBe(403);
    expect(response.headers.has('set-cookie')).toBe(false);
  }
});

test('a shop that is reached by plain http does not ask for https', () => {
  expect(transportSecurity('http://localhost:3000')).toEqual({});
  expect(isolatedPage('http://localhost:3000')).toEqual({});
});
