// From a cart to an order that waits for its payment: priced, frozen and held in one transaction, then handed over to
// the payment provider. One buyer's same cart is one order, whatever the timing.
import type { Transaction } from 'kysely';
import type { Billing } from '#contract/ordering/checkout.ts';
import { PLACING_SECONDS } from '#contract/ordering/order-limits.ts';
import type { Refusal, Refused } from '#contract/refusal.ts';
import { post } from '#ledger/post.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { unauthenticated } from '../../../access/authenticate.ts';
import { findOwned } from '../../../goods/ports.ts';
import { refusalOfWalletPayment, walletPayment } from '../../../money/ports.rules.ts';
import { findWallet } from '../../../money/ports.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { findOrderByRequest, listPendingOrders, lockBuyer, updateOrder } from '../../order/order.store.ts';
import { countOrder } from '../../order/order-metrics.ts';
import { SAME_SESSION_MS } from '../../order/unpaid-order-limits.rules.ts';
import { cancelOrder } from '../cancel-order.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { openSession } from '../payment/provider/open-session.ts';
import { settleSession } from '../payment/provider/settle-session.ts';
import { unlessProviderAway } from '../payment/provider/unless-provider-away.ts';
import { checkHoldLimit } from './check-hold-limit.ts';
import { holdOrder } from './hold-order.ts';
import { nameDefaults } from './name-defaults.ts';
import {
  findRecentFreeOrders,
  findRecentWalletOrders,
  payNothing,
  sentBefore,
  successUrl,
} from './place-free-order.ts';
import { priceItems } from './price-items.ts';
import {
  isFree,
  isInvoicedTo,
  isSamePurchase,
  type PaidBy,
  type Purchase,
  refusalOfCart,
  refusalOfOwned,
  refusalOfRest,
  walletPart,
} from './purchase.rules.ts';
import { ordersInTheWay, releaseOwnHolds } from './release-own-holds.ts';

type Placed = { placed: { order: StoredOrder; isNew: boolean } };

/** The order, and where it is paid by card; where there is nothing to pay, the page that says so. */
export function placeCardOrder(
  service: CheckoutService,
  purchase: Purchase,
): Promise<{ placed: { order: StoredOrder; url: string } } | Refused> {
  const paidBy: PaidBy = { method: 'card', billing: null };
  return service.inQueue(purchase, async () => {
    const outcome = await placeOrReplace(service, purchase, paidBy);
    if ('refused' in outcome) return outcome;
    const { order } = outcome.placed;
    if (order.status !== 'pending') return { placed: { order, url: successUrl(service, order) } };
    if (order.checkout_url) return { placed: { order, url: order.checkout_url } };
    const opened = await openSession(service, order);
    return 'refused' in opened ? opened : { placed: { order, url: opened.url } };
  });
}

/** An order that is paid by transfer or check: the operator says when the money is there. One that costs nothing is paid at once. */
export function placeBilledOrder(
  service: CheckoutService,
  purchase: Purchase,
  payment: { method: 'transfer' | 'check'; billing: Billing },
): Promise<{ placed: { order: StoredOrder } } | Refused> {
  return service.inQueue({ ...purchase, ...payment }, () => placeOrder(service, purchase, payment));
}

/** An earlier order with the same cart is the answer, unless its page takes no payment any more. */
async function placeOrReplace(service: CheckoutService, purchase: Purchase, paidBy: PaidBy): Promise<Placed | Refused> {
  const outcome = await placeOrder(service, purchase, paidBy);
  if ('refused' in outcome || outcome.placed.isNew) return outcome;
  const { order } = outcome.placed;
  if (order.status !== 'pending') return outcome;
  const earlier = await canStillBePaid(service, order);
  if ('refused' in earlier) return earlier;
  if (earlier.isOpen) return outcome;
  const ended = await unlessProviderAway(service, 'nothing_charged', cancelOrder(service, order.order_id, 'cancelled'));
  return 'refused' in ended ? ended : placeOrder(service, purchase, paidBy);
}

/** True if the page of an earlier order with the same cart still takes a payment. */
async function canStillBePaid(service: CheckoutService, order: StoredOrder): Promise<{ isOpen: boolean } | Refused> {
  const { order_id: orderId, session_id: sessionId } = order;
  // The same session is asked for again, as long as there is time enough left for the provider's shortest.
  if (!sessionId) return { isOpen: service.now().getTime() - order.created_at.getTime() < SAME_SESSION_MS };
  const found = await unlessProviderAway(service, 'nothing_charged', service.provider.findSession(sessionId));
  if ('refused' in found) return found;
  const session = found.answer;
  if (session?.state === 'paid') {
    await settleSession(service, session);
    return { refused: { code: 'already_paid', orderId } };
  }
  if (session?.state === 'unpaid') return { refused: { code: 'payment_under_way', orderId } };
  return { isOpen: session?.state === 'open' };
}

/** Where something is refused that the buyer's own unpaid orders hold, these are released, and it is tried again. */
async function placeOrder(service: CheckoutService, purchase: Purchase, paidBy: PaidBy): Promise<Placed | Refused> {
  if (purchase.items.length === 0) return { refused: { code: 'cart_empty' } };
  for (;;) {
    const outcome = await tryToPlace(service, purchase, paidBy);
    if (!('refused' in outcome)) return outcome;
    const { refused, inTheWay = [] } = outcome;
    if (!(await releaseOwnHolds(service, inTheWay))) return { refused };
  }
}

type Attempt = Placed | (Refused & { inTheWay?: StoredOrder[] });

async function tryToPlace(service: CheckoutService, purchase: Purchase, paidBy: PaidBy): Promise<Attempt> {
  // Refusals come before anything is written: there is nothing to roll back.
  const outcome = await inTransaction(service.db, (transaction) => place(transaction, service, purchase, paidBy));
  if ('placed' in outcome && outcome.placed.isNew) countOrder({ event: 'placed' });
  return outcome;
}

async function place(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  purchase: Purchase,
  paidBy: PaidBy,
): Promise<Attempt> {
  const now = service.now();
  const { accountId } = purchase;
  const { openPerAccount, placedPerAccount } = service.limits;
  const since = new Date(now.getTime() - PLACING_SECONDS * 1_000);
  const buyer = { accountId, since, most: placedPerAccount, signedIn: purchase.since ?? null };
  const { placed: recent, invoiceTo, hasEnded } = await lockBuyer(transaction, buyer);
  // It was deleted while this waited: nobody would be there to pay for it, or to get it.
  if (hasEnded) throw unauthenticated();
  const sent = await findSent(transaction, purchase, now);
  if (sent) return sent;
  const open = await listPendingOrders(transaction, accountId, openPerAccount);
  const named = { ...purchase, items: await nameDefaults(transaction, purchase.items, open) };
  const free = purchase.amount === 0 ? await findRecentFreeOrders(transaction, accountId, now) : [];
  const paid = await findRecentWalletOrders(transaction, purchase, now);
  // With a key of its own it is another order, however alike it is.
  const same = purchase.request
    ? undefined
    : (open.find((order) => isSamePurchase(order, named, paidBy, now) && isInvoicedTo(order, invoiceTo)) ??
      sentBefore([...free, ...paid], named, paidBy, now));
  if (same) return { placed: { order: same, isNew: false } };
  if (recent >= placedPerAccount) return { refused: { code: 'too_many_orders' } };
  if (open.length >= openPerAccount) return { refused: { code: 'too_many_open_orders', open: open.length } };

  const priced = await priceItems(service, transaction, purchase, { lock: true });
  if ('refused' in priced) return priced;
  const { cart } = priced;
  const refused =
    refusalOfCart(cart, purchase, paidBy.method) ??
    refusalOfOwned(cart, purchase, await findOwned(transaction, accountId, cart.lines, now)) ??
    (await checkHoldLimit(transaction, service, accountId, {
      lines: cart.lines,
      open: [...open, ...free],
      method: paidBy.method,
      now,
    })) ??
    (await refusalOfWallet(transaction, service, purchase, cart.totalCents));
  if (refused) return { refused, inTheWay: ordersInTheWay(open, refused, { cart, purchase, now }) };
  const order = await holdOrder(transaction, service, purchase, { cart, paidBy, invoiceTo, now });
  if (order.wallet_cents > 0) post(transaction, walletPayment(order, now));
  const isPaid = isFree(cart) || (order.wallet_cents > 0 && order.wallet_cents === order.total_cents);
  return { placed: { order: isPaid ? await payNothing(transaction, service, order) : order, isNew: true } };
}

/**
 * The order of the same key, before anything that may have changed since is compared: prices, defaults, what is owned. One that ended
 * unpaid gives its key away. Null: there is none.
 */
async function findSent(
  transaction: Transaction<ApiTables>,
  { accountId, request }: Purchase,
  now: Date,
): Promise<Attempt | null> {
  const order = request ? await findOrderByRequest(transaction, accountId, request.key) : null;
  if (!order || !request) return null;
  if (order.request_sha256 !== request.sha256) return { refused: { code: 'request_key_reused' } };
  const hasEnded = order.status === 'cancelled' || order.status === 'expired';
  if (!hasEnded) return { placed: { order, isNew: false } };
  await updateOrder(transaction, order.order_id, { request_key: null, request_sha256: null, updated_at: now });
  return null;
}

/**
 * Why the wallet does not pay its part; null where it does, or has none. The buyer is locked (`lockBuyer`): nobody else takes anything out of
 * it until it is posted.
 */
async function refusalOfWallet(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  purchase: Purchase,
  totalCents: number,
): Promise<Refusal | null> {
  const cents = walletPart(purchase, totalCents);
  if (cents === 0) return null;
  const wallet = await findWallet(transaction, purchase.accountId, service.now());
  const isOpen = service.walletIsOpen;
  return refusalOfWalletPayment(wallet, { cents, isOpen }) ?? refusalOfRest(totalCents - cents);
}
