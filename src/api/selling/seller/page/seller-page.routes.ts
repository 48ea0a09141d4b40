import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { sellerAddressesSchema, sellerPageSchema, sellerProductsSchema } from '#contract/selling/seller.schema.ts';
import { badRequest, notFound, ok, problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import type { Db } from '../../../schema/db.ts';
import { listSellerAddresses } from './seller-page.store.ts';
import { readSellerPage, readSellerProducts } from './seller-page.ts';

const tags = ['Sellers'];
const byAddress = z.object({ address: z.string() });
/** As many as a file of a sitemap may have. */
const ADDRESSES = 50_000;

const page = createRoute({
  method: 'get',
  path: '/seller/page/{address}',
  caching: 'shared unless signed in',
  tags,
  summary: 'Reads the page of a shop',
  description: 'Of a shop that has closed it says so. Figures are measured, and null where there is too little to say.',
  request: { params: byAddress },
  responses: { 200: ok(sellerPageSchema, 'The shop'), ...problems(404) },
});

const products = createRoute({
  method: 'get',
  path: '/seller/page/{address}/products',
  caching: 'shared unless signed in',
  tags,
  summary: 'Lists what a shop sells, newest first',
  request: {
    params: byAddress,
    query: z.object({
      after: z.string().max(20).optional().meta({ description: '`next` of the page before' }),
      limit: z.coerce
        .number('must be a number')
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(60, 'must be at most 60')
        .default(24),
    }),
  },
  responses: { 200: ok(sellerProductsSchema, 'A page of products'), ...problems(404) },
});

const addresses = createRoute({
  method: 'get',
  path: '/seller/page',
  caching: 'shared unless signed in',
  tags,
  summary: 'Lists the addresses of all shops that are open',
  description: 'For the sitemap.',
  responses: { 200: ok(sellerAddressesSchema, 'The addresses') },
});

/** Shops as everybody sees them. `db` may be a replica. */
export function mountSellerPages(app: OpenAPIHono, { db }: { db: Db }) {
  app.openapi(addresses, async (c) => c.json({ addresses: await listSellerAddresses(db, ADDRESSES) }, 200));

  app.openapi(page, async (c) => {
    const { address } = c.req.valid('param');
    const found = isAddress(address) ? await readSellerPage(db, address) : null;
    if (!found) throw noPage();
    return c.json(found, 200);
  });

  app.openapi(products, async (c) => {
    const { address } = c.req.valid('param');
    const { after, limit } = c.req.valid('query');
    if (after !== undefined && !/^\d{1,15}$/.test(after))
      throw badRequest('after is not a mark that a page of this list has told.');
    const before = after === undefined ? null : Number(after);
    const found = isAddress(address) ? await readSellerProducts(db, address, { before, limit }) : null;
    if (!found) throw noPage();
    return c.json(found, 200);
  });
}

function isAddress(text: string): boolean {
  return /^[a-z0-9-]{1,100}$/.test(text);
}

function noPage() {
  return notFound('There is no shop at this address.');
}
