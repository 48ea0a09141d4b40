import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { type ShopPages, shopPageNames } from '#contract/catalogue/shop-pages.ts';
import { notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';

const shopPageSchema = z
  .strictObject({ title: z.string(), text: z.string().meta({ description: 'Markdown' }) })
  .meta({ id: 'ShopPage' });

const routes = {
  one: createRoute({
    method: 'get',
    path: '/page/{name}',
    caching: 'shared unless signed in',
    tags: ['Pages'],
    summary: "Reads one of the shop's own pages",
    request: { params: z.object({ name: z.string().meta({ description: shopPageNames.join(', ') }) }) },
    responses: { 200: ok(shopPageSchema, 'The page'), ...problems(404) },
  }),
};

/** The operator's own pages, as they were read at the start. */
export function mountShopPages(app: OpenAPIHono, { shopPages }: { shopPages: ShopPages }) {
  app.openapi(routes.one, (c) => {
    const name = shopPageNames.find((known) => known === c.req.valid('param').name);
    const page = name && shopPages[name];
    if (!page) throw notFound('There is no such page.');
    return c.json(page, 200);
  });
}
