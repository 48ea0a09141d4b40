import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { listingImportSchema } from '#contract/selling/listing/listing.schema.ts';
import { importMaximumBytes, importMaximumRows } from '#contract/selling/listing/listing-labels.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import { createAdmission } from '#platform/http/door/admission.ts';
import { requireApprovedOnce } from '../../../access/require-active-seller.ts';
import { type ForSellerOrKey, requireMemberOrKey } from '../../../access/require-member.ts';
import { badRequest, ok, problems, streamed } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import { tooManyAtOnce } from '../../../http/refusal-answer.ts';
import { fileBodyOf } from '../../../http/request-body.ts';
import { actingOf, done, type ListingDeps, ofSeller, tags } from '../listing-answers.ts';
import { exportListings } from './export-listings.ts';
import { importListings, type ReadItems } from './import-listings.ts';

/** Files that are read at once: one of each shop, whose next one waits until those of others had their turn. */
const READING = { atOnce: 2, inLine: 30, share: { atOnce: 1, inLine: 2 }, patience: 200 };
const RETRY_SECONDS = 5;
const busy = 'Other files are imported at the moment. Try again in a few seconds.';

const file = z.string().meta({ format: 'binary' });
const formats = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const;

const routesBehind = (member: (action: KeyScope) => MiddlewareHandler<ForSellerOrKey>) => ({
  import: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/listing/import',
    tags,
    summary: 'Imports a CSV or JSONL file of own products, or says what it would change (dry_run)',
    description: `In the format of docs/catalogue.md, at most ${importMaximumRows} rows. New products become drafts. Of those that are approved price, sale and stock change at once, and the rest becomes a draft to be submitted. A row without product_id is of a new product; an id that is not the shop's own is refused.`,
    middleware: [
      member('editListings'),
      requireApprovedOnce<ForSellerOrKey>(),
      fileBodyOf(importMaximumBytes),
    ] as const,
    request: {
      params: ofSeller,
      query: z.object({ dry_run: z.stringbool('must be true or false').default(false) }),
      body: { required: true, content: { 'text/csv': { schema: file }, 'application/x-ndjson': { schema: file } } },
    },
    responses: {
      200: ok(listingImportSchema, 'What became of the rows, or would'),
      ...problems(429),
    },
  }),
  export: createRoute({
    method: 'get',
    path: '/seller/{sellerId}/listing/export',
    tags,
    summary: "Reads all of a shop's products as a file, as they would be submitted",
    description: 'Importing it again changes nothing. A draft without a name, a category or a price is left out.',
    middleware: member('readListings'),
    request: {
      params: ofSeller,
      query: z.object({ format: z.enum(['csv', 'jsonl'], 'must be csv or jsonl').default('csv') }),
    },
    responses: {
      200: {
        description: 'The file',
        content: { 'text/csv': { schema: file }, 'application/x-ndjson': { schema: file } },
      },
    },
  }),
});

/** Files of a shop's products. */
export function mountListingFiles(app: OpenAPIHono, deps: ListingDeps & { readItems: ReadItems }) {
  const { db, allowWrite, priceWaitPercent, readItems, version } = deps;
  const routes = routesBehind(requireMemberOrKey(deps));
  const reading = createAdmission(READING);

  app.openapi(routes.import, async (c) => {
    const { member } = c.var;
    const acting = actingOf(db, member);
    const { dry_run: isDryRun } = c.req.valid('query');
    if (!isDryRun) await allowWrite(c, member.by);
    const body = c.req.raw.body;
    if (!body) throw badRequest('The body must be the file.');
    const options = { priceWaitPercent, isDryRun, readItems };
    const outcome = await reading.run<Awaited<ReturnType<typeof importListings>> | null>({
      key: member.sellerId,
      work: () => importListings(acting, body, options),
      refused: () => null,
    });
    if (!outcome) throw tooManyAtOnce(busy, RETRY_SECONDS);
    if ('refusedFile' in outcome) throw badRequest(outcome.refusedFile);
    const { imported } = await done(outcome, { acting, member });
    if (!isDryRun) await version.refresh();
    return c.json(imported, 200);
  });

  app.openapi(routes.export, async (c) => {
    const { format } = c.req.valid('query');
    const { sellerId } = c.var.member;
    return c.body(streamed(exportListings({ db, sellerId }, format)), 200, {
      'content-type': formats[format],
      'content-disposition': `attachment; filename="products.${format}"`,
    });
  });
}
