// Addresses that browsers load: the shop's pages, pictures and files, the page where a card is typed, and the payment API behind it.
import fc from 'fast-check';
import { anyOf, brokenBody, encoded, hostileSegment, likely } from './hostile-values.ts';
import { parameters } from './identity-probes.ts';
import { latest } from './placeholders.ts';
import type { Probe } from './probe.ts';
import { oddHeaders, type Visitors } from './visitors.ts';

const pages = [
  '/',
  '/contact',
  '/products',
  '/products/category/{}',
  '/products/keyword/{}',
  '/products/keyword?keyword={}',
  '/products/id/{}',
  '/account/login?returnUrl={}',
  '/account/register',
  '/account/forgotPassword',
  '/profile/{}',
  '/cart',
  '/checkout',
  '/success?session_id={}',
  '/{}',
  '/{}/{}',
  '/sitemap.xml',
  '/sitemap/products.xml?after={}',
  '/robots.txt',
  '/art/computing/{}.svg',
  '/art/{}/gpu.svg',
  '/og.jpg',
  '/og/product/{}.jpg',
  '/api/{}',
  '/api/docs',
  '/api/docs/{}',
  '/api/openapi.json',
];
const likelyParts = ['gpu', 'data', 'all', 'computing', 'order', 'nothing'];
const listParameters = {
  min_price: '1',
  max_price: '100',
  on_sale: 'true',
  sort: 'price_asc',
  cursor: 'last',
  keyword: 'a',
  utm_source: 'x',
};
const fileParts = [
  'assets',
  'video',
  'favicon.svg',
  'welcome.mp4',
  '..',
  '%2e%2e',
  '..%2f',
  '..%5c',
  'package.json',
  '.env',
  '.git/config',
  'src/main/shop-process.ts',
];

export function pageProbes(visitors: Visitors): fc.Arbitrary<Probe> {
  return fc.gen().map((g): Probe => {
    const route = g(anyOf, pages);
    const path = route.replace(/\{\}/g, () => (g(likely, 0.3) ? g(anyOf, likelyParts) : g(hostileSegment)));
    const search = g(likely, 0.3) ? (path.includes('?') ? '&' : '?') + parameters(g, listParameters, 0.4) : '';
    return {
      area: 'page',
      route,
      method: g(likely, 0.96) ? 'GET' : g(anyOf, ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']),
      path: path + search,
      headers: { ...g(visitors.headers), ...g(oddHeaders) },
      body: null,
    };
  });
}

export function fileProbes(visitors: Visitors): fc.Arbitrary<Probe> {
  return fc.gen().map((g): Probe => {
    const depth = g(anyOf, [1, 2, 3, 5]);
    const parts = Array.from({ length: depth }, () => (g(likely, 0.8) ? g(anyOf, fileParts) : g(hostileSegment)));
    return {
      area: 'file',
      route: `/${g(anyOf, ['assets', 'video'])}/...`,
      method: g(likely, 0.95) ? 'GET' : g(anyOf, ['HEAD', 'POST', 'OPTIONS']),
      path: `/${g(anyOf, ['assets', 'video', 'favicon.svg', 'outbox'])}/${parts.join('/')}`,
      headers: { ...g(visitors.headers), ...g(oddHeaders) },
      body: null,
    };
  });
}

const card = {
  email: 'buyer@example.com',
  number: '4000 0000 0000 0002',
  expiry: '12/40',
  cvc: '123',
  name: 'Ada Lovelace',
  country: 'GB',
  postcode: 'SW1A 1AA',
  answer: 'fail',
};

export function paymentPageProbes(address: string, visitors: Visitors): fc.Arbitrary<Probe> {
  return fc.gen().map((g): Probe => {
    const posts = g(likely, 0.6);
    const id = g(likely, 0.8) ? latest('payment') : g(hostileSegment);
    const tail = g(anyOf, ['', '', '/authentication', '/x']);
    const headers: Record<string, string> = { ...g(visitors.headers), ...g(oddHeaders) };
    if (posts) headers['content-type'] = g(likely, 0.95) ? 'application/x-www-form-urlencoded' : 'text/plain';
    if (posts && g(likely, 0.9)) headers.origin = address;
    return {
      area: 'payment page',
      route: `${posts ? 'POST' : 'GET'} /pay/{id}${tail}`,
      method: g(likely, 0.97) ? (posts ? 'POST' : 'GET') : g(anyOf, ['PUT', 'HEAD', 'OPTIONS', 'DELETE']),
      path: g(likely, 0.9) ? `/pay/${id}${tail}` : `/pay/assets/${g(hostileSegment)}`,
      headers,
      body: posts ? (g(likely, 0.06) ? g(brokenBody) : parameters(g, card, g(anyOf, [0, 0.15, 0.4]))) : null,
    };
  });
}

const sessionForm = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '1250',
  'line_items[0][price_data][product_data][name]': 'GPU hours',
  success_url: 'https://shop.example/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/cart',
  customer_email: 'buyer@example.com',
  'metadata[a]': 'b',
  'expand[0]': 'line_items',
};
const payments: Array<{ method: string; path: string; form?: Record<string, string> }> = [
  { method: 'POST', path: '/v1/checkout/sessions', form: sessionForm },
  { method: 'GET', path: '/v1/checkout/sessions?limit=3' },
  { method: 'GET', path: `/v1/checkout/sessions/${latest('checkout')}` },
  { method: 'GET', path: `/v1/checkout/sessions/${latest('checkout')}/line_items` },
  { method: 'POST', path: `/v1/checkout/sessions/${latest('checkout')}/expire`, form: {} },
  { method: 'GET', path: `/v1/payment_intents/${latest('intent')}` },
  {
    method: 'POST',
    path: '/v1/refunds',
    form: { payment_intent: latest('intent'), amount: '100', reason: 'duplicate' },
  },
  { method: 'GET', path: '/v1/refunds?limit=3' },
  { method: 'POST', path: '/v1/customers', form: { email: 'buyer@example.com', name: 'Ada', 'metadata[a]': 'b' } },
  { method: 'GET', path: `/v1/customers/${latest('customer')}` },
  { method: 'GET', path: '/v1/events?type=checkout.session.completed' },
  { method: 'GET', path: `/v1/events/${latest('event')}` },
];
const formNames = [
  'a',
  'a[b]',
  'a[0]',
  'line_items',
  'line_items[0]',
  'line_items[99999]',
  'metadata[__proto__]',
  '__proto__[a]',
  'constructor',
  'expand',
  'expand[]',
  'limit',
  'a[b][c][d][e][f][g]',
  ']',
  '[',
  '[]',
];

export function paymentApiProbes(secretKey: string): fc.Arbitrary<Probe> {
  return fc.gen().map((g): Probe => {
    const { method, path, form } = g(anyOf, payments);
    const hostility = g(anyOf, [0, 0.1, 0.3]);
    const odd = () => (g(likely, hostility) ? `&${g(anyOf, formNames)}=${g(hostileSegment)}` : '');
    const address = g(likely, 0.1) ? `${path.split('?')[0]}/${g(hostileSegment)}` : path;
    const headers: Record<string, string> = { ...g(oddHeaders), authorization: `Bearer ${secretKey}` };
    delete headers.host;
    if (g(likely, 0.05)) headers.authorization = g(anyOf, ['', 'Bearer', 'Bearer x', `Basic ${encoded(secretKey)}`]);
    if (form) headers['content-type'] = g(likely, 0.96) ? 'application/x-www-form-urlencoded' : 'application/json';
    return {
      area: 'payment API',
      route: `${method} ${path.replace(/@@(\w+)@@/, '{$1}').split('?')[0]}`,
      method: g(likely, 0.98) ? method : g(anyOf, ['PUT', 'DELETE', 'GET', 'POST', 'PATCH']),
      path: address + (form ? '' : (address.includes('?') ? '' : '?') + odd()),
      headers,
      body: form ? (g(likely, 0.04) ? g(brokenBody) : parameters(g, form, hostility) + odd()) : null,
    };
  });
}
