import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import {
  newReleaseSchema,
  putReleaseFileSchema,
  putReleaseSchema,
  releaseListSchema,
  releaseSchema,
} from '#contract/goods/release.schema.ts';
import { pathMaximum } from '#contract/goods/release.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../../access/require-active-seller.ts';
import { type ForSellerOrKey, requireMemberOrKey } from '../../access/require-member.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { jsonContent, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { type Completing, completeRelease } from './complete-release.ts';
import {
  createRelease,
  discardRelease,
  hasProduct,
  type NotDone,
  noProduct,
  noRelease,
  putFile,
  removeFile,
  saveRelease,
} from './manage-releases.ts';
import { readRelease, readReleases } from './read-release.ts';

/** Where releases are kept, and for whom. */
type Place = {
  base: '/seller/{sellerId}/listing/{productId}/release' | '/admin/product/{productId}/release';
  ofProduct: z.ZodObject<{ productId: z.ZodString }>;
  common: { tags: string[] };
  reads: MiddlewareHandler;
  edits: MiddlewareHandler[];
  /** Null: the operator, of whose own products the staff keep the releases. */
  ownerOf: (c: Context) => string | null;
};

const productId = z.string().meta({ description: 'product_id' });
const editing = problems(400, 401, 404, 409, 413);

const routesAt = ({ base, ofProduct, common, reads: middleware, edits }: Place) => {
  const one = `${base}/{releaseId}` as const;
  const ofRelease = ofProduct.extend({ releaseId: z.string().meta({ description: 'release_id' }) });
  const reads = { ...common, middleware };
  return {
    list: createRoute({
      method: 'get',
      path: base,
      ...reads,
      summary: 'Lists the releases of a product, newest first',
      request: { params: ofProduct },
      responses: { 200: ok(releaseListSchema, 'All of them'), ...problems(409) },
    }),
    create: createRoute({
      method: 'post',
      path: base,
      ...common,
      middleware: [...edits, ...jsonBody],
      summary: 'Creates a draft of a release, without files',
      description: `Files come by the tus protocol to ${base.startsWith('/admin') ? '/api/admin/upload' : '/api/seller/{sellerId}/upload'}.`,
      request: { params: ofProduct, body: jsonContent(newReleaseSchema) },
      responses: { 201: ok(releaseSchema, 'The draft'), ...editing },
    }),
    read: createRoute({
      method: 'get',
      path: one,
      ...reads,
      summary: 'Reads a release with its files, and what is missing of a draft',
      request: { params: ofRelease },
      responses: { 200: ok(releaseSchema, 'The release'), ...problems(409) },
    }),
    save: createRoute({
      method: 'put',
      path: one,
      ...common,
      middleware: [...edits, ...jsonBody],
      summary: 'Changes the version and the notes of a draft',
      request: { params: ofRelease, body: jsonContent(putReleaseSchema) },
      responses: { 200: ok(releaseSchema, 'The draft'), ...editing },
    }),
    discard: createRoute({
      method: 'delete',
      path: one,
      ...common,
      middleware: edits,
      summary: 'Throws a draft away, with the uploads that are under way',
      request: { params: ofRelease },
      responses: { 204: { description: 'It is gone' }, ...problems(409) },
    }),
    putFile: createRoute({
      method: 'put',
      path: `${one}/file`,
      ...common,
      middleware: [...edits, ...jsonBody],
      summary: 'Says what of a file everybody may see, or takes over a file of another release',
      request: { params: ofRelease, body: jsonContent(putReleaseFileSchema) },
      responses: { 200: ok(releaseSchema, 'The draft'), ...editing },
    }),
    removeFile: createRoute({
      method: 'delete',
      path: `${one}/file`,
      ...common,
      middleware: edits,
      summary: 'Takes a file out of a draft',
      request: { params: ofRelease, query: z.object({ path: z.string().max(pathMaximum * 2) }) },
      responses: { 200: ok(releaseSchema, 'The draft'), ...problems(409) },
    }),
    complete: createRoute({
      method: 'post',
      path: `${one}/complete`,
      ...common,
      middleware: edits,
      summary: 'Makes a draft a release that never changes, and signs it',
      description:
        '409 says what is missing: a file that has not arrived, is being scanned, or was refused. 503: a file could not be read just now.',
      request: { params: ofRelease },
      responses: { 200: ok(releaseSchema, 'The release'), ...problems(409) },
    }),
  };
};

type ReleaseDeps = { db: Db; authenticate: Authenticate; completing: Completing };

/** Routes of sellers for releases of their products, and of the staff for those of the operator's own. */
export function mountReleases(app: OpenAPIHono, deps: ReleaseDeps) {
  const member = requireMemberOrKey(deps);
  mountAt(app, deps, {
    base: '/seller/{sellerId}/listing/{productId}/release',
    ofProduct: z.object({ sellerId: z.string().meta({ description: 'seller_id' }), productId }),
    common: { tags: ['Releases'] },
    reads: member('readListings'),
    edits: [member('editListings'), requireActiveSellerOrKey()],
    ownerOf: (c: Context<ForSellerOrKey>) => c.var.member.sellerId,
  });
  const staff = requireStaff(deps)('manageProducts');
  mountAt(app, deps, {
    base: '/admin/product/{productId}/release',
    ofProduct: z.object({ productId }),
    common: { tags: ['Staff'] },
    reads: staff,
    edits: [staff],
    ownerOf: () => null,
  });
}

function mountAt(app: OpenAPIHono, { db, completing }: ReleaseDeps, place: Place) {
  const { isScanning } = completing;
  const { ownerOf } = place;
  const routes = routesAt(place);

  const ownOf = (sellerId: string | null, { productId, releaseId }: { productId: string; releaseId: string }) => {
    if (!isStorableText(productId) || !isStorableText(releaseId)) throw refused(noRelease);
    return { sellerId, productId, releaseId };
  };

  async function released(own: ReturnType<typeof ownOf>) {
    const release = await readRelease(db, own, { isScanning });
    if (!release) throw refused(noRelease);
    return release;
  }

  app.openapi(routes.list, async (c) => {
    const sellerId = ownerOf(c);
    const { productId } = c.req.valid('param');
    if (!isStorableText(productId) || !(await hasProduct(db, { sellerId, productId }))) throw refused(noProduct);
    return c.json({ items: await readReleases(db, { sellerId, productId }) }, 200);
  });

  app.openapi(routes.create, async (c) => {
    const sellerId = ownerOf(c);
    const { productId } = c.req.valid('param');
    if (!isStorableText(productId)) throw refused(noProduct);
    const { releaseId } = done(await createRelease(db, { sellerId, productId }, c.req.valid('json')));
    return c.json(await released({ sellerId, productId, releaseId }), 201);
  });

  app.openapi(routes.read, async (c) => {
    return c.json(await released(ownOf(ownerOf(c), c.req.valid('param'))), 200);
  });

  app.openapi(routes.save, async (c) => {
    const own = ownOf(ownerOf(c), c.req.valid('param'));
    done(await saveRelease(db, own, c.req.valid('json')));
    return c.json(await released(own), 200);
  });

  app.openapi(routes.discard, async (c) => {
    done(await discardRelease(db, ownOf(ownerOf(c), c.req.valid('param'))));
    return c.body(null, 204);
  });

  app.openapi(routes.putFile, async (c) => {
    const own = ownOf(ownerOf(c), c.req.valid('param'));
    done(await putFile(db, own, c.req.valid('json')));
    return c.json(await released(own), 200);
  });

  app.openapi(routes.removeFile, async (c) => {
    const own = ownOf(ownerOf(c), c.req.valid('param'));
    done(await removeFile(db, own, c.req.valid('query').path));
    return c.json(await released(own), 200);
  });

  app.openapi(routes.complete, async (c) => {
    const own = ownOf(ownerOf(c), c.req.valid('param'));
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
