// From a cart to an order that waits for its payment: priced, frozen and held in one transaction, then handed over to
// the payment provider. One buyer's same cart is one order, whatever the timing.
import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Billing, type CartItem, largestCardPayment, smallestCardPayment } from '#contract/checkout.ts';
import { formatCents } from '#contract/money.ts';
import type { PaymentMethod } from '#contract/order.ts';
import { couponCode } from '../coupon/coupon.rules.ts';
import { takeCoupon } from '../coupon/coupon.store.ts';
import { countOrder } from '../metrics.ts';
import type { StoredOrder } from '../order/order.rules.ts';
import { countExpired, insertOrder, listPendingOrders, lockBuyer } from '../order/order.store.ts';
import { holdItems } from '../product/stock.store.ts';
import type { ApiTables } from '../schema.ts';
import { cancelOrder } from './cancel-order.ts';
import { nextCheck } from './check-times.rules.ts';
import { CheckoutRefusal, type CheckoutService, providerAway } from './checkout-service.ts';
import { EXPIRED_MOST, mostHeld, PLACING_SECONDS } from './order-limits.rules.ts';
import { placedMail } from './order-mails.ts';
import { openSession } from './payment/open-session.ts';
import { isProviderAway } from './payment/payment-provider.ts';
import { settleSession } from './payment/settle-order.ts';
import { priceItems } from './price-items.ts';
import { changedPrices, isTotal, type PricedCart, shortage } from './quote.rules.ts';

/** The provider's shortest session is half an hour; one minute more, so that it is not a moment too short for it. */
const CARD_HOLD_MS = 31 * 60_000;
const SAME_SESSION_MS = 55_000;
const DAY_MS = 24 * 60 * 60_000;
/** The same order by transfer twice within so long is one that was sent twice. */
const SENT_TWICE_MS = 10 * 60_000;

/**
 * `userId` is the address that mails go to; `accountId` is whose order it becomes. The price of an item is what the buyer has
 * seen: it is compared, never charged.
 */
export type Purchase = {
  items: Array<CartItem & { price?: unknown }>;
  amount: number;
  coupon: string | null;
  userId: string;
  accountId: string;
};
type PaidBy = { method: PaymentMethod; billing: Billing | null };

/** The order, and where it is paid by card. Throws a CheckoutRefusal when it cannot be placed. */
export function placeCardOrder(
  service: CheckoutService,
  purchase: Purchase,
): Promise<{ order: StoredOrder; url: string }> {
  const paidBy: PaidBy = { method: 'card', billing: null };
  return service.inQueue(purchase, async () => {
    let placed = await placeOrder(service, purchase, paidBy);
    if (!placed.isNew && !(await canStillBePaid(service, placed.order))) {
      await cancelOrder(service, placed.order.order_id, 'cancelled').catch(unlessProviderAway);
      placed = await placeOrder(service, purchase, paidBy);
    }
    const { order } = placed;
    return { order, url: order.checkout_url ?? (await openSession(service, order)) };
  });
}

/** An order that is paid by transfer or check: the operator says when the money is there. */
export function placeBilledOrder(
  service: CheckoutService,
  purchase: Purchase,
  payment: { method: 'transfer' | 'check'; billing: Billing },
): Promise<StoredOrder> {
  return service.inQueue({ ...purchase, ...payment }, async () => (await placeOrder(service, purchase, payment)).order);
}

/** Whether the page of an earlier order with the same cart still takes a payment. */
async function canStillBePaid(service: CheckoutService, order: StoredOrder): Promise<boolean> {
  // The same session is asked for again, as long as there is time enough left for the provider's shortest.
  if (!order.session_id) return service.now().getTime() - order.created_at.getTime() < SAME_SESSION_MS;
  const session = await service.provider.findSession(order.session_id).catch(unlessProviderAway);
  if (session?.state === 'paid') {
    await settleSession(service, session);
    throw new CheckoutRefusal(
      409,
      `This cart was paid for a moment ago (order ${order.order_id}). You find it in My Orders; to buy the same again, try once more.`,
    );
  }
  if (session?.state === 'unpaid')
    throw new CheckoutRefusal(
      409,
      `The payment of this cart is under way (order ${order.order_id}). You find it in My Orders.`,
    );
  return session?.state === 'open';
}

function unlessProviderAway(error: unknown): never {
  throw isProviderAway(error) ? providerAway('Nothing was charged.') : error;
}

type Placed = { order: StoredOrder; isNew: boolean };

async function placeOrder(service: CheckoutService, purchase: Purchase, paidBy: PaidBy): Promise<Placed> {
  if (purchase.items.length === 0) throw new CheckoutRefusal(400, 'Your cart is empty.');
  try {
    return await tryToPlace(service, purchase, paidBy);
  } catch (error) {
    if (!(error instanceof HeldByBuyer) || !(await releaseOwnHolds(service, purchase))) throw error;
    return tryToPlace(service, purchase, paidBy);
  }
}

/** The items or the coupon cannot be had now: perhaps because the buyer has them, in an order that was never paid. */
class HeldByBuyer extends CheckoutRefusal {}

async function tryToPlace(service: CheckoutService, purchase: Purchase, paidBy: PaidBy): Promise<Placed> {
  const now = service.now();
  const placed = await service.db.transaction().execute(async (transaction): Promise<Placed> => {
    const { openPerAccount, placedPerAccount } = service.limits;
    const since = new Date(now.getTime() - PLACING_SECONDS * 1_000);
    const recent = await lockBuyer(transaction, purchase.accountId, since, placedPerAccount);
    const open = await listPendingOrders(transaction, purchase.accountId, openPerAccount);
    const same = open.find((order) => isSame(order, purchase, paidBy, now));
    if (same) return { order: same, isNew: false };
    if (recent >= placedPerAccount)
      throw new CheckoutRefusal(
        429,
        'You have placed many orders within ten minutes. Wait a little, then try again.',
        PLACING_SECONDS,
      );
    if (open.length >= openPerAccount)
      throw new CheckoutRefusal(
        409,
        `You have ${open.length} orders that wait for their payment. Pay or cancel one in My Orders, then try again.`,
      );

    const cart = await priceItems(service, transaction, purchase, { lock: true });
    check(cart, purchase, paidBy.method, open);
    await checkHolds(service, transaction, purchase, { cart, open, method: paidBy.method, now });
    return { order: await insert(service, transaction, purchase, { cart, paidBy, now }), isNew: true };
  });
  if (placed.isNew) countOrder({ event: 'placed' });
  return placed;
}

/** Throws why a cart is not sold as it is. */
function check(cart: PricedCart, purchase: Purchase, method: PaymentMethod, open: StoredOrder[]) {
  const short = shortage(cart.lines);
  if (short) throw new HeldByBuyer(409, short);
  if (cart.couponProblem) {
    const isOwn = open.some((order) => order.coupon_code === couponCode(purchase.coupon ?? ''));
    throw new (isOwn ? HeldByBuyer : CheckoutRefusal)(409, cart.couponProblem);
  }
  if (!isTotal(purchase.amount, cart))
    throw new CheckoutRefusal(409, `${changedPrices(cart, purchase)} Look at your cart and try again.`);
  if (method !== 'card') return;
  if (cart.totalCents < smallestCardPayment)
    throw new CheckoutRefusal(
      409,
      `The smallest amount that can be paid by card is ${formatCents(smallestCardPayment)}.`,
    );
  if (cart.totalCents > largestCardPayment)
    throw new CheckoutRefusal(
      409,
      `The largest amount that can be paid by card at once is ${formatCents(largestCardPayment)}. Order a part of it first.`,
    );
}

/** Throws where one account would keep more of a product from the others than it may without paying. */
async function checkHolds(
  { limits }: CheckoutService,
  transaction: Transaction<ApiTables>,
  { accountId }: Purchase,
  given: { cart: PricedCart; open: StoredOrder[]; method: PaymentMethod; now: Date },
): Promise<void> {
  const { cart, open, method, now } = given;
  for (const { product_id: productId, product_name: name, quantity, stock } of cart.lines) {
    if (stock === null) continue;
    const held = open
      .flatMap((order) => order.lines)
      .reduce((sum, line) => sum + (line.product_id === productId ? line.quantity : 0), 0);
    // Asked for only where the answer can matter.
    if (held + quantity <= mostHeld(limits, { stock, method, expired: EXPIRED_MOST })) continue;
    const since = new Date(now.getTime() - DAY_MS);
    const expired = await countExpired(transaction, { accountId, productId, since, most: EXPIRED_MOST });
    const most = mostHeld(limits, { stock, method, expired });
    if (held + quantity <= most) continue;
    const others = held > 0 ? ` You hold ${held} in orders that are not paid.` : '';
    throw new HeldByBuyer(
      409,
      `${most} of ${name} can be held for one customer until they are paid.${others} Order fewer at once${method === 'card' ? '' : ', pay by card'}, or write to us.`,
    );
  }
}

async function insert(
  service: CheckoutService,
  transaction: Transaction<ApiTables>,
  purchase: Purchase,
  { cart, paidBy, now }: { cart: PricedCart; paidBy: PaidBy; now: Date },
): Promise<StoredOrder> {
  const orderId = newOrderId();
  await holdItems(
    transaction,
    cart.lines.filter((line) => line.free !== null),
  );
  const isCard = paidBy.method === 'card';
  const waiting = {
    status: 'pending' as const,
    payment_method: paidBy.method,
    session_id: null,
    created_at: now,
    expires_at: new Date(now.getTime() + (isCard ? CARD_HOLD_MS : service.limits.billedDays * DAY_MS)),
  };
  const order = await insertOrder(
    transaction,
    {
      ...waiting,
      order_id: orderId,
      user_id: purchase.userId,
      account_id: purchase.accountId,
      subtotal_cents: cart.subtotalCents,
      discount_cents: cart.discountCents,
      total_cents: cart.totalCents,
      coupon_code: cart.couponCode,
      billing: paidBy.billing && JSON.stringify(paidBy.billing),
      next_check_at: nextCheck({ ...waiting, session_id: 'soon' }, now),
      updated_at: now,
    },
    cart.lines.map(({ product_type: _type, free, stock: _stock, ...line }) => ({ ...line, counted: free !== null })),
  );
  if (cart.couponCode)
    await takeCoupon(transaction, { order_id: orderId, code: cart.couponCode, user_id: purchase.userId });
  if (!isCard) await service.sendMail(transaction, placedMail(service, order, purchase.userId));
  return order;
}

/** Whether the order is this cart, still waiting to be paid: from a second click, a second tab or a retry. */
function isSame(order: StoredOrder, purchase: Purchase, { method }: PaidBy, now: Date): boolean {
  const bought = new Map(order.lines.map((line) => [line.product_id, line.quantity]));
  const wanted = new Map<string, number>();
  for (const { product_id, quantity } of purchase.items)
    wanted.set(product_id, (wanted.get(product_id) ?? 0) + quantity);
  const isRecent = method === 'card' || now.getTime() - order.created_at.getTime() < SENT_TWICE_MS;
  return (
    order.payment_method === method &&
    isRecent &&
    order.expires_at > now &&
    Math.abs(purchase.amount * 100 - order.total_cents) < 0.1 &&
    (order.coupon_code ?? '') === couponCode(purchase.coupon ?? '') &&
    bought.size === wanted.size &&
    [...wanted].every(([id, quantity]) => bought.get(id) === quantity)
  );
}

/** Releases what the buyer's own unpaid card orders hold of the wanted products, or their coupon. False: there was nothing. */
async function releaseOwnHolds(service: CheckoutService, purchase: Purchase): Promise<boolean> {
  const wanted = new Set(purchase.items.map((item) => item.product_id));
  const code = couponCode(purchase.coupon ?? '');
  const pending = await listPendingOrders(service.db, purchase.accountId, service.limits.openPerAccount);
  const holding = pending.filter(
    (order) =>
      order.payment_method === 'card' &&
      (order.lines.some((line) => line.counted && wanted.has(line.product_id)) ||
        (code !== '' && order.coupon_code === code)),
  );
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
