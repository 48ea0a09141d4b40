import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { madeSellerKeySchema, newSellerKeySchema, sellerKeysSchema } from '#contract/selling/seller-key.schema.ts';
import { keyMaximum } from '#contract/selling/seller-key.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { type Known, requireFreshSignIn } from '../../access/require-fresh-sign-in.ts';
import { type ForSeller, requireMember } from '../../access/require-member.ts';
import { badRequest, jsonContent, notFound, ok } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { listKeys } from './seller-key.store.ts';
import { makeKey, revokeKey, takeOverKey, toKey } from './seller-keys.ts';

const tags = ['Keys'];
const ofSeller = z.object({ sellerId: z.string() });
const ofKey = z.object({ sellerId: z.string(), keyId: z.string() });

const routesBehind = (owner: MiddlewareHandler<ForSeller>, fresh: MiddlewareHandler<Known>) => ({
  list: createRoute({
    method: 'get',
    path: '/seller/{sellerId}/key',
    tags,
    summary: 'Lists the keys of a shop',
    description: 'Those that are good first, then those that were revoked. No key is told again.',
    middleware: owner,
    request: { params: ofSeller },
    responses: {
      200: ok(sellerKeysSchema, 'The keys, without what they are recognized by'),
    },
  }),
  make: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/key',
    tags,
    summary: 'Makes a key for programs of the shop',
    description:
      'For an owner who has signed in within the last 15 minutes. The answer has the key; nobody is told it again.',
    middleware: [owner, fresh, ...jsonBody] as const,
    request: { params: ofSeller, body: jsonContent(newSellerKeySchema) },
    responses: { 201: ok(madeSellerKeySchema, 'The key') },
  }),
  takeOver: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/key/{keyId}/take-over',
    tags,
    summary: 'Takes a key over from whoever answers for it',
    description:
      'Whoever made it may leave the shop then, or do less in it: it goes on working. Asks for a sign-in of the last 15 minutes.',
    middleware: [owner, fresh] as const,
    request: { params: ofKey },
    responses: { 200: ok(sellerKeysSchema, 'The keys') },
  }),
  revoke: createRoute({
    method: 'delete',
    path: '/seller/{sellerId}/key/{keyId}',
    tags,
    summary: 'Revokes a key: it is good no more from that moment on',
    middleware: owner,
    request: { params: ofKey },
    responses: { 204: { description: 'It is good no more' } },
  }),
});

/** Keys by which programs of a shop say who they are. */
export function mountSellerKeys(app: OpenAPIHono, deps: { db: Db; authenticate: Authenticate; now: () => Date }) {
  const { db, now } = deps;
  const routes = routesBehind(requireMember(deps)('manageKeys'), requireFreshSignIn(now));

  app.openapi(routes.list, async (c) => {
    const keys = await listKeys(db, c.var.member.sellerId);
    return c.json({ items: keys.map(toKey) }, 200);
  });

  app.openapi(routes.make, async (c) => {
    const wanted = c.req.valid('json');
    if (wanted.expires_at !== null && new Date(wanted.expires_at) <= now())
      throw badRequest('expires_at must be in the future.');
    const { sellerState } = c.var.member;
    if (sellerState !== 'approved' && sellerState !== 'closing')
      throw new HTTPException(409, { message: `The shop is ${sellerState}: no key can be made for it.` });
    const made = await makeKey(db, c.var.member, wanted, now());
    if (!made)
      throw new HTTPException(409, { message: `A shop has at most ${keyMaximum} keys. Revoke one that is not used.` });
    return c.json({ ...made.stored, key: made.key }, 201);
  });

  app.openapi(routes.takeOver, async (c) => {
    const { keyId } = c.req.valid('param');
    const { member } = c.var;
    if (!isStorableText(keyId) || !(await takeOverKey(db, member, keyId)))
      throw notFound('The shop has no such key, or it is revoked.');
    return c.json({ items: (await listKeys(db, member.sellerId)).map(toKey) }, 200);
  });

  app.openapi(routes.revoke, async (c) => {
    const { keyId } = c.req.valid('param');
    if (!isStorableText(keyId) || !(await revokeKey(db, c.var.member, keyId)))
      throw notFound('The shop has no key with this id.');
    return c.body(null, 204);
  });
}
