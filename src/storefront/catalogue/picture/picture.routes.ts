import { Hono } from 'hono';
import { type ApiClient, ApiError } from '#client/api/api-client.ts';
import { isCategory, type ProductType } from '#contract/catalogue/product/product.ts';
import { getProduct } from '../product/read-products.ts';
import { createLinkPictures, type PictureStore } from './link-picture.ts';
import { productArt } from './product-art.ts';

const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';

/** Product art by type and id, and the pictures that links to the shop show in chats and social networks. */
export function pictureRoutes(deps: { api: ApiClient; store: PictureStore | null }): Hono {
  const app = new Hono();
  const pictures = createLinkPictures(deps);

  app.get('/art/:type/:file', (c) => {
    const { type, file } = c.req.param();
    if (!isProductType(type) || !file.endsWith('.svg')) return c.notFound();
    const svg = productArt({ product_id: file.slice(0, -'.svg'.length), product_type: type });
    return c.body(svg, 200, {
      'content-type': 'image/svg+xml',
      'cache-control': YEAR,
      'content-security-policy': "default-src 'none'",
    });
  });

  app.get('/og.jpg', async (c) => {
    const jpeg = await pictures.shop();
    return c.body(jpeg, 200, { 'content-type': 'image/jpeg', 'cache-control': DAY });
  });

  app.get('/og/product/:file', async (c) => {
    const { file } = c.req.param();
    if (!file.endsWith('.jpg')) return c.notFound();
    try {
      const product = await getProduct(deps.api, file.slice(0, -'.jpg'.length));
      return c.body(await pictures.product(product), 200, { 'content-type': 'image/jpeg', 'cache-control': DAY });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return c.notFound();
      throw error;
    }
  });

  return app;
}

function isProductType(text: string): text is ProductType {
  return text !== 'all' && isCategory(text);
}
