import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  libraryEntryDetailSchema,
  libraryPageSchema,
  libraryReleaseFilesSchema,
  libraryStatesSchema,
  statesAtOnce,
} from '#contract/goods/library/library.schema.ts';
import { libraryKinds } from '#contract/goods/library/library.ts';
import { manifestFile } from '#contract/goods/manifest.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, pageQuery } from '../../http/list-page.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { type Reader, readLibrary, readLibraryEntry, readLibraryManifest, readLibraryRelease } from './read-library.ts';
import { readStates, type StateReaders } from './read-states.ts';

type Deps = Reader & { authenticate: Authenticate; states: StateReaders };

const tags = ['Library'];
const storable = (text: string) => isStorableText(text);
const ofEntitlement = z.object({ entitlementId: z.string().meta({ description: 'entitlement_id' }) });
const ofRelease = ofEntitlement.extend({ releaseId: z.string().meta({ description: 'release_id' }) });
const nothingHere = 'You have no such thing in your library.';

/** Routes of a buyer's library. Other names under /library are mounted before: an entitlement's id comes in that place. */
export function mountLibrary(app: OpenAPIHono, { authenticate, states, ...reader }: Deps) {
  const routes = routesBehind(authenticate);

  app.openapi(routes.list, async (c) => {
    const { kind = null, q, after, limit } = c.req.valid('query');
    const page = { kind, text: q.trim(), after: cursorOf(after), limit };
    return c.json(await readLibrary(reader, c.var.customer.userId, page), 200);
  });

  app.openapi(routes.states, async (c) => {
    const ids = c.req.valid('query').of.split(',').filter(isStorableText);
    return c.json({ items: await readStates({ db: reader.db, states }, c.var.customer.userId, ids) }, 200);
  });

  app.openapi(routes.one, async (c) => {
    const { entitlementId } = c.req.valid('param');
    const found = isStorableText(entitlementId)
      ? await readLibraryEntry(reader, c.var.customer.userId, entitlementId)
      : null;
    if (!found) throw notFound(nothingHere);
    return c.json(found, 200);
  });

  app.openapi(routes.release, async (c) => {
    const { entitlementId, releaseId } = c.req.valid('param');
    const { after } = c.req.valid('query');
    const isThere = isStorableText(entitlementId) && isStorableText(releaseId);
    const asked = { entitlementId, releaseId, after: after || null };
    const found = isThere ? await readLibraryRelease(reader, c.var.customer.userId, asked) : null;
    if (!found) throw notFound(nothingHere);
    return c.json(found, 200);
  });

  app.openapi(routes.manifest, async (c) => {
    const { entitlementId, releaseId } = c.req.valid('param');
    const isThere = isStorableText(entitlementId) && isStorableText(releaseId);
    const asked = { entitlementId, releaseId };
    const found = isThere ? await readLibraryManifest(reader, c.var.customer.userId, asked) : null;
    if (!found) throw notFound(nothingHere);
    c.header('content-disposition', `attachment; filename="${manifestFile}"`);
    return c.json(found, 200);
  });
}

function routesBehind(authenticate: Authenticate) {
  const middleware = requireCustomer(authenticate);
  return {
    list: createRoute({
      method: 'get',
      path: '/library',
      tags,
      summary: 'Lists what the caller has bought or was given, newest first',
      description: 'What is refunded or has ended stays in it, and says so.',
      middleware,
      request: {
        query: z.object({
          kind: z
            .enum(libraryKinds, `must be one of ${libraryKinds.join(', ')}`)
            .optional()
            .meta({
              description: "What it must have; 'hand': what is delivered by hand",
            }),
          q: z
            .string()
            .max(200, 'must be at most 200 characters')
            .refine(storable, 'must be valid text')
            .default('')
            .meta({
              description: 'In the name of the product, of its shop, or of a file of the version that was bought',
            }),
          ...pageQuery({ usual: 20, most: 100 }),
          after: z.string().max(500).optional().meta({ description: 'next_cursor of the page before' }),
        }),
      },
      responses: { 200: ok(libraryPageSchema, 'A page of it') },
    }),
    states: createRoute({
      method: 'get',
      path: '/library/state',
      tags,
      summary: 'Lists the keys, access and hours of several things that were bought',
      description:
        'For a page that shows many: the same as each of them tells alone. What the caller does not have is left out.',
      middleware,
      request: {
        query: z.object({
          of: z
            .string()
            .max(10_000, 'must be at most 10,000 characters')
            .refine(
              (text) => text.split(',').length <= statesAtOnce,
              `must name at most ${statesAtOnce} things at once`,
            )
            .meta({ description: 'entitlement_id of each, with commas', example: '7QK2M9XTB4HW-0,7QK2M9XTB4HW-1' }),
        }),
      },
      responses: { 200: ok(libraryStatesSchema, 'How they stand') },
    }),
    one: createRoute({
      method: 'get',
      path: '/library/{entitlementId}',
      tags,
      summary: 'Reads one thing that was bought: its versions, and the files of the newest one',
      middleware,
      request: { params: ofEntitlement },
      responses: { 200: ok(libraryEntryDetailSchema, 'The thing'), ...problems(404) },
    }),
    release: createRoute({
      method: 'get',
      path: '/library/{entitlementId}/release/{releaseId}',
      tags,
      summary: 'Lists the files of one version that the caller has',
      middleware,
      request: {
        params: ofRelease,
        query: z.object({
          after: z
            .string()
            .max(2_000, 'must be at most 2,000 characters')
            .refine(storable, 'must be valid text')
            .optional()
            .meta({ description: 'next_cursor of the page before' }),
        }),
      },
      responses: { 200: ok(libraryReleaseFilesSchema, 'Its files'), ...problems(404) },
    }),
    manifest: createRoute({
      method: 'get',
      path: '/library/{entitlementId}/release/{releaseId}/manifest',
      tags,
      summary: 'Reads the signed list of the files of one version',
      description:
        'A Sigstore bundle by OpenSSF Model Signing. GET /api/goods/keys has the keys that it is verified with.',
      middleware,
      request: { params: ofRelease },
      responses: { 200: ok(z.looseObject({}), 'The manifest, as a file'), ...problems(404) },
    }),
  };
}
