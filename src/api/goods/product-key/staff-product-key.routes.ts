import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  loadedProductKeysSchema,
  newProductKeysSchema,
  ownKeyListsSchema,
} from '#contract/goods/product-key.schema.ts';
import { productKeysMaximumBytes } from '#contract/goods/product-key.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, conflict, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { fileBodyOf } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { loadKeysQuery, readKeysBody, textOrJson } from './keys-body.ts';
import { type KeyLoading, loadKeys } from './load-keys.ts';
import { findOperatorsGoods } from './product-key.store.ts';
import { readLists } from './reach-keys.ts';

type Deps = KeyLoading & {
  authenticate: Authenticate;
  /** Loaded keys can be bought at once. */
  refresh: () => Promise<void>;
};

const path = '/admin/product/{productId}/key';
const params = z.object({ productId: z.string() });

const routesFor = (may: ReturnType<typeof requireStaff>) => ({
  list: createRoute({
    method: 'get',
    path,
    tags: ['Staff'],
    summary: 'Tells how many keys a product of the operator has left, in each of its lists',
    middleware: may('manageProducts'),
    request: { params },
    responses: { 200: ok(ownKeyListsSchema, 'Its lists'), ...problems(409) },
  }),
  load: createRoute({
    method: 'post',
    path,
    tags: ['Staff'],
    summary: 'Loads keys of a product of the operator, or says what would be loaded (dry_run)',
    description: 'As a shop loads those of its products (Product keys).',
    middleware: [may('manageProducts'), fileBodyOf(productKeysMaximumBytes), textOrJson] as const,
    request: {
      params,
      query: loadKeysQuery,
      body: {
        content: { 'application/json': { schema: newProductKeysSchema }, 'text/plain': { schema: z.string() } },
      },
    },
    responses: {
      200: ok(loadedProductKeysSchema, 'What was loaded, or would be'),
      ...problems(409),
    },
  }),
});

/** Keys of the operator's own products, which the staff load. */
export function mountStaffProductKeys(app: OpenAPIHono, deps: Deps) {
  const { db, refresh } = deps;
  const routes = routesFor(requireStaff(deps));

  app.openapi(routes.list, async (c) => {
    const { productId } = c.req.valid('param');
    return c.json({ lists: await readLists(db, productId, [await goodsOf(productId)]) }, 200);
  });

  app.openapi(routes.load, async (c) => {
    const { productId } = c.req.valid('param');
    const { edition, batch, dry_run: dryRun } = c.req.valid('query');
    const goods = await goodsOf(productId);
    const list = (await readLists(db, productId, [goods])).find((one) => one.edition === edition);
    if (!list)
      throw badRequest('The product is not sold as keys from a list of this edition: say so first, and save it.');
    const read = await readKeysBody(c, () => c.req.valid('json') as { keys: string[] });
    if (!read.ok) throw badRequest(read.reason);
    const by = c.var.staff.customer.userId;
    const given = {
      ...{ productId, edition, selectedOptions: list.selected_options },
      ...{ sellerId: null, actor: { kind: 'customer' } as const, by },
    };
    const outcome = await loadKeys(deps, given, read.keys, { batch, dryRun });
    if ('refused' in outcome) throw conflict(outcome.refused);
    if (!dryRun) await refresh();
    const duplicates = outcome.duplicates + read.duplicates;
    return c.json({ ...outcome, duplicates, dry_run: dryRun, lists: await readLists(db, productId, [goods]) }, 200);
  });

  async function goodsOf(productId: string) {
    const goods = isStorableText(productId) ? await findOperatorsGoods(db, productId) : null;
    if (!goods) throw notFound('There is no product of your own with this id.');
    return goods;
  }
}
