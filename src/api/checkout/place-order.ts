// From a cart to an order that waits for its payment: priced, frozen and held in one transaction, then handed over to
// the payment provider.
import { randomInt } from 'node:crypto';
import { type Billing, type CartItem, largestCardPayment, smallestCardPayment } from '#contract/checkout.ts';
import { formatCents } from '#contract/money.ts';
import type { PaymentMethod } from '#contract/order.ts';
import { countOrder } from '#platform/metrics.ts';
import { takeCoupon } from '../coupon/coupon.store.ts';
import type { StoredOrder } from '../order/order.rules.ts';
import { insertOrder, listPendingOrders, updateOrder } from '../order/order.store.ts';
import { holdItems } from '../product/stock.store.ts';
import { CheckoutRefusal, type CheckoutService } from './checkout-service.ts';
import { isProviderRefusal } from './payment-provider.ts';
import { priceItems } from './price-items.ts';
import { isTotal, shortage } from './quote.rules.ts';
import { cancelOrder } from './settle-order.ts';

/** The provider's shortest session is half an hour; one minute more, so that it is not a moment too short for it. */
const CARD_HOLD_MS = 31 * 60_000;
/** A transfer or a check takes days. */
const BILLED_HOLD_MS = 14 * 24 * 60 * 60_000;

/** `userId` is the address that mails go to; `accountId` is whose order it becomes. */
export type Purchase = { items: CartItem[]; amount: number; coupon: string | null; userId: string; accountId: string };

/** The order, and where it is paid by card. Throws a CheckoutRefusal when it cannot be placed. */
export async function placeCardOrder(
  service: CheckoutService,
  purchase: Purchase,
): Promise<{ order: StoredOrder; url: string }> {
  const order =
    (await findSameOrder(service, purchase)) ??
    (await placeOrder(service, purchase, { method: 'card', billing: null }));
  if (order.checkout_url) return { order, url: order.checkout_url };
  return { order, url: await openSession(service, order, purchase.userId) };
}

/** An order that is paid by transfer or check: the operator says when the money is there. */
export function placeBilledOrder(
  service: CheckoutService,
  purchase: Purchase,
  payment: { method: 'transfer' | 'check'; billing: Billing },
): Promise<StoredOrder> {
  return placeOrder(service, purchase, payment);
}

/** Asks the provider for a page to pay on. Safe to repeat: the order's id is the idempotency key. */
export async function openSession(service: CheckoutService, order: StoredOrder, email: string): Promise<string> {
  try {
    const session = await service.provider.createSession(order, email);
    await updateOrder(service.db, order.order_id, {
      session_id: session.id,
      checkout_url: session.url,
      updated_at: service.now(),
    });
    if (!session.url)
      throw new CheckoutRefusal(409, 'This order can no longer be paid for. Start again from your cart.');
    return session.url;
  } catch (error) {
    if (error instanceof CheckoutRefusal) throw error;
    service.log.error({ part: 'api', order: order.order_id, error: (error as Error).stack }, 'no checkout session');
    if (isProviderRefusal(error)) {
      await cancelOrder(service, order.order_id, 'cancelled').catch((failure) => {
        const line = { part: 'api', order: order.order_id, error: String(failure) };
        service.log.warn(line, 'a refused order is not cancelled yet; the reconciliation does it');
      });
      throw new CheckoutRefusal(
        502,
        'The payment provider does not take this order. Nothing was charged; please write to us.',
      );
    }
    // Whether the provider made the session is not known: the reconciliation finds out, and lets the items go.
    throw new CheckoutRefusal(502, 'The payment provider does not answer. Nothing was charged; try again in a minute.');
  }
}

async function placeOrder(
  service: CheckoutService,
  purchase: Purchase,
  payment: { method: PaymentMethod; billing: Billing | null },
): Promise<StoredOrder> {
  if (purchase.items.length === 0) throw new CheckoutRefusal(400, 'Your cart is empty.');
  try {
    return await tryToPlace(service, purchase, payment);
  } catch (error) {
    if (!(error instanceof Shortage) || !(await releaseOwnHolds(service, purchase))) throw error;
    return tryToPlace(service, purchase, payment);
  }
}

/** The items cannot be had now: perhaps because the buyer holds them, in an order that was never paid. */
class Shortage extends CheckoutRefusal {}

async function tryToPlace(
  service: CheckoutService,
  purchase: Purchase,
  { method, billing }: { method: PaymentMethod; billing: Billing | null },
): Promise<StoredOrder> {
  const now = service.now();
  const orderId = newOrderId();
  const placed = await service.db.transaction().execute(async (transaction) => {
    const cart = await priceItems(service, transaction, purchase, { lock: true });
    const short = shortage(cart.lines);
    if (short) throw new Shortage(409, short);
    if (cart.couponProblem) throw new CheckoutRefusal(409, cart.couponProblem);
    if (!isTotal(purchase.amount, cart))
      throw new CheckoutRefusal(
        409,
        `The total is ${formatCents(cart.totalCents)} now: a price in your cart has changed. Look at your cart and try again.`,
      );
    if (method === 'card' && cart.totalCents < smallestCardPayment)
      throw new CheckoutRefusal(
        409,
        `The smallest amount that can be paid by card is ${formatCents(smallestCardPayment)}.`,
      );
    if (method === 'card' && cart.totalCents > largestCardPayment)
      throw new CheckoutRefusal(
        409,
        `The largest amount that can be paid by card at once is ${formatCents(largestCardPayment)}. Order a part of it first.`,
      );

    await holdItems(
      transaction,
      cart.lines.filter((line) => line.free !== null),
    );
    const order = await insertOrder(
      transaction,
      {
        order_id: orderId,
        user_id: purchase.userId,
        account_id: purchase.accountId,
        status: 'pending',
        payment_method: method,
        subtotal_cents: cart.subtotalCents,
        discount_cents: cart.discountCents,
        total_cents: cart.totalCents,
        coupon_code: cart.couponCode,
        billing: billing && JSON.stringify(billing),
        created_at: now,
        expires_at: new Date(now.getTime() + (method === 'card' ? CARD_HOLD_MS : BILLED_HOLD_MS)),
        updated_at: now,
      },
      cart.lines.map(({ product_type: _type, free, ...line }) => ({ ...line, counted: free !== null })),
    );
    if (cart.couponCode)
      await takeCoupon(transaction, { order_id: orderId, code: cart.couponCode, user_id: purchase.userId });
    return order;
  });
  countOrder({ event: 'placed' });
  return placed;
}

/**
 * The same cart again, from a second tab or a second click, while the first order can still be paid: one order, so that
 * nobody pays twice.
 */
async function findSameOrder(service: CheckoutService, purchase: Purchase): Promise<StoredOrder | null> {
  const pending = await listPendingOrders(service.db, purchase.accountId);
  const candidates = pending.filter(
    (order) =>
      order.payment_method === 'card' &&
      order.checkout_url &&
      order.expires_at > service.now() &&
      isSame(order, purchase),
  );
  for (const order of candidates) {
    const session = await service.provider.findSession(order.session_id ?? '').catch(() => null);
    if (session?.state === 'open') return order;
  }
  return null;
}

function isSame(order: StoredOrder, purchase: Purchase): boolean {
  const bought = new Map(order.lines.map((line) => [line.product_id, line.quantity]));
  return (
    Math.abs(purchase.amount * 100 - order.total_cents) < 0.1 &&
    (order.coupon_code ?? '') === (purchase.coupon ?? '').trim().toUpperCase() &&
    bought.size === purchase.items.length &&
    purchase.items.every((item) => bought.get(item.product_id) === item.quantity)
  );
}

/** Lets go what the buyer's own unpaid orders hold of the wanted products. False when there was nothing to let go. */
async function releaseOwnHolds(service: CheckoutService, purchase: Purchase): Promise<boolean> {
  const wanted = new Set(purchase.items.map((item) => item.product_id));
  const pending = await listPendingOrders(service.db, purchase.accountId);
  const holding = pending.filter((order) => order.lines.some((line) => line.counted && wanted.has(line.product_id)));
  let released = false;
  for (const { order_id } of holding) {
    const outcome = await cancelOrder(service, order_id, 'cancelled').catch(() => null);
    released ||= outcome === 'done';
  }
  return released;
}

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_LENGTH = 12;

/** Short enough to be read out, and not to be guessed: 58 bits. */
function newOrderId(): string {
  return Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
