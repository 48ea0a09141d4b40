import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  libraryTokensSchema,
  madeLibraryTokenSchema,
  newLibraryTokenSchema,
} from '#contract/goods/library/library-token.schema.ts';
import { libraryTokenMaximum } from '#contract/goods/library/library-token.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { badRequest, conflict, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { listTokens, revokeToken } from './library-token.store.ts';
import { makeToken, toToken } from './library-tokens.ts';

const tags = ['Library'];

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  list: createRoute({
    method: 'get',
    path: '/library/token',
    tags,
    summary: "Lists the caller's library tokens",
    description: 'Those that are good first, then those that were revoked. No token is told again.',
    middleware: signedIn,
    responses: {
      200: ok(libraryTokensSchema, 'The tokens, without what they are recognized by'),
    },
  }),
  make: createRoute({
    method: 'post',
    path: '/library/token',
    tags,
    summary: 'Makes a token for programs that fetch what was bought',
    description:
      'It reads what the caller has bought, and nothing else, through the tools made for the Hugging Face Hub (HF_TOKEN). The answer has the token; nobody is told it again.',
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(newLibraryTokenSchema) },
    responses: { 201: ok(madeLibraryTokenSchema, 'The token'), ...problems(409) },
  }),
  revoke: createRoute({
    method: 'delete',
    path: '/library/token/{tokenId}',
    tags,
    summary: 'Revokes a token: it is good no more from that moment on',
    middleware: signedIn,
    request: { params: z.object({ tokenId: z.string() }) },
    responses: { 204: { description: 'It is good no more' }, ...problems(404) },
  }),
});

/** Routes of the tokens for programs of a buyer. */
export function mountLibraryTokens(app: OpenAPIHono, deps: { db: Db; authenticate: Authenticate; now: () => Date }) {
  const { db, now } = deps;
  const routes = routesBehind(requireCustomer(deps.authenticate));

  app.openapi(routes.list, async (c) => {
    const tokens = await listTokens(db, c.var.customer.userId);
    return c.json({ items: tokens.map(toToken) }, 200);
  });

  app.openapi(routes.make, async (c) => {
    const wanted = c.req.valid('json');
    if (wanted.expires_at !== null && new Date(wanted.expires_at) <= now())
      throw badRequest('expires_at must be in the future.');
    const made = await makeToken(db, c.var.customer.userId, wanted, now());
    if (!made)
      throw conflict(`There are at most ${libraryTokenMaximum} tokens at once. Revoke one that is not used any more.`);
    return c.json({ ...made.stored, token: made.token }, 201);
  });

  app.openapi(routes.revoke, async (c) => {
    const { tokenId } = c.req.valid('param');
    if (!isStorableText(tokenId) || !(await revokeToken(db, c.var.customer.userId, tokenId)))
      throw notFound('You have no token with this id.');
    return c.body(null, 204);
  });
}
