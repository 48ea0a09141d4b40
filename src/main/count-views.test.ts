import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { countViews } from './count-views.ts';

/** Views counted of requests to a site, whose cache has the pages of these ids. */
function counted({ cached = [] as string[], status = 200 } = {}) {
  const views: Array<[string, string | undefined]> = [];
  const searches: Array<[string, string | undefined]> = [];
  const site = countViews(
    {
      sendCached: ({ url }) => cached.some((id) => url === `/products/id/${id}` || url === `/products/keyword/${id}`),
      fetch: () => new Response(null, { status }),
      count: () => ({ hits: 0, misses: 0, bytes: 0, entries: 0 }),
    },
    {
      recordView: (id, userAgent) => views.push([id, userAgent]),
      recordSearch: (query, userAgent) => searches.push([query, userAgent]),
    },
  );
  async function ask(url: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
    const incoming = { method, url, headers } as unknown as IncomingMessage;
    if (!site.sendCached(incoming, {} as ServerResponse))
      await site.fetch(new Request(`http://shop.test${url}`, { method, headers }));
  }
  return { ask, views, searches };
}

test('[S-14] a page of a product is counted, from the cache and made anew', async () => {
  const { ask, views } = counted({ cached: ['gpu'] });
  await ask('/products/id/gpu', { 'user-agent': 'Browser' });
  await ask('/products/id/bird?options=a', { 'user-agent': 'Browser' });
  await ask('/products/id/a%20b');
  expect(views).toEqual([
    ['gpu', 'Browser'],
    ['bird', 'Browser'],
    ['a b', undefined],
  ]);
});

test('[S-14] a page that is reached from another one is counted by what it asks for, once', async () => {
  const { ask, views } = counted();
  await ask('/api/product/gpu?for=page');
  await ask('/api/review/product/gpu/summary');
  await ask('/api/review/product/gpu');
  await ask('/api/product?category=data');
  expect(views.map(([id]) => id)).toEqual(['gpu']);
});

test.each([
  ['another page', '/products/category/data', {}],
  ['a product for the cart or a program', '/api/product/gpu', {}],
  ['a list', '/api/product?for=page', {}],
  ['a head', '/products/id/gpu', { method: 'HEAD' }],
  ['what a browser loads ahead', '/products/id/gpu', { 'sec-purpose': 'prefetch;prerender' }],
  ['the same as older ones say it', '/products/id/gpu', { purpose: 'prefetch' }],
  ['a path below it', '/products/id/gpu/more', {}],
  ['half a sign', '/products/id/%e0%a4', {}],
])('[S-14] %s is no view', async (_, url, headers) => {
  const { ask, views } = counted({ cached: ['gpu'] });
  await ask(url, headers as unknown as Record<string, string>);
  expect(views).toEqual([]);
});

test('[S-14] a page that is not there is no view', async () => {
  const { ask, views } = counted({ status: 404 });
  await ask('/products/id/nothing');
  expect(views).toEqual([]);
});

test('[Q-13] a search is counted from the cache, made anew, and by what its page asks for', async () => {
  const { ask, views, searches } = counted({ cached: ['kettle'] });
  await ask('/products/keyword/kettle', { 'user-agent': 'Browser' });
  await ask('/products/keyword/a%20b?category=data', { 'user-agent': 'Browser' });
  await ask('/api/search?q=a+b&beyond_name=true');
  await ask('/api/search/suggestions?q=a');
  await ask('/api/search?category=data');
  await ask('/products/keyword/ahead', { 'sec-purpose': 'prefetch' });
  expect(searches).toEqual([
    ['kettle', 'Browser'],
    ['a b', 'Browser'],
    ['a b', undefined],
  ]);
  expect(views).toEqual([]);
});
