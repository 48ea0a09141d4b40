import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { reviewAnswerSchema, sellerReviewSchema } from '#contract/catalogue/review.schema.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireActiveSellerOrKey } from '../../access/require-active-seller.ts';
import { requireMemberOrKey } from '../../access/require-member.ts';
import { jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { CatalogueVersion } from '../catalogue-version/catalogue-version.ts';
import { answerReview } from './answer-review.ts';
import { listSellerReviews } from './seller-review.store.ts';

type Deps = {
  db: Db;
  version: CatalogueVersion;
  authenticate: Authenticate;
  sendMail: SendMail;
  shop: Marketplace;
  allowWrite: AllowWrite;
};

/** Reviews of a shop's products, and its answers. */
export function mountSellerReviews(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => {
    const { after, limit, answered } = c.req.valid('query');
    const reviews = await listSellerReviews(db, c.var.member.sellerId, {
      after: cursorOf(after),
      limit: limit + 1,
      answered: answered === undefined ? null : answered === 'true',
    });
    const shown = cutPage(c, reviews, limit, ({ micros, review }) => ({ micros, id: review.review_id }));
    return c.json(
      shown.map(({ review }) => review),
      200,
    );
  });

  app.openapi(routes.answer, async (c) => {
    const { reviewId } = c.req.valid('param');
    const { sellerId, by } = c.var.member;
    const given = { sellerId, reviewId, text: c.req.valid('json').text };
    const answered = isStorableText(reviewId) ? await answerReview(deps, given, () => deps.allowWrite(c, by)) : null;
    if (!answered) throw notFound('Your products have no review with this id.');
    await deps.version.refresh();
    return c.json(answered, 200);
  });
}

function routesFor(deps: Deps) {
  const member = requireMemberOrKey(deps);
  const params = z.object({ sellerId: z.string() });
  return {
    list: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/review',
      tags: ['Sellers'],
      summary: "Lists reviews of the shop's products, newest first",
      description: 'A long list goes on where the Link header says.',
      middleware: member('answerReviews'),
      request: {
        params,
        query: z.object({
          ...pageQuery({ usual: 20, most: 100 }),
          answered: z
            .enum(['true', 'false'], 'must be true or false')
            .optional()
            .meta({ description: 'Only those that have an answer, or have none' }),
        }),
      },
      responses: {
        200: { ...ok(z.array(sellerReviewSchema), 'The reviews'), headers: linkHeader },
      },
    }),
    answer: createRoute({
      method: 'put',
      path: '/seller/{sellerId}/review/{reviewId}/response',
      tags: ['Sellers'],
      summary: "Answers a review of the shop's product, or edits the answer",
      description: 'One answer a review, shown under it to everybody. The reviewer is told by mail of the first.',
      middleware: [member('answerReviews'), requireActiveSellerOrKey(), ...jsonBody] as const,
      request: { params: params.extend({ reviewId: z.string() }), body: jsonContent(reviewAnswerSchema) },
      responses: { 200: ok(sellerReviewSchema, 'The review'), ...problems(429) },
    }),
  };
}
