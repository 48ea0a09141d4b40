import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  loadedProductKeysSchema,
  newProductKeysSchema,
  ownProductKeysSchema,
  productKeysSchema,
} from '#contract/goods/product-key.schema.ts';
import { productKeyStates, productKeysAtOnce, productKeysMaximumBytes } from '#contract/goods/product-key.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../../access/require-active-seller.ts';
import { type ForSellerOrKey, requireMemberOrKey } from '../../access/require-member.ts';
import type { CatalogueVersion } from '../../catalogue/ports.ts';
import { badRequest, conflict, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { fileBodyOf } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { loadKeysQuery, readKeysBody, textOrJson } from './keys-body.ts';
import { type KeyLoading, loadKeys, removeKey } from './load-keys.ts';
import { type OwnKeys, readKeysOf, readOwnKeys } from './own-keys.ts';
import { listKeys } from './product-key.store.ts';
import { findOwnGoods, readLists, toListedKey } from './reach-keys.ts';
import { REVOKED_KEPT_SECONDS, type ReadRevoked, readRevoked } from './revoked-keys.ts';

const tags = ['Product keys'];
const ofProduct = z.object({ sellerId: z.string(), productId: z.string() });
const place = z
  .string()
  .regex(/^\d{1,15}$/, 'must be next of the page before')
  .optional()
  .meta({ description: 'next of the page before' });

const LISTED = 50;

type Deps = KeyLoading &
  OwnKeys &
  ReadRevoked & {
    authenticate: Authenticate;
    allowWrite: AllowWrite;
    /** Loaded keys can be bought at once. */
    version: CatalogueVersion;
  };

const routesBehind = (
  member: (action: KeyScope) => MiddlewareHandler<ForSellerOrKey>,
  signedIn: ReturnType<typeof requireCustomer>,
) => ({
  list: createRoute({
    method: 'get',
    path: '/seller/{sellerId}/listing/{productId}/key',
    tags,
    summary: 'Lists the keys of a product: how many are left, and what became of each',
    description: 'Newest first. Each is told by its beginning and end; the whole key is told to its buyer alone.',
    middleware: member('manageGoods'),
    request: {
      params: ofProduct,
      query: z.object({
        state: z.enum(productKeyStates, `must be among: ${productKeyStates.join(', ')}`).optional(),
        after: place,
      }),
    },
    responses: { 200: ok(productKeysSchema, 'The keys') },
  }),
  load: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/listing/{productId}/key',
    tags,
    summary: 'Loads keys of a product, or says what would be loaded (dry_run)',
    description: `As text with a key on each line, or as JSON; at most ${productKeysAtOnce} keys and 1 MB. They are given out in this order, each once. Those that the product has or had are left out. Who has waited for a key gets one before anybody can buy it.`,
    middleware: [
      member('manageGoods'),
      requireActiveSellerOrKey(),
      fileBodyOf(productKeysMaximumBytes),
      textOrJson,
    ] as const,
    request: {
      params: ofProduct,
      query: loadKeysQuery,
      body: {
        content: { 'application/json': { schema: newProductKeysSchema }, 'text/plain': { schema: z.string() } },
      },
    },
    responses: {
      200: ok(loadedProductKeysSchema, 'What was loaded, or would be'),
      ...problems(429),
    },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/seller/{sellerId}/listing/{productId}/key/{keyId}',
    tags,
    summary: 'Takes a key away that nobody has',
    middleware: [member('manageGoods'), requireActiveSellerOrKey()] as const,
    request: { params: ofProduct.extend({ keyId: z.string() }) },
    responses: { 204: { description: 'Nobody gets it' }, ...problems(429) },
  }),
  revoked: createRoute({
    method: 'get',
    path: '/goods/revoked-keys/{productId}',
    caching: 'own',
    tags: ['Goods'],
    summary: 'Lists the license tokens of a product that are not to be used any more',
    description:
      'For software that asks now and then (docs/goods/verify-a-key.md): a compact JSON Web Signature, by a key of GET /api/goods/keys, good for a day. `revoked` has the first 22 characters of the SHA-256 of each jti in base64url, without those that have ended by themselves.',
    request: { params: z.object({ productId: z.string().meta({ description: 'product_id' }) }) },
    responses: {
      200: { description: 'The signed list', content: { 'application/jwt': { schema: z.string() } } },
      304: { description: 'It is as it was (If-None-Match)' },
      ...problems(404),
    },
  }),
  own: createRoute({
    method: 'get',
    path: '/library/{entitlementId}/key',
    tags: ['Library'],
    summary: 'Lists the keys of something that was bought',
    description:
      'Whole, while what was bought is active; after a refund none is told, and since when they are revoked.',
    middleware: signedIn,
    request: { params: z.object({ entitlementId: z.string() }), query: z.object({ after: place }) },
    responses: { 200: ok(ownProductKeysSchema, 'The keys'), ...problems(404) },
  }),
});

/** Keys of products: their sellers load them, their buyers read them. */
export function mountProductKeys(app: OpenAPIHono, deps: Deps) {
  const { db, secrets, allowWrite, version } = deps;
  const routes = routesBehind(requireMemberOrKey(deps), requireCustomer(deps.authenticate));

  app.openapi(routes.list, async (c) => {
    const { productId } = c.req.valid('param');
    const { state, after } = c.req.valid('query');
    const said = await ownGoods(deps, c.var.member.sellerId, productId);
    const before = after === undefined ? null : Number(after);
    const rows = await listKeys(db, productId, { state: state ?? null, before, limit: LISTED + 1 });
    const page = rows.slice(0, LISTED);
    const items = page.map((key) => toListedKey(secrets, key));
    const next = rows.length > LISTED ? String(page.at(-1)?.place) : null;
    return c.json({ lists: await readLists(db, productId, said), items, next }, 200);
  });

  app.openapi(routes.load, async (c) => {
    const { sellerId, by } = c.var.member;
    const { productId } = c.req.valid('param');
    const { edition, batch, dry_run: dryRun } = c.req.valid('query');
    const said = await ownGoods(deps, sellerId, productId);
    await allowWrite(c, by);
    const list = (await readLists(db, productId, said)).find((one) => one.edition === edition);
    if (!list && edition !== '')
      throw badRequest('The product has no variant with keys of its own of this edition: see lists of its keys.');
    const read = await readKeysBody(c, () => c.req.valid('json') as { keys: string[] });
    if (!read.ok) throw badRequest(read.reason);
    const selectedOptions = list?.selected_options ?? [];
    const given = { productId, edition, selectedOptions, sellerId, actor: { kind: 'customer' } as const, by };
    const outcome = await loadKeys(deps, given, read.keys, { batch, dryRun });
    if ('refused' in outcome) throw conflict(outcome.refused);
    if (!dryRun) await version.refresh();
    const duplicates = outcome.duplicates + read.duplicates;
    return c.json({ ...outcome, duplicates, dry_run: dryRun, lists: await readLists(db, productId, said) }, 200);
  });

  app.openapi(routes.remove, async (c) => {
    const { sellerId, by } = c.var.member;
    const { productId, keyId } = c.req.valid('param');
    await ownGoods(deps, sellerId, productId);
    await allowWrite(c, by);
    const given = { productId, sellerId, actor: { kind: 'customer' } as const, by };
    const outcome = isStorableText(keyId) ? await removeKey(db, given, keyId) : null;
    if (!outcome) throw notFound('The product has no key with this id.');
    if (!outcome.removed) throw conflict('Somebody has this key already: it cannot be taken away.');
    await version.refresh();
    return c.body(null, 204);
  });

  app.openapi(routes.revoked, async (c) => {
    const { productId } = c.req.valid('param');
    const list = isStorableText(productId) ? await readRevoked(deps, productId) : null;
    if (!list) throw notFound('There is no product with this id.');
    c.header('cache-control', `public, max-age=${REVOKED_KEPT_SECONDS}`);
    c.header('etag', list.etag);
    if (c.req.header('if-none-match') === list.etag) return c.body(null, 304);
    return c.body(await list.sign(), 200, { 'content-type': 'application/jwt' });
  });

  app.openapi(routes.own, async (c) => {
    const { entitlementId } = c.req.valid('param');
    const who = { accountId: c.var.customer.userId, entitlementId };
    const page = { after: Number(c.req.valid('query').after ?? 0), limit: readKeysOf };
    const keys = isStorableText(entitlementId) ? await readOwnKeys(deps, who, page) : null;
    if (!keys) throw notFound('You have bought no keys with this id.');
    return c.json(keys, 200);
  });
}

async function ownGoods({ db }: Deps, sellerId: string, productId: string) {
  const said = isStorableText(productId) ? await findOwnGoods(db, sellerId, productId) : null;
  if (!said) throw notFound('The shop has no product with this id.');
  return said;
}
