// The table of addresses against what is mounted, and against what the shop answers, by itself and behind a cache: none can be forgotten.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteObject } from 'react-router';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defaultUnpaidOrderLimits } from '#api/ordering/order/unpaid-order-limits.rules.ts';
import { cacheAddress } from '#main/config/cache-address.ts';
import { cacheResponses } from '#platform/cache/response-cache.ts';
import { createPictureFiles } from '../src/api/catalogue/picture/picture-files.ts';
import { createAddressTable, disallowedPaths, listedPages, type SiteAddress } from '../src/contract/site-address.ts';
import { pictureRoutes } from '../src/storefront/catalogue/picture/picture.routes.ts';
import { routes as pages } from '../src/storefront/routes.tsx';
import { seoRoutes } from '../src/storefront/seo/seo.routes.ts';
import { openTestDatabase } from './database/test-database.ts';
import { startApi } from './parts/api.ts';
import { describeApi } from './parts/described-api.ts';
import { findNginx, type ProxyServer, startNginx } from './processes/nginx.ts';
import { limitsOfMany } from './processes/shop-process.ts';
import { type OpenShop, openSeller, openShop, type Tokens } from './security/open-shop.ts';

const { rows: siteAddresses, find: findAddress, workOf } = createAddressTable(describeApi().addresses);

let shop: OpenShop;
let mounted: Set<string>;

beforeAll(async () => {
  shop = await openShop({ databaseUrl: null, dump: inject('prepared'), environment: limitsOfMany });
  const database = await openTestDatabase();
  const api = await startApi(database, {
    checkout: {
      provider: {},
      shop: { name: 'Hearth', origin: 'http://shop.test' },
      limits: defaultUnpaidOrderLimits,
      takesBilledOrders: true,
      walletIsOpen: true,
    } as never,
  });
  api.version.close();
  await database.close();
  const never = null as never;
  const handled = [
    ...api.mounted,
    ...createPictureFiles({ storage: never, log: never }).routes,
    ...api.hub.routes,
    ...pictureRoutes({ api: never, store: null }).routes,
    ...seoRoutes({ api: never, origin: '', shopPages: [], store: never }).routes,
  ];
  const paths = handled.filter(({ method }) => method !== 'ALL').map(({ path }) => path.replace(/\{.*?\}/g, ''));
  mounted = new Set([...paths, ...pagePaths(pages, '')]);
}, 60_000);
afterAll(() => shop.stop());

function pagePaths(routes: RouteObject[], above: string): string[] {
  return routes.flatMap(({ path, index, children }) => {
    const own = path && path !== '*' ? `${above}/${path}` : above;
    const isPage = index || (path && path !== '*' && !children?.some((child) => child.index));
    return [...(isPage ? [own || '/'] : []), ...pagePaths(children ?? [], own)];
  });
}

/** An address of the row, of what the shop of these tests has. */
function sample({ path }: SiteAddress): string {
  if (/\/licenses?\/:id$/.test(path)) return path.replace(':id', 'MIT');
  // Path of a data set that is delivered as files.
  if (path.startsWith('/api/product/:id/')) return path.replace(':id', 'data');
  const names: Record<string, string> = {
    ':category': 'data',
    ':keyword': 'gpu',
    ':type': 'data',
    ':id': 'gpu',
    ':email': 'buyer@example.com',
    ':userId': 'buyer@example.com',
    ':name': 'terms',
    ':address': openSeller.address,
    ':sellerId': openSeller.id,
  };
  const files: Record<string, string> = {
    '/art/:type': 'a.svg',
    '/og/product': 'gpu.jpg',
    '/pictures': 'none.webp',
    '/api/docs': 'swagger-ui.css',
  };
  const filled = path.replace('/:file', (_, at) => `/${files[path.slice(0, at)]}`);
  return filled.replace(/:\w+/g, (name) => names[name] ?? name);
}

/** Queries without which an address does not answer. */
const asked: Record<string, string> = {
  '/api/license': '?expression=MIT',
  '/api/search': '?q=gpu',
  '/api/search/suggestions': '?q=gpu',
};

/** Parts that keep nothing of what they answer, whatever is asked of them. */
const elsewhere = /^\/(admin|identity|outbox|pay)\b/;
const named = siteAddresses.filter(({ path }) => !path.endsWith('*'));

test('every address that is mounted has a line of its own in the table, and no line is of what is gone', () => {
  expect(mounted.size).toBeGreaterThan(50);
  for (const path of mounted) {
    const found = findAddress(sample({ path } as SiteAddress).replace(/\?.*/, '')).path;
    expect(found, `${path} needs a line in src/contract/site-address.ts, or terms at its route`).toBe(path);
  }
  for (const { path, isFile } of named) if (!isFile && !elsewhere.test(path)) expect(mounted).toContain(path);
});

test('what is not in the table is nobody’s to cache; whole folders are never cached by the shop', () => {
  expect(findAddress('/nothing/of/this')).toMatchObject({ caching: 'private', search: 'noindex' });
  expect(findAddress('/api/new-address')).toMatchObject({ caching: 'private' });
  for (const { path, caching } of siteAddresses) if (path.endsWith('*')) expect(caching, path).not.toMatch(/^shared/);
});

test('[R-13] an address of the site stays what it is, whatever follows', () => {
  for (const path of [
    '/products/id/resolve/main/a',
    '/sellers/a/resolve/b/c',
    '/assets/a/resolve/b/c',
    '/api/a/resolve/b/c',
  ])
    expect(findAddress(path).isHub, path).toBeUndefined();
  for (const path of ['/a', '/a/b', '/a/b/resolve', '/a/b/resolve/main', '/a/b/c/resolve/main/d', '/:namespace/b'])
    expect(findAddress(path), path).toMatchObject({ path: '/*' });
  for (const path of ['/a/b/resolve/main/c', '/datasets/a/b/raw/1.0/c/d', '/api/models/a/b', '/api/whoami-v2/'])
    expect(findAddress(path).isHub, path).toBe(true);
});

test('[G-09] what was bought is answered at the origin, whatever is bought; every other address is a page that is not there', async () => {
  const get = (path: string) => fetch(shop.address + path, { redirect: 'manual' });
  for (const path of ['/hearth/none/resolve/main/a', '/datasets/hearth/none/raw/main/a/b', '/api/models/hearth/none']) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get('x-error-code'), path).toBe('RepoNotFound');
    expect(answer.headers.get('content-type')).toContain('application/json');
  }
  for (const path of ['/hearth/none/resolve/main', '/hearth/none/blob/main/a', '/products/none/resolve/main/a']) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get('content-type'), path).toContain('text/html');
  }
});

test('every file that is given is served as one', () => {
  for (const entry of readdirSync(join(import.meta.dirname, '../public'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name).split('/public')[1] ?? '';
    expect(findAddress(path).isFile, path).toBe(true);
  }
});

test.each(named.filter(({ path, isFile }) => !isFile && !elsewhere.test(path)))(
  '$path is answered as the table says: $caching, $search',
  async (address) => {
    const get = (headers: Record<string, string> = {}, query = asked[address.path] ?? '') =>
      fetch(shop.address + sample(address) + query, { headers, redirect: 'manual' });
    const open = await get();
    expect(open.status).toBeLessThan(500);
    const cacheControl = open.headers.get('cache-control');
    const { caching, search, path } = address;
    // Addresses cached for everybody answer everybody: otherwise nothing of them would be checked below.
    if (caching.startsWith('shared')) expect(open.status).toBe(200);
    if (open.status === 200 && caching !== 'own') {
      if (caching === 'private') expect(cacheControl).toMatch(/^private, no-(store|cache)$/);
      else expect(cacheControl).toBe('public, no-cache');
      const isCached = caching === 'shared' || caching === 'shared unless signed in';
      expect(open.headers.has('etag'), 'cached answers have an ETag').toBe(isCached);
      const bearing = await get({ authorization: 'Basic dXNlcjpwYXNz' });
      if (caching === 'shared') expect(bearing.headers.get('etag')).toBe(open.headers.get('etag'));
      if (caching === 'shared unless signed in') expect(bearing.headers.get('cache-control')).toBe('private, no-store');
      await bearing.text();
    } else if (caching !== 'own') expect(cacheControl).toMatch(/no-store|no-cache/);

    const text = await open.text();
    const isPage = open.headers.get('content-type')?.startsWith('text/html');
    if (search === 'listed') expect(text).toContain('<link rel="canonical"');
    if (search === 'noindex')
      expect(`${open.headers.get('x-robots-tag')} ${text}`).toMatch(/^noindex|"robots" content="noindex"/);
    if (search === 'disallowed' && isPage) expect(text).toContain('<meta name="robots" content="noindex"');
    if (search === 'listed' || search === 'open')
      expect(
        disallowedPaths().some((start) => path.startsWith(start)),
        'robots.txt',
      ).toBe(false);
  },
);

/** An address of the row with its query, and with a file below it where it stands for a folder. */
const pathOfRow = (address: SiteAddress) => sample(address).replace(/\*$/, 'a/b') + (asked[address.path] ?? '');
const isPublic = ({ headers }: Response) => /^public\b/.test(headers.get('cache-control') ?? '');

/** Headers of a visitor that no cache looks at. */
const saidBesides = {
  accept: 'application/xml',
  'accept-language': 'no',
  cookie: 'hearth_login=a; session=b',
  forwarded: 'host=elsewhere.example',
  origin: 'https://elsewhere.example',
  referer: 'https://elsewhere.example/',
  'user-agent': 'somebody/1.0',
  'x-forwarded-host': 'elsewhere.example',
  'x-forwarded-proto': 'gopher',
  'x-http-method-override': 'DELETE',
  'x-original-url': '/elsewhere',
};

test.each(siteAddresses)('$path: a public answer is the same for everybody, and sets nothing', async (address) => {
  const get = async (headers: Record<string, string>) => {
    const response = await fetch(shop.address + pathOfRow(address), { headers, redirect: 'manual' });
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  };
  const open = await get({ accept: '*/*' });
  if (!isPublic(open.response)) return;
  expect(open.response.status).toBe(200);
  expect(open.response.headers.has('set-cookie')).toBe(false);
  expect(open.response.headers.get('vary') ?? 'accept-encoding').toMatch(/^accept-encoding$/i);
  const other = await get(saidBesides);
  expect(other.response.headers.get('cache-control')).toBe(open.response.headers.get('cache-control'));
  expect(other.body.equals(open.body)).toBe(true);
});

describe.runIf(findNginx())('behind the cache of nginx', () => {
  let folder: string;
  let nginx: ProxyServer;
  let buyer: Tokens;
  let seller: Tokens;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-cached-'));
    const processes = [Number(new URL(shop.address).port)];
    nginx = await startNginx(join(folder, 'nginx'), { processes, caches: true });
    [buyer, seller] = await Promise.all([shop.signIn('buyer'), shop.signIn('seller')]);
  });
  afterAll(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true });
  });

  test.each(siteAddresses)(
    '$path: what one who is signed in gets is not kept, and public answers alone are',
    async (address) => {
      const ask = async (who?: Tokens) => {
        const headers: Record<string, string> = who ? { authorization: `Bearer ${who.id}` } : {};
        const response = await fetch(nginx.address + pathOfRow(address), { headers, redirect: 'manual' });
        return { response, text: await response.text(), cache: response.headers.get('x-cache-status') };
      };
      for (const who of [buyer, buyer, buyer, seller]) expect((await ask(who)).cache).toBeNull();
      const { response } = await ask();
      const length = Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
      if (isPublic(response) && length < 1_000_000)
        await expect.poll(async () => (await ask()).cache, { interval: 5, timeout: 5_000 }).toBe('HIT');
      else for (let time = 0; time < 3; time++) expect((await ask()).cache).not.toBe('HIT');
      const { text } = await ask();
      for (const { email, userId } of [buyer, seller]) {
        // A part of the address of some.
        const shown = text.replaceAll(encodeURIComponent(email), '').replaceAll(pathOfRow(address), '');
        expect(shown).not.toContain(userId);
        expect(shown).not.toContain(email);
      }
      // Entries of the cache are for visitors alone, also once there are some.
      expect((await ask(seller)).cache).toBeNull();
    },
  );
});

test('search engines are told so: robots.txt and the sitemap are the table’s', async () => {
  const robots = await (await fetch(`${shop.address}/robots.txt`)).text();
  expect(robots.match(/^Disallow: .+$/gm)).toEqual(
    ['/account/', '/profile', '/saved', '/cart', '/checkout'].map((path) => `Disallow: ${path}`),
  );
  const sitemap = await (await fetch(`${shop.address}/sitemap/pages.xml`)).text();
  const locations = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(locations).toEqual(expect.arrayContaining(listedPages()));
  for (const path of locations) expect(findAddress(path).search, path).toBe('listed');
});

test('only parameters that change an answer make another one of it', () => {
  const cachedAs = (url: string) => cacheAddress({ find: findAddress }, url, '')?.address;
  expect(cachedAs('/products/category/data?utm_source=a&sort=name&format=CSV&format=WAV')).toBe(
    '/products/category/data?format=CSV&format=WAV&sort=name',
  );
  // An empty field of a form says that it was sent: its other price is filled in.
  expect(cachedAs('/products/category/data?max_price=3&min_price=')).toBe(
    '/products/category/data?min_price=&max_price=3',
  );
  expect(cachedAs('/api/product?limit=5&cursor=x')).toBe('/api/product?cursor=x&limit=5');
  expect(cachedAs('/?utm_source=a')).toBe('/');
  expect(cachedAs(`/products/keyword/${'a'.repeat(1_000)}`)).toBeUndefined();
});

test('[E-09] whether a payment has arrived is asked again each time, with the session that it is about', async () => {
  const asked: string[] = [];
  const part = {
    fetch(request: Request) {
      asked.push(request.url);
      return new Response('{}', { headers: { 'cache-control': 'public, no-cache' } });
    },
  };
  const site = cacheResponses(part, {
    version: () => '1',
    maxBytes: 1_000_000,
    addressOf: (url) => cacheAddress({ find: findAddress }, url, 'http://shop.test'),
  });
  const addresses = ['?session_id=a', '', '?session_id=b', '/?session_id=a'].map(
    (end) => `http://shop.test/api/success${end}`,
  );
  for (const address of addresses) await site.fetch(new Request(address));
  expect(asked).toEqual(addresses);
  expect(site.count()).toMatchObject({ entries: 0 });
});

test('what one sort of visitor can make slow has room of its own', () => {
  const kinds = [
    ['POST', '/api/payments/webhook', 'webhook'],
    ['POST', '/api/payments/webhook/', 'webhook'],
    ['POST', '/api/checkout-session/', 'buying'],
    ['GET', '/og/product/gpu.jpg', 'drawing'],
    ['POST', '/api/seller/ours/picture', 'picture'],
    ['POST', '/identity', 'changing'],
    ['GET', '/products/id/gpu', 'making'],
    ['GET', '/contact', 'reading'],
    ['HEAD', '/', 'reading'],
    ['GET', '/nothing', 'reading'],
    ['GET', '/hearth/voices/resolve/main/data/a.csv', 'download'],
    ['POST', '/api/datasets/hearth/voices/paths-info/main', 'reading'],
    ['PROPFIND', '/', 'changing'],
    ['GET', '/api/health/live', null],
    ['GET', '/assets/a.js', null],
  ] as const;
  for (const [method, path, work] of kinds) expect(workOf({ method, path }), `${method} ${path}`).toBe(work);
});
