import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  billedOrderRequestSchema,
  checkoutRequestSchema,
  checkoutSessionSchema,
  paymentAnswerSchema,
  quoteRequestSchema,
  quoteSchema,
} from '#contract/checkout.schema.ts';
import { orderSchema } from '#contract/order.schema.ts';
import { isMailable } from '#mail/mailer.ts';
import type { Database } from '#platform/database/database.ts';
import { networkOf } from '#platform/http/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { bearer, jsonContent, notFound, ok, problems, tooManyRequests } from '../answers.ts';
import { type Authenticate, type Customer, requireCustomer, type SignedIn } from '../authenticate.ts';
import { jsonBody } from '../json-body.ts';
import { type StoredOrder, toOrder } from '../order/order.rules.ts';
import { findLatestCardOrder, findOrder, findOrderBySession } from '../order/order.store.ts';
import { isStorableText } from '../product/product.rules.ts';
import { cancelOrder } from './cancel-order.ts';
import { CheckoutRefusal, type CheckoutService, providerAway } from './checkout-service.ts';
import { PLACING_SECONDS } from './order-limits.rules.ts';
import { isProviderAway } from './payment/payment-provider.ts';
import { settleSession } from './payment/settle-order.ts';
import { placeBilledOrder, placeCardOrder } from './place-order.ts';
import { priceItems } from './price-items.ts';
import { toQuote } from './quote.rules.ts';

export function mountCheckout(
  app: OpenAPIHono,
  deps: {
    service: CheckoutService;
    database: Pick<Database<unknown>, 'counters'>;
    authenticate: Authenticate;
    takesBilledOrders: boolean;
  },
) {
  const { service, authenticate } = deps;
  const signedIn = requireCustomer(authenticate);
  const limiter = createRateLimiter(deps.database, {
    name: 'orders placed',
    points: service.limits.placedPerNetwork,
    duration: PLACING_SECONDS,
  });
  /** By address, because accounts cost nothing; the limits of an account are counted with its orders. */
  const limited: MiddlewareHandler<SignedIn> = async (c, next) => {
    await limiter.consume(networkOf((c.env as { peer?: string }).peer ?? 'unknown')).catch((refused) => {
      throw tooManyRequests(c, refused, 'Very many orders come from your network. Try again in some minutes.');
    });
    await next();
  };

  const quote = createRoute({
    method: 'post',
    path: '/cart/quote',
    tags: ['Buying'],
    summary: 'What a cart costs now, with a coupon',
    security: bearer,
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(quoteRequestSchema) },
    responses: { 200: ok(quoteSchema, 'The prices'), ...problems(400, 401, 409, 413, 503) },
  });
  app.openapi(quote, async (c) => {
    const { items, coupon } = c.req.valid('json');
    const given = { items, coupon: coupon ?? null, userId: c.var.customer.email };
    return c.json(toQuote(await priceItems(service, service.db, given, { lock: false })), 200);
  });

  const session = createRoute({
    method: 'post',
    path: '/checkout-session',
    tags: ['Buying'],
    summary: 'Places an order that is paid by card, and answers the page to pay on',
    description:
      'The shop prices the items itself: `amount` must be its own total. A refusal carries its reason in `error` too. The same cart again, while its order can still be paid, is the same order.',
    security: bearer,
    middleware: [signedIn, limited, ...jsonBody] as const,
    request: { body: jsonContent(checkoutRequestSchema) },
    responses: { 200: ok(checkoutSessionSchema, 'Where to pay'), ...problems(400, 401, 409, 413, 429, 502, 503) },
  });
  app.openapi(session, async (c) => {
    const { items, amount, coupon } = c.req.valid('json');
    const purchase = { items, amount, coupon: coupon ?? null, ...buyerOf(c.var.customer) };
    const { order, url } = await placeCardOrder(service, purchase);
    return c.json({ checkout_url: url, order_id: order.order_id }, 200);
  });

  const success = createRoute({
    method: 'get',
    path: '/success',
    tags: ['Buying'],
    summary: 'Whether a payment has arrived: that of the session, or of the caller’s latest order',
    security: [{}, ...bearer],
    request: { query: z.object({ session_id: z.string().max(200, 'must be at most 200 characters').optional() }) },
    responses: { 200: ok(paymentAnswerSchema, 'It has'), ...problems(400, 401, 404, 409, 503) },
  });
  app.openapi(success, async (c) => {
    const order = await paidOrder(c.req.valid('query').session_id, c.req.raw);
    if (!order) throw notFound('There is no payment to verify.');
    return c.json({ message: 'The payment has arrived.', order_id: order.order_id }, 200);
  });

  /** The order that a payment was made for, settled by the provider's word if its webhook is not here yet. */
  async function paidOrder(sessionId: string | undefined, request: Request): Promise<StoredOrder | null> {
    const customer = await authenticate(request);
    const found =
      sessionId === undefined
        ? customer && (await findLatestCardOrder(service.db, customer.userId))
        : isStorableText(sessionId) && (await findOrderBySession(service.db, sessionId));
    // Who has come back from paying and is signed out knows the session; whoever is signed in asks about their own alone.
    if (!found || (customer && found.account_id !== customer.userId)) return null;
    if (isPaid(found)) return found;
    if (found.status === 'pending' && found.session_id) {
      const current = await unlessAway(service.provider.findSession(found.session_id));
      if (current && (await settleSession(service, current)) === 'paid') return found;
    }
    const order = await findOrder(service.db, found.order_id);
    if (!order || !isPaid(order)) throw new CheckoutRefusal(409, 'The payment is not confirmed yet.');
    return order;
  }

  /** A provider that does not answer is no fault of the shop: whoever asked is told to come again. */
  async function unlessAway<T>(asking: Promise<T>): Promise<T> {
    try {
      return await asking;
    } catch (error) {
      if (!isProviderAway(error)) throw error;
      service.log.warn({ part: 'api', error: String(error) }, 'the payment provider does not answer');
      throw providerAway('Nothing was changed.');
    }
  }

  const cancel = createRoute({
    method: 'post',
    path: '/order/{id}/cancel',
    tags: ['Orders'],
    summary: "Cancels one of the caller's orders that is not paid",
    security: bearer,
    middleware: signedIn,
    request: { params: z.object({ id: z.string().meta({ description: 'order_id' }) }) },
    responses: {
      200: ok(orderSchema, 'The order as it is now; paid, if the payment was faster'),
      ...problems(401, 404, 503),
    },
  });
  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid('param');
    const order = isStorableText(id) ? await findOrder(service.db, id) : null;
    if (order?.account_id !== c.var.customer.userId) throw notFound('You have no order with this id.');
    await unlessAway(cancelOrder(service, id, 'cancelled'));
    return c.json(toOrder((await findOrder(service.db, id)) ?? order, service.shop.bank), 200);
  });

  if (!deps.takesBilledOrders) return;
  const billed = createRoute({
    method: 'post',
    path: '/order',
    tags: ['Buying'],
    summary: 'Places an order that is paid by transfer or check',
    security: bearer,
    middleware: [signedIn, limited, ...jsonBody] as const,
    request: { body: jsonContent(billedOrderRequestSchema) },
    responses: { 201: ok(orderSchema, 'The order'), ...problems(400, 401, 409, 413, 429, 503) },
  });
  app.openapi(billed, async (c) => {
    const { items, amount, coupon, billing, payment_method: method } = c.req.valid('json');
    const purchase = { items, amount, coupon: coupon ?? null, ...buyerOf(c.var.customer) };
    return c.json(toOrder(await placeBilledOrder(service, purchase, { method, billing }), service.shop.bank), 201);
  });
}

function isPaid({ status }: StoredOrder): boolean {
  return status === 'paid' || status === 'fulfilled';
}

/** An account service may know addresses that no mail can be sent to: it is told before there is money to confirm. */
function buyerOf({ email, userId }: Customer) {
  if (!isMailable(email))
    throw new CheckoutRefusal(
      409,
      'We cannot send a confirmation to the e-mail address of your account. Change it, then try again.',
    );
  return { userId: email, accountId: userId };
}
