import { createHash } from 'node:crypto';
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  billedOrderRequestSchema,
  checkoutRequestSchema,
  checkoutSessionSchema,
  paymentAnswerSchema,
  quoteRequestSchema,
  quoteSchema,
} from '#contract/ordering/checkout.schema.ts';
import type { CheckoutRequest } from '#contract/ordering/checkout.ts';
import { orderSchema } from '#contract/ordering/order.schema.ts';
import { PLACING_SECONDS } from '#contract/ordering/order-limits.ts';
import { isMailable } from '#mail/mailer.ts';
import type { Database } from '#platform/database/database.ts';
import { networkOf } from '#platform/http/door/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { may } from '../../access/access.rules.ts';
import { type Authenticate, type Customer, requireCustomer, type SignedIn } from '../../access/authenticate.ts';
import { findPictures } from '../../catalogue/ports.ts';
import { findOwned } from '../../goods/ports.ts';
import { badRequest, bearer, jsonContent, notFound, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { refusalTerms } from '../../http/refusal-terms.rules.ts';
import { jsonBody } from '../../http/request-body.ts';
import { withTerms } from '../../http/route-terms.ts';
import { toCents } from '../../money/ports.rules.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { productIdsOf, toOrder } from '../order/order.rules.ts';
import { findOrder } from '../order/order.store.ts';
import { cancelOrder } from './cancel-order.ts';
import type { CheckoutService } from './checkout-service.ts';
import { shopsByHand } from './delivery/shops-by-hand.ts';
import { unlessProviderAway } from './payment/provider/unless-provider-away.ts';
import { verifyPayment } from './payment/provider/verify-payment.ts';
import { placeBilledOrder, placeCardOrder } from './placing/place-order.ts';
import { priceItems } from './placing/price-items.ts';
import type { Purchase } from './placing/purchase.rules.ts';
import { toQuote } from './placing/quote.rules.ts';

type Deps = {
  service: CheckoutService;
  database: Pick<Database<unknown>, 'counters'>;
  authenticate: Authenticate;
  takesBilledOrders: boolean;
};

const requestKeyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .meta({
      description:
        'Made anew for each order. The same key again is the same order, also once it is paid; with another request it is refused. Without one, the same cart again is the same order while it can be paid.',
    }),
});

export function mountCheckout(app: OpenAPIHono, deps: Deps) {
  const { service, authenticate } = deps;
  const { quote, session, success, cancel, billed } = routesFor(deps);
  const toOrderAnswer = async (order: StoredOrder) =>
    toOrder(order, { bank: service.shop.bank, pictures: await findPictures(service.db, productIdsOf([order])) });

  app.openapi(quote, async (c) => {
    const { items, coupon } = c.req.valid('json');
    const { email: userId, userId: accountId } = c.var.customer;
    const given = { items, coupon: coupon ?? null, userId, accountId };
    const priced = await priceItems(service, service.db, given, { lock: false });
    if ('refused' in priced) throw new RefusalAnswer(priced.refused, refusalTerms(priced.refused));
    const owned = await findOwned(service.db, c.var.customer.userId, priced.cart.lines, service.now());
    return c.json(toQuote(priced.cart, await shopsByHand(service.db, priced.cart), owned), 200);
  });

  app.openapi(session, async (c) => {
    const asked = c.req.valid('json');
    const key = c.req.valid('header')['idempotency-key'];
    const request = key && {
      request: { key, sha256: createHash('sha256').update(JSON.stringify(asked)).digest('hex') },
    };
    const outcome = await placeCardOrder(service, { ...purchaseOf(asked, c.var.customer), ...request });
    if ('refused' in outcome) throw new RefusalAnswer(outcome.refused, refusalTerms(outcome.refused));
    const { order, url } = outcome.placed;
    return c.json({ checkout_url: url, order_id: order.order_id }, 200);
  });

  app.openapi(success, async (c) => {
    const verified = await verifyPayment(service, await authenticate(c.req.raw), c.req.valid('query').session_id);
    if (!verified) throw notFound('There is no payment to verify.');
    if ('refused' in verified) throw new RefusalAnswer(verified.refused, refusalTerms(verified.refused));
    const { order_id, total_cents } = verified.paid;
    const message = total_cents === 0 ? 'There was nothing to pay.' : 'The payment has arrived.';
    return c.json({ message, order_id }, 200);
  });

  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid('param');
    const order = isStorableText(id) ? await findOrder(service.db, id) : null;
    if (!order || !may(c.var.customer).cancelOrder(order)) throw notFound('You have no order with this id.');
    const ended = await unlessProviderAway(service, 'nothing_changed', cancelOrder(service, id, 'cancelled'));
    if ('refused' in ended) throw new RefusalAnswer(ended.refused, refusalTerms(ended.refused));
    return c.json(await toOrderAnswer((await findOrder(service.db, id)) ?? order), 200);
  });

  if (!deps.takesBilledOrders) return;
  app.openapi(billed, async (c) => {
    const { billing, payment_method: method, ...request } = c.req.valid('json');
    if (request.items.some((item) => item.extends !== undefined))
      throw badRequest('items must not have extends: more time for a machine is paid by card or wallet.');
    const outcome = await placeBilledOrder(service, purchaseOf(request, c.var.customer), { method, billing });
    if ('refused' in outcome) throw new RefusalAnswer(outcome.refused, refusalTerms(outcome.refused));
    return c.json(await toOrderAnswer(outcome.placed.order), 201);
  });
}

function routesFor(deps: Deps) {
  const signedIn = requireCustomer(deps.authenticate);
  const limited = limitNetwork(deps);
  return {
    quote: createRoute({
      method: 'post',
      path: '/cart/quote',
      tags: ['Buying'],
      summary: 'Tells what a cart costs now, with a coupon',
      middleware: [signedIn, ...jsonBody] as const,
      request: { body: jsonContent(quoteRequestSchema) },
      responses: { 200: ok(quoteSchema, 'The prices'), ...problems(404, 409) },
    }),
    session: createRoute({
      method: 'post',
      path: '/checkout-session',
      work: 'buying',
      tags: ['Buying'],
      summary: 'Places an order that is paid by card, and answers the page to pay on',
      description:
        'The shop prices the items itself: `amount` must be its own total. A refusal carries its reason in `error` too. The same cart again, while its order can still be paid, is the same order. What costs nothing, or is wholly paid from the wallet, is paid by being ordered: `checkout_url` is the page that says so.',
      middleware: [signedIn, limited, ...jsonBody] as const,
      request: { headers: requestKeyHeader, body: jsonContent(checkoutRequestSchema) },
      responses: { 200: ok(checkoutSessionSchema, 'Where to pay'), ...problems(404, 409, 502) },
    }),
    success: createRoute({
      method: 'get',
      path: '/success',
      work: 'buying',
      tags: ['Buying'],
      summary: 'Tells whether a payment has arrived: that of the session, or of the caller’s latest order',
      security: [{}, ...bearer],
      request: { query: z.object({ session_id: z.string().max(200, 'must be at most 200 characters').optional() }) },
      responses: { 200: ok(paymentAnswerSchema, 'It has'), ...problems(401, 404, 409) },
    }),
    cancel: createRoute({
      method: 'post',
      path: '/order/{id}/cancel',
      work: 'buying',
      tags: ['Orders'],
      summary: "Cancels one of the caller's orders that is not paid",
      middleware: signedIn,
      request: { params: z.object({ id: z.string().meta({ description: 'order_id' }) }) },
      responses: {
        200: ok(orderSchema, 'The order as it is now; paid, if the payment was faster'),
        ...problems(404),
      },
    }),
    billed: createRoute({
      method: 'post',
      path: '/order',
      work: 'buying',
      tags: ['Buying'],
      summary: 'Places an order that is paid by transfer or check',
      middleware: [signedIn, limited, ...jsonBody] as const,
      request: { body: jsonContent(billedOrderRequestSchema) },
      responses: { 201: ok(orderSchema, 'The order'), ...problems(409) },
    }),
  };
}

/** By address, because accounts cost nothing; the limits of an account are counted with its orders. */
function limitNetwork({ database, service }: Deps): MiddlewareHandler<SignedIn> {
  const limiter = createRateLimiter(database, {
    name: 'orders placed',
    points: service.limits.placedPerNetwork,
    duration: PLACING_SECONDS,
  });
  return withTerms(
    async (c, next) => {
      await limiter.consume(networkOf((c.env as { peer?: string }).peer ?? 'unknown')).catch((refused) => {
        throw tooManyRequests(c, refused, 'Very many orders come from your network. Try again in some minutes.');
      });
      await next();
    },
    { problems: [429] },
  );
}

/** An account service may know addresses that no mail can be sent to: it is told before there is money to confirm. */
function purchaseOf(
  { items, amount, coupon, wallet_amount: ofWallet = 0 }: CheckoutRequest,
  { email, userId, since }: Customer,
): Purchase {
  const refusal = { code: 'unmailable_address' } as const;
  if (!isMailable(email)) throw new RefusalAnswer(refusal, refusalTerms(refusal));
  return {
    items,
    amount,
    coupon: coupon ?? null,
    walletCents: walletCentsOf(ofWallet, amount),
    userId: email,
    accountId: userId,
    since,
  };
}

/** Throws a 400 where it is no amount in cents, or more than the cart comes to. */
function walletCentsOf(ofWallet: number, amount: number): number {
  const cents = toCents(ofWallet);
  if (Math.abs(ofWallet * 100 - cents) > 1e-6) throw badRequest('wallet_amount must be in whole cents.');
  if (cents > Math.round(amount * 100)) throw badRequest('wallet_amount must not be more than amount.');
  return cents;
}
