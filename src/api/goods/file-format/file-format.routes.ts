import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { croissantMediaType } from '#contract/catalogue/croissant.ts';
import { offeredReleasesSchema } from '#contract/goods/offered-release.schema.ts';
import { offeredFileMaximum } from '#contract/goods/offered-release.ts';
import { notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { describeDataset } from './describe-dataset.ts';
import { findOffered } from './find-offered.ts';

const byId = z.object({ id: z.string().meta({ description: 'product_id' }) });

const routes = {
  release: createRoute({
    method: 'get',
    path: '/product/{id}/release',
    caching: 'shared unless signed in',
    costs: 25,
    tags: ['Products'],
    summary: 'Lists the files that a product is sold with now: what they say of themselves, and first rows',
    description: `At most ${offeredFileMaximum} files; what is read of them was read by the shop.`,
    request: { params: byId },
    responses: {
      200: ok(offeredReleasesSchema, 'The release of the product, and those of variants'),
      ...problems(404),
    },
  }),
  croissant: createRoute({
    method: 'get',
    path: '/product/{id}/croissant.json',
    caching: 'shared unless signed in',
    costs: 25,
    tags: ['Products'],
    summary: 'Reads a data set as Croissant 1.1 describes it',
    request: { params: byId },
    responses: {
      200: {
        description: 'JSON-LD',
        content: { 'application/ld+json': { schema: z.looseObject({ '@type': z.literal('sc:Dataset') }) } },
      },
      ...problems(404),
    },
  }),
};

/** Public facts of files. `shop` is how addresses begin, and who offers what no seller does. */
export function mountFileFormats(app: OpenAPIHono, deps: { db: Db; shop: Parameters<typeof describeDataset>[2] }) {
  app.openapi(routes.release, async (c) => {
    const items = await findOffered(deps.db, c.req.valid('param').id);
    if (!items) throw notFound('There is no product with this id.');
    return c.json({ items }, 200);
  });

  app.openapi(routes.croissant, async (c) => {
    const described = await describeDataset(deps.db, c.req.valid('param').id, deps.shop);
    if (!described) throw notFound('There is no data set with this id that is delivered as files.');
    return c.body(JSON.stringify(described), 200, { 'content-type': croissantMediaType }) as never;
  });
}
