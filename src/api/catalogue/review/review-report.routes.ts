import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { StaffReview } from '#contract/catalogue/review-report.schema.ts';
import {
  decideReviewSchema,
  dismissReviewSchema,
  postedReviewReportSchema,
  staffReviewSchema,
} from '#contract/catalogue/review-report.schema.ts';
import type { ReviewDecision } from '#contract/catalogue/review-report.ts';
import type { RefusalCode } from '#contract/refusal.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { type ForStaff, requireStaff } from '../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { decideReview, type JudgingReviews } from './decide-review.ts';
import { decisionRefusalText } from './decision-refusals.rules.ts';
import { readReview } from './read-review.ts';
import { reportReview } from './report-review.ts';
import { reviewReports } from './review-limits.rules.ts';

type Deps = {
  database: Pick<ShopDatabase, 'counters'>;
  judging: JudgingReviews;
  authenticate: Authenticate;
};

/** Readers report reviews; the staff hide them, show them again, or leave them as they are. */
export function mountReviewReports(app: OpenAPIHono, deps: Deps) {
  const { judging } = deps;
  const { db } = judging;
  const limiter = createRateLimiter(deps.database, reviewReports);
  const routes = routesFor(deps);

  app.openapi(routes.report, async (c) => {
    const { id: reviewId } = c.req.valid('param');
    const { customer: reader } = c.var;
    const allowed = async () => {
      await limiter.consume(reader.userId).catch((refused) => {
        throw tooManyRequests(c, refused, 'You have reported many reviews within an hour. Try again later.');
      });
    };
    const given = { ...c.req.valid('json'), reviewId, reader };
    const outcome = isStorableText(reviewId) ? await reportReview(db, given, allowed) : null;
    if (outcome === null) throw notFound('There is no review with this id.');
    if (outcome === 'own') throw refusal('own_review', 'This is your own review: edit or delete it instead.');
    return c.body(null, 204);
  });

  app.openapi(routes.one, async (c) => c.json(await read(c, c.req.valid('param').reviewId), 200));
  app.openapi(routes.hide, async (c) => decide(c, 'hide', c.req.valid('json')));
  app.openapi(routes.show, async (c) => decide(c, 'show', c.req.valid('json')));
  app.openapi(routes.dismiss, async (c) => decide(c, 'dismiss', c.req.valid('json')));

  async function decide(c: Context<ForStaff>, decision: ReviewDecision, given: { reason: string; seen: string }) {
    const reviewId = c.req.param('reviewId') ?? '';
    if (!isStorableText(reviewId)) throw unknown();
    const seen = new Date(given.seen).toISOString();
    const by = c.var.staff.customer;
    const refused = await decideReview(judging, { reviewId, by, decision, reason: given.reason, seen });
    if (refused === 'missing') throw unknown();
    if (refused !== null) throw refusal(refused, decisionRefusalText(refused));
    return c.json(await read(c, reviewId), 200);
  }

  async function read(c: Context<ForStaff>, reviewId: string): Promise<StaffReview> {
    const review = isStorableText(reviewId) ? await readReview(db, reviewId, c.var.staff.customer) : null;
    if (!review) throw unknown();
    return review;
  }
}

const unknown = () => notFound('There is no review with this id, or its author has deleted it.');

function refusal(code: RefusalCode, message: string): RefusalAnswer {
  return new RefusalAnswer({ code }, { status: 409, message, retryAfterSeconds: null });
}

function routesFor({ judging: { db }, authenticate }: Deps) {
  const staff = requireStaff({ db, authenticate });
  const params = z.object({ reviewId: z.string() });
  const deciding = <Step extends ReviewDecision, Schema extends z.ZodType>(
    step: Step,
    schema: Schema,
    summary: string,
    description: string,
  ) =>
    createRoute({
      method: 'post',
      path: `/admin/review/{reviewId}/${step}` as const,
      tags: ['Staff'],
      summary,
      description: `${description} Its reports are settled: who has reported it is told by mail what became of it. Nobody decides about their own review, or one of a product of their own shop.`,
      middleware: [staff('hideReviews'), ...jsonBody] as const,
      request: { params, body: jsonContent(schema) },
      responses: { 200: ok(staffReviewSchema, 'The review as it is now'), ...problems(409) },
    });
  return {
    report: createRoute({
      method: 'post',
      path: '/review/{id}/report',
      tags: ['Reviews'],
      summary: 'Reports a review to the staff',
      description:
        'Once a reader and review, until its author changes it; again changes nothing. Nobody reports their own. The author is not told who has.',
      middleware: [requireCustomer(authenticate), ...jsonBody] as const,
      request: {
        params: z.object({ id: z.string().meta({ description: 'review_id' }) }),
        body: jsonContent(postedReviewReportSchema),
      },
      responses: {
        204: { description: 'The staff will read it' },
        ...problems(404, 409, 429),
      },
    }),
    one: createRoute({
      method: 'get',
      path: '/admin/review/{reviewId}',
      tags: ['Staff'],
      summary: 'Reads a review, with who reported it, what was decided, and which one waits next',
      middleware: staff('readReviews'),
      request: { params },
      responses: { 200: ok(staffReviewSchema, 'The review'), ...problems(409) },
    }),
    hide: deciding(
      'hide',
      decideReviewSchema,
      'Hides a review',
      'At once it is on no page and its stars do not count; its author still sees it, and gets the reason by mail.',
    ),
    show: deciding(
      'show',
      decideReviewSchema,
      'Shows a hidden review again',
      'At once everybody can read it; its author gets the reason by mail.',
    ),
    dismiss: deciding(
      'dismiss',
      dismissReviewSchema,
      'Leaves a review that waits as it is',
      'The reason is for the staff alone.',
    ),
  };
}
