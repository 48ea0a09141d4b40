import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { postedReviewSchema, reviewSchema, reviewSummarySchema } from '#contract/catalogue/review.schema.ts';
import { may } from '../../access/access.rules.ts';
import { type Authenticate, requireCustomer, type SignedIn, unauthenticated } from '../../access/authenticate.ts';
import { bearer, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cursorOf, cutPage, linkHeader, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { CatalogueVersion } from '../catalogue-version/catalogue-version.ts';
import { type HasPaidFor, postReview } from './post-review.ts';
import { reviewFor, summarize } from './review.rules.ts';
import { countStars, deleteReview, findReview, findReviews } from './review.store.ts';

const productId = z.object({ id: z.string().meta({ description: 'product_id' }) });
/** Reviews of a page; a reader may ask for up to `most`. */
const LIST_PAGE = { usual: 20, most: 100 };
const listQuery = z.object({
  ...pageQuery(LIST_PAGE),
  mine: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .meta({ description: "Only the caller's own, wherever it stands in the list; also where it is hidden" }),
});

const routesBehind = (signedIn: MiddlewareHandler<SignedIn>) => ({
  ofProduct: createRoute({
    method: 'get',
    path: '/review/product/{id}',
    caching: 'shared unless signed in',
    tags: ['Reviews'],
    summary: 'Lists the reviews of a product, newest first',
    description:
      "Open to all. The authors' addresses are masked; a caller who is signed in finds their own in full, and with it their own review. A long list goes on where the Link header says.",
    security: [{}, ...bearer],
    request: { params: productId, query: listQuery },
    responses: {
      200: { ...ok(z.array(reviewSchema), 'The reviews that may be shown'), headers: linkHeader },
      ...problems(401, 404),
    },
  }),
  summary: createRoute({
    method: 'get',
    path: '/review/product/{id}/summary',
    caching: 'shared unless signed in',
    tags: ['Reviews'],
    summary: 'Tells how many reviews a product has, and what their stars come to',
    request: { params: productId },
    responses: { 200: ok(reviewSummarySchema, 'Of all reviews that may be shown'), ...problems(404) },
  }),
  post: createRoute({
    method: 'post',
    path: '/review',
    tags: ['Reviews'],
    summary: "Posts the caller's review of a product, or edits it",
    description:
      'One review a customer and product: a second one takes the place of the first, which keeps its id, its birth, its helpful_count and its responses. One that says the same changes nothing, and one that is hidden stays hidden until the staff have read it. Nobody reviews what their own shop sells.',
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(postedReviewSchema) },
    responses: {
      200: ok(reviewSchema, 'The edited review'),
      201: ok(reviewSchema, 'The new review'),
      ...problems(404, 409, 429),
    },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/review/{id}',
    tags: ['Reviews'],
    summary: "Deletes the caller's own review",
    middleware: signedIn,
    request: { params: z.object({ id: z.string().meta({ description: 'review_id' }) }) },
    responses: { 204: { description: 'The review is gone' }, ...problems(404) },
  }),
});

export function mountReviews(
  app: OpenAPIHono,
  deps: {
    db: Db;
    /** Where everybody's reading goes; whoever is signed in reads what they wrote a moment ago. */
    catalogue: Db;
    version: CatalogueVersion;
    authenticate: Authenticate;
    allowWrite: AllowWrite;
    hasPaidFor: HasPaidFor;
    shopName: string;
  },
) {
  const { db, catalogue, version, authenticate } = deps;
  const routes = routesBehind(requireCustomer(authenticate));

  app.openapi(routes.ofProduct, async (c) => {
    const { id } = c.req.valid('param');
    const { after, limit, mine } = c.req.valid('query');
    const customer = await authenticate(c.req.raw);
    if (mine === 'true' && !customer) throw unauthenticated();
    const page = {
      after: cursorOf(after),
      limit: limit + 1,
      ...(mine === 'true' && customer && { ownOf: customer }),
    };
    const reviews = isStorableText(id) ? await findReviews(customer ? db : catalogue, id, page) : null;
    if (!reviews) throw notFound('There is no product with this id.');
    const shown = cutPage(c, reviews, limit, ({ micros, review }) => ({ micros, id: review.review_id }));
    return c.json(
      shown.map((review) => reviewFor(customer, review)),
      200,
    );
  });

  app.openapi(routes.summary, async (c) => {
    const { id } = c.req.valid('param');
    const counts = isStorableText(id) ? await countStars(catalogue, id) : null;
    if (!counts) throw notFound('There is no product with this id.');
    return c.json(summarize(counts), 200);
  });

  app.openapi(routes.post, async (c) => {
    const posted = c.req.valid('json');
    const { customer } = c.var;
    const posting = {
      allowWrite: () => deps.allowWrite(c, customer.userId),
      ...{ hasPaidFor: deps.hasPaidFor, marketplace: deps.shopName },
    };
    const stored = isStorableText(posted.product_id) ? await postReview(db, posted, customer, posting) : null;
    if (!stored) throw notFound('There is no product with this id.');
    if (stored === 'own') throw ownProduct();
    await version.refresh();
    return stored.isNew ? c.json(stored.review, 201) : c.json(stored.review, 200);
  });

  app.openapi(routes.remove, async (c) => {
    const { id } = c.req.valid('param');
    const { customer } = c.var;
    const review = isStorableText(id) ? await findReview(db, id) : null;
    if (!review || !may(customer).deleteReview(review)) throw notOwn();
    if (!(await deleteReview(db, id, customer))) throw notOwn();
    await version.refresh();
    return c.body(null, 204);
  });
}

function notOwn() {
  return notFound('You have no review with this id.');
}

function ownProduct(): RefusalAnswer {
  return new RefusalAnswer(
    { code: 'own_shop' },
    {
      status: 409,
      message: 'You belong to the shop that sells this product: its reviews are for its buyers. You can answer them.',
      retryAfterSeconds: null,
    },
  );
}
