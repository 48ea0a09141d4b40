import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  bulkAnswerSchema,
  bulkSchema,
  listingListSchema,
  listingSchema,
  listingSortSchema,
  newListingSchema,
  offerAnswerSchema,
  putDraftSchema,
  putOfferSchema,
  savedDraftSchema,
} from '#contract/selling/listing/listing.schema.ts';
import { draftMaximumBytes, listingStates } from '#contract/selling/listing/listing-labels.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import { type ForSellerOrKey, type MemberOrKey, requireMemberOrKey } from '../../access/require-member.ts';
import { badRequest, jsonContent, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody, jsonBodyOf } from '../../http/request-body.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { unknownListing } from './acting.ts';
import { changeMany } from './change-many.ts';
import { changeStatus, type StatusAction } from './change-status.ts';
import { createListing, discardDraft, saveDraft } from './draft/save-draft.ts';
import { submitListing, withdrawListing } from './draft/submit-listing.ts';
import { listShopsListings } from './list-listings.ts';
import {
  actingOf,
  checkedId,
  done,
  type ListingDeps,
  mayEdit,
  noListing,
  ofListing,
  ofSeller,
  tags,
} from './listing-answers.ts';
import { readListingCursor } from './listing-cursor.rules.ts';
import { changeOffers } from './offer/change-offers.ts';
import { readListing } from './read-listing.ts';

const base = '/seller/{sellerId}/listing';
const one = `${base}/{productId}`;
const editing = problems(400, 401, 404, 409, 413);

const listQuery = z.object({
  state: z.enum(listingStates, `must be one of ${listingStates.join(', ')}`).optional(),
  q: z
    .string()
    .max(200)
    .default('')
    .meta({ description: 'A part of the name (of three letters on; shorter: its beginning), or the whole id' }),
  sort: listingSortSchema.default('attention').meta({ description: "With '-' in front the other way round" }),
  after: z.string().max(5_000).optional().meta({ description: 'next_cursor of the page before' }),
  limit: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(100, 'must be at most 100')
    .default(50),
});

const standings = {
  pause: { path: 'pause', summary: 'Takes a product off sale for a while: at once' },
  resume: { path: 'resume', summary: 'Puts a paused product on sale again: at once' },
  archive: { path: 'archive', summary: 'Takes a product off sale for good; what waits of it is taken back' },
  restore: { path: 'restore-from-archive', summary: 'Takes a product out of the archive, as it was' },
} as const satisfies Record<StatusAction, { path: string; summary: string }>;

const routesBehind = (member: (action: KeyScope) => MiddlewareHandler<ForSellerOrKey>) => {
  const reads = { tags, middleware: member('readListings') };
  const edits = { tags };
  const edit = member('editListings');
  const statusRoute = (action: StatusAction) =>
    createRoute({
      method: 'post',
      path: `${one}/${standings[action].path}`,
      ...edits,
      middleware: edit,
      summary: standings[action].summary,
      request: { params: ofListing },
      responses: { 200: ok(listingSchema, 'It as it is now'), ...problems(409, 429) },
    });
  return {
    list: createRoute({
      method: 'get',
      path: base,
      ...reads,
      summary: "Lists a shop's products, as their seller sees them",
      description: 'As fast for a shop of 100,000 products as for one of 100: counts end at counted_up_to.',
      request: { params: ofSeller, query: listQuery },
      responses: { 200: ok(listingListSchema, 'A page of the list') },
    }),
    create: createRoute({
      method: 'post',
      path: base,
      ...edits,
      middleware: [edit, ...jsonBodyOf(draftMaximumBytes)] as const,
      summary: 'Creates a draft, empty, filled, or as a copy of another listing of the shop',
      description: 'The shop makes its id, of the name that it has now.',
      request: { params: ofSeller, body: jsonContent(newListingSchema) },
      responses: { 201: ok(listingSchema, 'The draft'), ...editing },
    }),
    read: createRoute({
      method: 'get',
      path: one,
      ...reads,
      summary: 'Reads a product as it would be submitted, and as it is on sale',
      request: { params: ofListing },
      responses: { 200: ok(listingSchema, 'The listing') },
    }),
    save: createRoute({
      method: 'put',
      path: `${one}/draft`,
      ...edits,
      middleware: [edit, ...jsonBodyOf(draftMaximumBytes)] as const,
      summary: 'Saves the draft',
      description:
        'Whole, but it may lack anything. Of a product that has been approved it is a change, and what is on sale goes on selling; price, sale and stock, also of the variants that there are, are left as they are (see offer). A draft that is as what is on sale is dropped. 409 with the newer draft in current where somebody else has saved one.',
      request: { params: ofListing, body: jsonContent(putDraftSchema) },
      responses: { 200: ok(savedDraftSchema, 'It is saved'), ...editing },
    }),
    discard: createRoute({
      method: 'delete',
      path: `${one}/draft`,
      ...edits,
      middleware: edit,
      summary: 'Throws the draft away; what was never approved is gone as a whole',
      request: { params: ofListing },
      responses: {
        200: ok(listingSchema, 'It as it is on sale'),
        204: { description: 'It is gone' },
        ...problems(409),
      },
    }),
    submit: createRoute({
      method: 'post',
      path: `${one}/submit`,
      ...edits,
      middleware: [edit, ...jsonBody] as const,
      summary: 'Asks for approval of the draft',
      description: 'What waited before is replaced. 409 with everything that is missing in current.missing.',
      request: {
        params: ofListing,
        body: jsonContent(
          z
            .strictObject({ revision: z.int('must be a whole number').min(0) })
            .meta({ id: 'SubmitListing', description: 'The revision of the draft that was seen' }),
        ),
      },
      responses: { 200: ok(listingSchema, 'It waits'), ...editing },
    }),
    withdraw: createRoute({
      method: 'post',
      path: `${one}/withdraw`,
      ...edits,
      middleware: edit,
      summary: 'Takes back what waits for approval; the draft stays',
      request: { params: ofListing },
      responses: { 200: ok(listingSchema, 'It as it is now'), ...problems(409) },
    }),
    offer: createRoute({
      method: 'put',
      path: `${one}/offer`,
      ...edits,
      middleware: [edit, ...jsonBody] as const,
      summary: 'Changes price, sale and stock of an approved product at once',
      description:
        'By the rules of an import. A price that changes by more than the operator lets, or with_draft, waits for approval.',
      request: { params: ofListing, body: jsonContent(putOfferSchema) },
      responses: { 200: ok(offerAnswerSchema, 'Before and after'), ...problems(429), ...editing },
    }),
    pause: statusRoute('pause'),
    resume: statusRoute('resume'),
    archive: statusRoute('archive'),
    restore: statusRoute('restore'),
    bulk: createRoute({
      method: 'post',
      path: `${base}/bulk`,
      ...edits,
      middleware: [edit, ...jsonBodyOf(draftMaximumBytes)] as const,
      summary: 'Does one thing with many products, or says what it would change (dry_run)',
      description:
        'What has changed of prices or stock is undone by sending it as offers, as the answer has it in before, with after as expected: where somebody has changed it since, or bought of it, it stays.',
      request: { params: ofSeller, body: jsonContent(bulkSchema) },
      responses: { 200: ok(bulkAnswerSchema, 'What became of each'), ...problems(429), ...editing },
    }),
  };
};

/** Products as their sellers see them: drafts, changes, prices. */
export function mountListings(app: OpenAPIHono, deps: ListingDeps) {
  const { db, allowWrite, priceWaitPercent, version } = deps;
  const routes = routesBehind(requireMemberOrKey(deps));

  async function listingNow(member: MemberOrKey, productId: string) {
    const listing = await readListing(actingOf(db, member), productId, { mayEdit: mayEdit(member) });
    if (!listing) throw noListing();
    return listing;
  }

  // Before {productId}, which would take their names for ids.
  app.openapi(routes.bulk, async (c) => {
    const { member } = c.var;
    const change = c.req.valid('json');
    if (!change.dry_run) await allowWrite(c, member.by);
    const ids = change.action === 'offers' ? change.offers.map((offer) => offer.product_id) : change.product_ids;
    if (!ids.every(isStorableText)) throw badRequest('product_ids must be valid text.');
    const answer = await changeMany(actingOf(db, member), change, { priceWaitPercent });
    if (!change.dry_run) await version.refresh();
    return c.json(answer, 200);
  });

  app.openapi(routes.list, async (c) => {
    const { after, limit, q, sort, state = null } = c.req.valid('query');
    const cursor = after ? readListingCursor(after, sort) : null;
    if (after && !cursor) throw badRequest('after is not a mark that a page of this list has told in this order.');
    if (!isStorableText(q)) throw badRequest('q must be valid text.');
    const asked = { state, keyword: q.trim(), sort, after: cursor, limit };
    return c.json(await listShopsListings({ db, sellerId: c.var.member.sellerId }, asked), 200);
  });

  app.openapi(routes.create, async (c) => {
    const { member } = c.var;
    const acting = actingOf(db, member);
    const given = c.req.valid('json');
    if (given.copy_of !== undefined) checkedId(given.copy_of);
    const { productId } = await done(await createListing(acting, given), { acting, member });
    return c.json(await listingNow(member, productId), 201);
  });

  app.openapi(routes.read, async (c) =>
    c.json(await listingNow(c.var.member, checkedId(c.req.valid('param').productId)), 200),
  );

  app.openapi(routes.save, async (c) => {
    const { member } = c.var;
    const acting = actingOf(db, member);
    const productId = checkedId(c.req.valid('param').productId);
    await done(await saveDraft(acting, productId, c.req.valid('json')), { acting, member, productId });
    const { revision, state, draft_state, unsent, missing, updated_at } = await listingNow(member, productId);
    return c.json({ revision, state, draft_state, unsent, missing, updated_at }, 200);
  });

  app.openapi(routes.discard, async (c) => {
    const { member } = c.var;
    const acting = actingOf(db, member);
    const productId = checkedId(c.req.valid('param').productId);
    const { isGone } = await done(await discardDraft(acting, productId), { acting, member, productId });
    return isGone ? c.body(null, 204) : c.json(await listingNow(member, productId), 200);
  });

  app.openapi(routes.submit, async (c) => {
    const { member } = c.var;
    const acting = actingOf(db, member);
    const productId = checkedId(c.req.valid('param').productId);
    const { revision } = c.req.valid('json');
    await done(await submitListing(acting, productId, revision), { acting, member, productId });
    return c.json(await listingNow(member, productId), 200);
  });

  app.openapi(routes.withdraw, async (c) => {
    const { member } = c.var;
    const acting = actingOf(db, member);
    const productId = checkedId(c.req.valid('param').productId);
    await done(await withdrawListing(acting, productId), { acting, member, productId });
    return c.json(await listingNow(member, productId), 200);
  });

  app.openapi(routes.offer, async (c) => {
    const { member } = c.var;
    const acting = actingOf(db, member);
    const productId = checkedId(c.req.valid('param').productId);
    await allowWrite(c, member.by);
    const outcomes = await changeOffers(acting, [{ productId, change: c.req.valid('json') }], { priceWaitPercent });
    const outcome = await done(outcomes.get(productId) ?? unknownListing, { acting, member, productId });
    await version.refresh();
    const { before, after, waits, warnings } = outcome;
    return c.json({ before, after, waits, warnings }, 200);
  });

  for (const action of ['pause', 'resume', 'archive', 'restore'] as const)
    app.openapi(routes[action], async (c) => {
      const { member } = c.var;
      const acting = actingOf(db, member);
      const productId = checkedId(c.req.valid('param').productId);
      await allowWrite(c, member.by);
      const outcomes = await changeStatus(acting, [productId], action);
      // An unchanged status counts as done.
      await done(outcomes.get(productId) ?? unknownListing, { acting, member, productId });
      await version.refresh();
      return c.json(await listingNow(member, productId), 200);
    });
}
