import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { publishedKeysSchema } from '#contract/goods/signing-key.schema.ts';
import { notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { findSigningKey, listSigningKeys } from './signing-key.store.ts';
import { toPublishedKey } from './signing-keys.ts';

const tags = ['Goods'];

const routes = {
  list: createRoute({
    method: 'get',
    path: '/goods/keys',
    caching: 'streamed',
    tags,
    summary: 'Lists the keys that the shop signs goods with',
    description:
      'A JSON Web Key Set, the newest key first, with those that sign no more. Manifests of releases and license tokens name their key by its kid.',
    responses: { 200: ok(publishedKeysSchema, 'The keys; none where nothing was signed yet') },
  }),
  one: createRoute({
    method: 'get',
    path: '/goods/keys/{file}',
    caching: 'streamed',
    tags,
    summary: 'Reads one of the keys as PEM',
    request: { params: z.object({ file: z.string().meta({ description: 'The kid, and .pem' }) }) },
    responses: {
      200: { description: 'The public key', content: { 'application/x-pem-file': { schema: z.string() } } },
      ...problems(404),
    },
  }),
};

/** Keys that buyers and programs verify with: they need no account for it. */
export function mountSigningKeys(app: OpenAPIHono, { db }: { db: Db }) {
  app.openapi(routes.list, async (c) => {
    const keys = await listSigningKeys(db);
    return c.json({ keys: keys.map(toPublishedKey) }, 200);
  });

  app.openapi(routes.one, async (c) => {
    const [, keyId] = c.req.valid('param').file.match(/^([0-9a-f]{64})\.pem$/) ?? [];
    const key = keyId ? await findSigningKey(db, keyId) : null;
    if (!key) throw notFound('The shop has no key with this name. GET /api/goods/keys lists them.');
    return c.body(key.public_pem, 200, { 'content-type': 'application/x-pem-file' });
  });
}
