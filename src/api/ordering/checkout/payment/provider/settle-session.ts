// Applies the provider's word about a session. Webhook, return page and reconciliation all end here; the order's own
// row, locked, decides what happens, whatever comes in whatever order and however often.
import type { Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import { cardCents, fromWalletCents } from '../../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../../schema/order.record.ts';
import type { ApiTables } from '../../../../schema/schema.ts';
import { findOrder, lockOrder } from '../../../order/order.store.ts';
import type { CheckoutService } from '../../checkout-service.ts';
import { close } from '../../close-order.ts';
import { carryOutRefunds } from '../../refund/carry-out-refunds.ts';
import { recordEvent } from '../payment-event.store.ts';
import { recordUnmatched } from '../record-unmatched.ts';
import { openReview } from '../review-order.ts';
import { pay, type Settlement } from './pay.ts';
import { currency } from './payment-provider.ts';
import type { PaymentSession } from './provider-answers.ts';

/** `eventId` makes an event count once; it is remembered in the same transaction as what it does. */
export async function settleSession(
  service: CheckoutService,
  session: PaymentSession,
  eventId: string | null = null,
): Promise<Settlement> {
  const providerService: CheckoutService = { ...service, actor: { kind: 'provider' } };
  const outcome = await inTransaction(service.db, async (transaction): Promise<Settlement> => {
    const { orderId } = session;
    if (eventId && !(await recordEvent(transaction, { eventId, orderId, now: service.now() }))) return 'unpaid';
    // Noting the event has locked the order.
    const order = orderId && (await (eventId ? findOrder : lockOrder)(transaction, orderId));
    // A session is an order's when both say so; before the order knows its session, the provider's word is enough.
    if (order && (order.session_id === null || order.session_id === session.id))
      return settle(transaction, providerService, order, session);
    if (session.state === 'paid')
      await recordUnmatched(transaction, providerService, {
        payment_id: session.id,
        order_id: orderId,
        amount_cents: session.amountCents,
        currency: session.currency,
        reason: order ? 'other_session' : 'unknown_order',
      });
    return 'refused';
  });
  if (outcome === 'refunded') await carryOutRefunds(providerService);
  return outcome;
}

/** The session must be the order's, and the order locked. */
async function settle(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  session: PaymentSession,
): Promise<Settlement> {
  if (session.state === 'expired' && order.status === 'pending')
    await close(transaction, service, order, 'expired', { session });
  if (session.state !== 'paid') return 'unpaid';
  const { id, paymentIntent, amountCents, currency: paidIn } = session;
  if (amountCents !== cardCents(order) || paidIn !== currency) {
    const receivedCents = amountCents + fromWalletCents(order);
    const received = { session_id: id, payment_intent: paymentIntent, received_cents: receivedCents };
    return openReview(transaction, service, order, { reason: 'amount', currency: paidIn, received });
  }
  return pay(transaction, service, order, { id, paymentIntent });
}
