import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { ApiClient } from '#client/api/api-client.ts';
import { categories } from '#contract/catalogue/product/product.ts';
import { type ShopPageName, shopPageNames } from '#contract/catalogue/shop-pages.ts';
import { sellerPath } from '#contract/selling/seller.ts';
import { disallowedPaths, listedPages } from '#contract/site-address.ts';
import type { Store } from '#contract/store.ts';
import { categoryPath, productPath } from '../catalogue/paths.ts';
import { productFeed } from './product-feed.ts';
import { escapeXml } from './xml.ts';

const XML = { 'content-type': 'application/xml; charset=utf-8' };
const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Files for search engines: robots.txt, the sitemap, an index of parts that never outgrow the protocol's limits, and the feed. */
export function seoRoutes(deps: { api: ApiClient; origin: string; shopPages: ShopPageName[]; store: Store }): Hono {
  const app = new Hono();
  const { origin } = deps;

  app.get('/robots.txt', (c) => {
    const lines = ['User-agent: *', ...disallowedPaths().map((path) => `Disallow: ${path}`)];
    return c.text(
      `${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n# For shopping engines: ${origin}/feeds/products.xml\n`,
    );
  });

  app.get('/sitemap.xml', async (c) => {
    const { parts } = await deps.api.get('/sitemap');
    const addresses = [
      '/sitemap/pages.xml',
      '/sitemap/sellers.xml',
      ...parts.map((after) => `/sitemap/products.xml?${new URLSearchParams({ after })}`),
    ];
    const entries = addresses.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`);
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${xmlns}>${entries.join('')}</sitemapindex>`,
      200,
      XML,
    );
  });

  app.get('/sitemap/pages.xml', (c) => {
    const missing = shopPageNames.filter((name) => !deps.shopPages.includes(name)).map((name) => `/${name}`);
    const paths = [...listedPages().filter((path) => !missing.includes(path)), ...categories.map(categoryPath)];
    return c.body(urlset(paths.map((path) => ({ loc: origin + path }))), 200, XML);
  });

  app.get('/sitemap/sellers.xml', async (c) => {
    const { addresses } = await deps.api.get('/seller/page');
    return c.body(urlset(addresses.map((address) => ({ loc: origin + sellerPath(address) }))), 200, XML);
  });

  app.get('/sitemap/products.xml', async (c) => {
    const { products } = await deps.api.get('/sitemap/part', {
      params: { query: { after: c.req.query('after') ?? '' } },
    });
    const urls = products.map((product) => ({
      loc: origin + productPath(product.product_id),
      lastmod: product.updated_at,
    }));
    return c.body(urlset(urls), 200, XML);
  });

  app.get('/feeds/products.xml', (c) => {
    // Nothing is read for one who asks for the headers alone.
    if (c.req.method === 'HEAD') return c.body(null, 200, XML);
    const pieces = Readable.from(productFeed(deps), { objectMode: false });
    // A reader that goes away stops the work.
    return c.body(Readable.toWeb(pieces) as ReadableStream, 200, XML);
  });

  return app;
}

function urlset(urls: Array<{ loc: string; lastmod?: string }>): string {
  const entries = urls.map(
    ({ loc, lastmod }) => `<url><loc>${escapeXml(loc)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${xmlns}>${entries.join('')}</urlset>`;
}
