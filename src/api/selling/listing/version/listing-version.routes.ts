import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  listingDifferencesSchema,
  listingSchema,
  listingVersionSchema,
  listingVersionsSchema,
} from '#contract/selling/listing/listing.schema.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import { type ForSellerOrKey, requireMemberOrKey } from '../../../access/require-member.ts';
import { notFound, ok, problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import {
  actingOf,
  checkedId,
  done,
  type ListingDeps,
  mayEdit,
  noListing,
  ofListing,
  tags,
} from '../listing-answers.ts';
import { readListing } from '../read-listing.ts';
import { readDifference, readVersion, readVersions, restoreVersion } from './versions.ts';

const one = '/seller/{sellerId}/listing/{productId}';

const number = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(2_000_000_000, 'must be smaller');
const ofVersion = ofListing.extend({ version: number });
const versionName = z
  .union([z.literal('draft'), number])
  .meta({ description: 'A version, or draft: as it would be submitted' });

const routesBehind = (member: (action: KeyScope) => MiddlewareHandler<ForSellerOrKey>) => {
  const reads = { tags, middleware: member('readListings') };
  return {
    list: createRoute({
      method: 'get',
      path: `${one}/version`,
      ...reads,
      summary: 'Lists the approved versions of a product, newest first',
      request: { params: ofListing, query: z.object({ after: number.optional() }) },
      responses: { 200: ok(listingVersionsSchema, 'A page of them') },
    }),
    read: createRoute({
      method: 'get',
      path: `${one}/version/{version}`,
      ...reads,
      summary: 'Reads a product as it was approved once',
      request: { params: ofVersion },
      responses: { 200: ok(listingVersionSchema, 'The version'), ...problems(400) },
    }),
    difference: createRoute({
      method: 'get',
      path: `${one}/difference`,
      ...reads,
      summary: 'Tells what differs between two versions, or one and the draft',
      request: { params: ofListing, query: z.object({ from: versionName, to: versionName }) },
      responses: { 200: ok(listingDifferencesSchema, 'Field by field') },
    }),
    restore: createRoute({
      method: 'post',
      path: `${one}/version/{version}/restore`,
      tags,
      middleware: member('editListings'),
      summary: 'Writes an approved version into the draft, to be submitted as a change',
      description: 'In the place of what was written. Price, sale and stock stay as they are now.',
      request: { params: ofVersion },
      responses: { 200: ok(listingSchema, 'It as it would be submitted'), ...problems(400, 409) },
    }),
  };
};

/** The history of a product. */
export function mountListingVersions(app: OpenAPIHono, deps: Pick<ListingDeps, 'db' | 'authenticate'>) {
  const { db } = deps;
  const routes = routesBehind(requireMemberOrKey(deps));
  const noVersion = () => notFound('The product has no such version.');

  app.openapi(routes.list, async (c) => {
    const { sellerId } = c.var.member;
    const { productId } = c.req.valid('param');
    const versions = await readVersions({ db, sellerId }, checkedId(productId), c.req.valid('query').after ?? null);
    if (!versions) throw noListing();
    return c.json(versions, 200);
  });

  app.openapi(routes.read, async (c) => {
    const { sellerId } = c.var.member;
    const { productId, version } = c.req.valid('param');
    const found = await readVersion({ db, sellerId }, checkedId(productId), version);
    if (!found) throw noVersion();
    return c.json(found, 200);
  });

  app.openapi(routes.difference, async (c) => {
    const { sellerId } = c.var.member;
    const { productId } = c.req.valid('param');
    const found = await readDifference({ db, sellerId }, checkedId(productId), c.req.valid('query'));
    if (!found) throw noVersion();
    return c.json(found, 200);
  });

  app.openapi(routes.restore, async (c) => {
    const { member } = c.var;
    const acting = actingOf(db, member);
    const { productId, version } = c.req.valid('param');
    checkedId(productId);
    await done(await restoreVersion(acting, productId, version), { acting, member, productId });
    const listing = await readListing(acting, productId, { mayEdit: mayEdit(member) });
    if (!listing) throw noListing();
    return c.json(listing, 200);
  });
}
