import { expect, test } from 'vitest';
import { pageRoutes } from './page.routes.ts';

/** Pages of which all have the data `data`; `rendered` counts those that were made of it. */
function somePages() {
  const pages = { data: 'a list', rendered: 0 };
  const app = pageRoutes({
    apiFetch: () => new Response(),
    shop: {} as never,
    assetsOf: () => ({}) as never,
    pageHeaders: { 'x-frame-options': 'DENY' },
    log: { error: () => {} },
    async render(_request, { isKnown }) {
      const page = { route: '/products', error: null };
      if (isKnown(pages.data)) return { ...page, status: 304, html: null };
      pages.rendered++;
      return { ...page, status: 200, html: `<p>${pages.data}’s page</p>` };
    },
  });
  const get = (path: string, etag?: string | null) =>
    app.request(path, { headers: etag ? { 'if-none-match': etag } : {} }, { seen: { id: '1', route: '' } });
  return { pages, get };
}

test('a page has the ETag of its data, and is not made again for who has it', async () => {
  const { pages, get } = somePages();
  const first = await get('/products/category/computing');
  expect(first.headers.get('content-type')).toBe('text/html; charset=UTF-8');
  expect(await first.text()).toBe('<p>a list’s page</p>');
  const etag = first.headers.get('etag');
  const same = await get('/products/category/computing', `"other", W/${etag}`);
  expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
  expect(same.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
  expect(same.headers.get('x-frame-options')).toBe('DENY');
  pages.data = 'another list';
  const changed = await get('/products/category/computing', etag);
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  expect(pages.rendered).toBe(2);
});

test('pages of one person have no ETag', async () => {
  const { pages, get } = somePages();
  const first = await get('/account/orders');
  expect([first.headers.get('cache-control'), first.headers.get('etag')]).toEqual(['private, no-cache', null]);
  const again = await get('/account/orders', '"anything"');
  expect(again.status).toBe(200);
  expect(pages.rendered).toBe(2);
});
