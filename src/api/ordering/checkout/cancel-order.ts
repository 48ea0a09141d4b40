import { inTransaction } from '#platform/database/after-commit.ts';
import { endPayInsOf, lockWallet } from '../../money/ports.ts';
import { endAccount } from '../../people/ports.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import {
  cancelUnpaidOrders,
  findOrder,
  listPendingOfSuspended,
  listPendingOrderIds,
  updateOrder,
} from '../order/order.store.ts';
import type { CheckoutService } from './checkout-service.ts';
import { type Because, closeOrder } from './close-order.ts';
import { withdrawnMail } from './delivery/order-mails.ts';
import { isProviderAway } from './payment/provider/payment-provider.ts';
import { settleSession } from './payment/provider/settle-session.ts';

/** Orders that a suspension ends at once. */
const AT_ONCE = 50;

/**
 * Ends an order that was not paid: its items are free again, and its coupon can be used again. The provider's session
 * is ended first, so that nobody can pay for what is given away; if it was paid meanwhile, the order is paid. What is paid
 * after all is noticed: see late-payment.ts. `because` is for the audit log and the buyer, where it was not the buyer's own wish.
 */
export async function cancelOrder(
  service: CheckoutService,
  orderId: string,
  end: 'cancelled' | 'expired',
  because: Because = {},
): Promise<'done' | 'paid' | 'refused'> {
  const order = await findOrder(service.db, orderId);
  if (order?.status !== 'pending') return order?.status === 'paid' ? 'paid' : 'refused';
  const sessionId = order.session_id ?? (await findLostSession(service, order));
  const session = sessionId ? await service.provider.expireSession(sessionId) : null;
  if (session?.state === 'paid') return (await settleSession(service, session)) === 'paid' ? 'paid' : 'refused';
  return closeOrder(service, orderId, end, { session, because });
}

/** Ends these orders where they wait for their payment. What cannot be ended now is ended by the reconciliation. */
export async function cancelOrders(service: CheckoutService, orderIds: string[]): Promise<void> {
  for (const id of orderIds) {
    await cancelOrder(service, id, 'cancelled').catch((error) => {
      service.log.warn({ part: 'api', order: id, error: String(error) }, 'an order is not cancelled yet');
    });
  }
}

/**
 * For accounts that were deleted at the account service: what was asked for before, and would be placed after, is refused; what was placed is ended, and
 * what is paid for it after all goes back. Safe to repeat.
 */
export async function cancelOrdersOfDeleted(service: CheckoutService, accountIds: string[]): Promise<void> {
  const jobService: CheckoutService = { ...service, actor: { kind: 'job' } };
  for (const accountId of accountIds) {
    const orderIds = await inTransaction(service.db, async (transaction) => {
      await endAccount(transaction, accountId);
      await endPayInsOf(transaction, [accountId]);
      return cancelUnpaidOrders(transaction, accountId);
    });
    await cancelOrders(jobService, orderIds);
  }
}

/**
 * For the orders of accounts that have ended at the account service, also where they may come back. Safe to repeat. Who is suspended places none from
 * then on (`hasEnded`): what was placed before is seen by waiting for the lock of the buyer.
 */
export async function cancelOrdersOfAccounts(service: CheckoutService, accountIds: string[]): Promise<void> {
  const jobService: CheckoutService = { ...service, actor: { kind: 'job' } };
  for (const accountId of accountIds) {
    const orderIds = await inTransaction(service.db, async (transaction) => {
      await lockWallet(transaction, accountId);
      return listPendingOrderIds(transaction, [accountId]);
    });
    await cancelOrders(jobService, orderIds);
  }
}

/**
 * Ends what waits for its payment and has something of a suspended shop: it is not sold any more. Its buyers are told. What cannot be ended now, as
 * the provider does not answer or there are many, is ended by the reconciliation; a payment that comes before goes back (payment/pay.ts).
 */
export async function cancelOrdersOfSuspended(service: CheckoutService): Promise<void> {
  const jobService: CheckoutService = { ...service, actor: { kind: 'job' } };
  for (const id of await listPendingOfSuspended(service.db, AT_ONCE)) {
    try {
      await cancelOrder(jobService, id, 'cancelled', { details: { reason: 'seller suspended' }, mail: withdrawnMail });
    } catch (error) {
      service.log.warn({ part: 'api', order: id, error: String(error) }, 'an order is not cancelled yet');
      if (isProviderAway(error)) return;
    }
  }
}

/** The session that was asked for, where the answer never arrived. */
async function findLostSession(service: CheckoutService, order: StoredOrder): Promise<string | null> {
  if (order.payment_method !== 'card' || order.expires_at <= service.now()) return null;
  const session = await service.provider.findLostSession(order);
  if (!session) return null;
  await updateOrder(service.db, order.order_id, { session_id: session.id, updated_at: service.now() });
  return session.id;
}
