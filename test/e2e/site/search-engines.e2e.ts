import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../shop.ts';

async function text(request: APIRequestContext, path: string): Promise<string> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return response.text();
}

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => (address ?? '').replaceAll('&amp;', '&'));
}

test('robots.txt leads to a sitemap whose parts name every page and every product once', async ({
  request,
  baseURL,
}) => {
  const sitemap = (await text(request, '/robots.txt')).match(/^Sitemap: (.+)$/m)?.[1] ?? '';
  expect(new URL(sitemap).pathname).toBe('/sitemap.xml');

  const addresses: string[] = [];
  for (const part of locations(await text(request, '/sitemap.xml'))) {
    const { pathname, search } = new URL(part);
    addresses.push(...locations(await text(request, pathname + search)));
  }
  expect(new Set(addresses).size).toBe(addresses.length);
  const products = (await (await request.get('/api/product/all')).json()) as Array<{ product_id: string }>;
  for (const { product_id } of products) expect(addresses).toContain(`${baseURL}/products/id/${product_id}`);
  for (const path of ['/', '/contact', '/products/category/data']) expect(addresses).toContain(baseURL + path);
});

test('a product page says what it is to search engines and link previews', async ({ page, request, baseURL }) => {
  await page.goto('/products/id/h100-sxm-80gb?utm_source=mail');
  await expect(page).toHaveTitle('H100 SXM 80 GB | Hearth');
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', `${baseURL}/products/id/h100-sxm-80gb`);
  const description = await page.locator('meta[name="description"]').getAttribute('content');
  expect(description).toMatch(/^H100 SXM accelerators.{40,}/);

  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [product, breadcrumbs] = data.map((json) => JSON.parse(json));
  expect(product).toMatchObject({
    '@type': 'Product',
    sku: 'h100-sxm-80gb',
    offers: { '@type': 'AggregateOffer', lowPrice: 2.19, priceCurrency: 'USD', offerCount: 11 },
  });
  expect(breadcrumbs['@type']).toBe('BreadcrumbList');
  expect(breadcrumbs.itemListElement.map((step: { name: string }) => step.name)).toEqual([
    'Products',
    'Computing',
    'H100 SXM 80 GB',
  ]);

  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const answer = await request.get(picture ?? '');
  const { format, width, height } = await sharp(await answer.body()).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
});

test('filtered lists point to the list itself, and searches stay out of the index', async ({ page, baseURL }) => {
  await page.goto('/products/category/data?sort=name&on_sale=true');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/products/category/data`);
  await page.goto('/products/keyword/h100');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});

test('a page allows scripts of this site only, and what is written into it by its hash', async ({ request }) => {
  const response = await request.get('/products/category/all');
  const policy = response.headers()['content-security-policy'] ?? '';
  const scripts = policy.split('; ').find((rule) => rule.startsWith('script-src')) ?? '';
  expect(scripts).toMatch(/^script-src 'self'( 'sha256-[^']+')+$/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(response.headers()['x-content-type-options']).toBe('nosniff');
});

test('a page that has not changed answers 304; marketing parameters make no page of their own', async ({ request }) => {
  const first = await request.get('/products/category/data');
  const { etag } = first.headers();
  expect(etag).toBeTruthy();
  const again = await request.get('/products/category/data?utm_campaign=x', {
    headers: { 'if-none-match': etag ?? '' },
  });
  expect(again.status()).toBe(304);
});

test('art and built files may be cached for a year, and videos can be asked for in parts', async ({
  request,
  page,
}) => {
  const art = await request.get('/art/data/anything.svg');
  expect(art.headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': expect.stringContaining('immutable'),
  });
  await page.goto('/contact');
  const script = await page.locator('script[type="module"][src]').getAttribute('src');
  expect((await request.get(script ?? '')).headers()['cache-control']).toContain('immutable');
  const part = await request.get('/video/welcome.mp4', { headers: { range: 'bytes=0-99' } });
  expect(part.status()).toBe(206);
  expect((await part.body()).length).toBe(100);
});

test('the OpenAPI document describes every route, and its page shows it', async ({ request, page }) => {
  const document = await (await request.get('/api/openapi.json')).json();
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/api/product',
      '/api/product/all',
      '/api/product/{id}',
      '/api/review/product/{id}',
      '/api/health',
    ]),
  );
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /Hearth product API/ })).toBeVisible();
  await page.getByRole('heading', { name: /^Reviews/ }).click();
  await expect(page.getByText('/api/review/product/{id}', { exact: true })).toBeVisible();
});

test('[R-16] addresses of the API are no products, and what is only read says so', async ({ request }) => {
  for (const path of ['/products/id/all', '/og/product/all.jpg', '/og/product/..jpg', '/products/id/sitemap']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
  for (const path of ['/products/category/all', '/api/product']) {
    const answer = await request.post(path, { data: 'x' });
    expect(answer.status(), path).toBe(405);
    expect(answer.headers().allow).toBe('GET, HEAD');
  }
});

test('HEAD answers what GET answers, without the body', async ({ request }) => {
  const whole = await request.get('/products/category/computing');
  const head = await request.head('/products/category/computing');
  for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
    expect(head.headers()[name], name).toBe(whole.headers()[name]);
  }
  expect((await head.body()).length).toBe(0);
});

test('[D-07] a page names who wrote a review, and never an e-mail address', async ({ request }) => {
  const html = await (await request.get('/products/id/h100-sxm-80gb')).text();
  expect(html).toContain('review_text');
  expect(html).not.toContain('@example.com');
});
