// Orders that cost nothing, or are wholly paid from the wallet, need no page to pay on: placed, and paid, in one transaction.
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { toCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { getLockedOrder, listFreeOrders, listWalletOrders } from '../../order/order.store.ts';
import { DAY_MS, SENT_TWICE_MS } from '../../order/unpaid-order-limits.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { sell } from '../payment/sell.ts';
import { isSamePurchase, type PaidBy, type Purchase, walletPart } from './purchase.rules.ts';

/** No payment provider knows it. As long as one of theirs: who knows it may see that there was nothing to pay. */
function newOwnSession(kind: 'free' | 'wallet'): string {
  return `${kind}_${randomBytes(24).toString('base64url')}`;
}

/** The page that says so, of an order that is paid. */
export function successUrl({ shop }: Pick<CheckoutService, 'shop'>, { session_id: sessionId }: StoredOrder): string {
  return `${shop.origin}/success?${new URLSearchParams({ session_id: sessionId ?? '' })}`;
}

/** The order holds what it takes, and is locked: it has just been made by this transaction. Answers it as it is then. */
export async function payNothing(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
): Promise<StoredOrder> {
  await sell(transaction, service, order, { session_id: newOwnSession(order.wallet_cents > 0 ? 'wallet' : 'free') });
  return getLockedOrder(transaction, order.order_id);
}

/** Free orders of the account since yesterday: they count as held, so that nobody takes all there is. */
export function findRecentFreeOrders(
  transaction: Transaction<ApiTables>,
  accountId: string,
  now: Date,
): Promise<StoredOrder[]> {
  return listFreeOrders(transaction, accountId, new Date(now.getTime() - DAY_MS));
}

/** Orders that the account has just paid wholly from its wallet. Only read where the purchase is to be paid so. */
export async function findRecentWalletOrders(
  transaction: Transaction<ApiTables>,
  purchase: Purchase,
  now: Date,
): Promise<StoredOrder[]> {
  if (walletPart(purchase, toCents(purchase.amount)) < toCents(purchase.amount) || purchase.walletCents === 0)
    return [];
  return listWalletOrders(transaction, purchase.accountId, new Date(now.getTime() - SENT_TWICE_MS));
}

/** The same, sent twice: a second click, or a retry after an answer that was lost. */
export function sentBefore(
  free: readonly StoredOrder[],
  purchase: Purchase,
  paidBy: PaidBy,
  now: Date,
): StoredOrder | undefined {
  return free.find(
    (order) =>
      now.getTime() - order.created_at.getTime() < SENT_TWICE_MS && isSamePurchase(order, purchase, paidBy, now),
  );
}
