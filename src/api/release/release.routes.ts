import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import {
  newReleaseSchema,
  putReleaseFileSchema,
  putReleaseSchema,
  releaseListSchema,
  releaseSchema,
} from '#contract/release.schema.ts';
import { pathMaximum } from '#contract/release.ts';
import type { KeyScope } from '#contract/seller-key.ts';
import type { Authenticate } from '../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../access/require-active-seller.ts';
import { type ForSellerOrKey, requireMemberOrKey } from '../access/require-member.ts';
import type { Db } from '../db.ts';
import { bearerOrKey, jsonContent, notFound, ok, problems } from '../http/answers.ts';
import { jsonBody } from '../http/request-body.ts';
import { findListing } from '../listing/listing.store.ts';
import { isStorableText } from '../product/search-text.rules.ts';
import { type Completing, completeRelease } from './complete-release.ts';
import {
  createRelease,
  discardRelease,
  type NotDone,
  noRelease,
  putFile,
  removeFile,
  saveRelease,
} from './manage-releases.ts';
import { readRelease, readReleases } from './read-release.ts';

const base = '/seller/{sellerId}/listing/{productId}/release';
const one = `${base}/{releaseId}`;
const ofProduct = z.object({
  sellerId: z.string().meta({ description: 'seller_id' }),
  productId: z.string().meta({ description: 'product_id' }),
});
const ofRelease = ofProduct.extend({ releaseId: z.string().meta({ description: 'release_id' }) });
const tags = ['Releases'];
const editing = problems(400, 401, 404, 409, 413, 503);

const routesBehind = (member: (action: KeyScope) => MiddlewareHandler<ForSellerOrKey>) => {
  const reads = { tags, security: bearerOrKey, middleware: member('readListings') };
  const edits = { tags, security: bearerOrKey };
  const edit = member('editListings');
  const active = requireActiveSellerOrKey();
  return {
    list: createRoute({
      method: 'get',
      path: base,
      ...reads,
      summary: 'The releases of a product, newest first',
      request: { params: ofProduct },
      responses: { 200: ok(releaseListSchema, 'All of them'), ...problems(401, 404, 503) },
    }),
    create: createRoute({
      method: 'post',
      path: base,
      ...edits,
      middleware: [edit, active, ...jsonBody] as const,
      summary: 'A new draft of a release, without files',
      description: 'Files come by the tus protocol to /api/seller/{sellerId}/upload.',
      request: { params: ofProduct, body: jsonContent(newReleaseSchema) },
      responses: { 201: ok(releaseSchema, 'The draft'), ...editing },
    }),
    read: createRoute({
      method: 'get',
      path: one,
      ...reads,
      summary: 'A release with its files, and what is missing of a draft',
      request: { params: ofRelease },
      responses: { 200: ok(releaseSchema, 'The release'), ...problems(401, 404, 503) },
    }),
    save: createRoute({
      method: 'put',
      path: one,
      ...edits,
      middleware: [edit, active, ...jsonBody] as const,
      summary: 'Changes the version and the notes of a draft',
      request: { params: ofRelease, body: jsonContent(putReleaseSchema) },
      responses: { 200: ok(releaseSchema, 'The draft'), ...editing },
    }),
    discard: createRoute({
      method: 'delete',
      path: one,
      ...edits,
      middleware: [edit, active] as const,
      summary: 'Throws a draft away, with the uploads that are under way',
      request: { params: ofRelease },
      responses: { 204: { description: 'It is gone' }, ...problems(401, 404, 409, 503) },
    }),
    putFile: createRoute({
      method: 'put',
      path: `${one}/file`,
      ...edits,
      middleware: [edit, active, ...jsonBody] as const,
      summary: 'Says what of a file everybody may see, or takes over a file of another release',
      request: { params: ofRelease, body: jsonContent(putReleaseFileSchema) },
      responses: { 200: ok(releaseSchema, 'The draft'), ...editing },
    }),
    removeFile: createRoute({
      method: 'delete',
      path: `${one}/file`,
      ...edits,
      middleware: [edit, active] as const,
      summary: 'Takes a file out of a draft',
      request: { params: ofRelease, query: z.object({ path: z.string().max(pathMaximum * 2) }) },
      responses: { 200: ok(releaseSchema, 'The draft'), ...problems(400, 401, 404, 409, 503) },
    }),
    complete: createRoute({
      method: 'post',
      path: `${one}/complete`,
      ...edits,
      middleware: [edit, active] as const,
      summary: 'Makes a draft a release that never changes, and signs it',
      description: '409 says what is missing: a file that has not arrived, is being scanned, or was refused.',
      request: { params: ofRelease },
      responses: { 200: ok(releaseSchema, 'The release'), ...problems(401, 404, 409, 503) },
    }),
  };
};

export type ReleaseDeps = { db: Db; authenticate: Authenticate; completing: Completing };

/** What sellers do with releases of their products. */
export function mountReleases(app: OpenAPIHono, deps: ReleaseDeps) {
  const { db, completing } = deps;
  const { isScanning } = completing;
  const routes = routesBehind(requireMemberOrKey(deps));

  const ownOf = (sellerId: string, { productId, releaseId }: { productId: string; releaseId: string }) => {
    if (!isStorableText(productId) || !isStorableText(releaseId)) throw refused(noRelease);
    return { sellerId, productId, releaseId };
  };

  async function released(own: ReturnType<typeof ownOf>) {
    const release = await readRelease(db, own, { isScanning });
    if (!release) throw refused(noRelease);
    return release;
  }

  app.openapi(routes.list, async (c) => {
    const { sellerId } = c.var.member;
    const { productId } = c.req.valid('param');
    if (!isStorableText(productId) || !(await findListing(db, sellerId, productId)))
      throw notFound('Your shop has no product with this id.');
    return c.json({ items: await readReleases(db, { sellerId, productId }) }, 200);
  });

  app.openapi(routes.create, async (c) => {
    const { sellerId } = c.var.member;
    const { productId } = c.req.valid('param');
    if (!isStorableText(productId)) throw notFound('Your shop has no product with this id.');
    const { releaseId } = done(await createRelease(db, { sellerId, productId }, c.req.valid('json')));
    return c.json(await released({ sellerId, productId, releaseId }), 201);
  });

  app.openapi(routes.read, async (c) => {
    return c.json(await released(ownOf(c.var.member.sellerId, c.req.valid('param'))), 200);
  });

  app.openapi(routes.save, async (c) => {
    const own = ownOf(c.var.member.sellerId, c.req.valid('param'));
    done(await saveRelease(db, own, c.req.valid('json')));
    return c.json(await released(own), 200);
  });

  app.openapi(routes.discard, async (c) => {
    done(await discardRelease(db, ownOf(c.var.member.sellerId, c.req.valid('param'))));
    return c.body(null, 204);
  });

  app.openapi(routes.putFile, async (c) => {
    const own = ownOf(c.var.member.sellerId, c.req.valid('param'));
    done(await putFile(db, own, c.req.valid('json')));
    return c.json(await released(own), 200);
  });

  app.openapi(routes.removeFile, async (c) => {
    const own = ownOf(c.var.member.sellerId, c.req.valid('param'));
    done(await removeFile(db, own, c.req.valid('query').path));
    return c.json(await released(own), 200);
  });

  app.openapi(routes.complete, async (c) => {
    const own = ownOf(c.var.member.sellerId, c.req.valid('param'));
    done(await completeRelease(completing, own));
    return c.json(await released(own), 200);
  });
}

function refused({ notDone: { status, message } }: NotDone): HTTPException {
  return new HTTPException(status, { message });
}

function done<T extends object>(outcome: T | NotDone): T {
  if ('notDone' in outcome) throw refused(outcome);
  return outcome;
}
