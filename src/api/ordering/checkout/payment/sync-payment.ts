// Follows a payment at the provider after it was made: refunds of its dashboard, refunds that fail later, disputes.
// A message only says that there is something to hear; what is true is asked for, so that no order of arrival can confuse it.
import type { Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { findDisputeState, recordEvidenceDue, saveDispute } from '../../dispute/dispute.store.ts';
import { aroundHolds } from '../../dispute/payment/around-holds.ts';
import { mailCardDispute } from '../../dispute/payment/mail-card-dispute.ts';
import { findOrder, findOrderByPayment, getLockedOrder, lockOrder } from '../../order/order.store.ts';
import { insertRefundOnce } from '../../order/refund.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { bookOrder } from '../earnings/book-order.ts';
import { earningsArrived, returnEarnings, takeEarnings } from '../earnings/take-earnings.ts';
import { recordOrder } from '../placing/record-order.ts';
import { giveBack } from '../refund/give-back.ts';
import { recordRefund } from '../refund/record-refund.ts';
import type { Payment, ProviderDispute } from './provider/provider-answers.ts';
import { settleSession } from './provider/settle-session.ts';
import { recordUnmatched } from './record-unmatched.ts';
import { closeReview, openReview } from './review-order.ts';

/** Makes true of the order what the provider says of its payment now. Safe to repeat. */
export async function syncPayment(service: CheckoutService, paymentIntent: string): Promise<void> {
  const providerService: CheckoutService = { ...service, actor: { kind: 'provider' } };
  const payment = await service.provider.findPayment(paymentIntent);
  if (!payment)
    return service.log.warn(
      { part: 'api', payment: paymentIntent },
      'the provider does not know a payment that it has told of',
    );
  if (payment.payInId && (await service.payIns.hear(payment.payInId, payment)) === 'heard') return;
  const orderId = (await findOrderByPayment(service.db, paymentIntent)) ?? payment.orderId;
  if (orderId) await settleFirst(providerService, orderId);
  await inTransaction(service.db, async (transaction) => {
    const order = orderId ? await lockOrder(transaction, orderId) : null;
    if (!order || order.payment_intent !== paymentIntent)
      return recordUnmatched(transaction, providerService, {
        payment_id: paymentIntent,
        order_id: orderId,
        amount_cents: payment.receivedCents,
        currency: payment.currency,
        reason: order ? 'other_session' : 'unknown_order',
      });
    await syncOrder(transaction, providerService, order.order_id, payment);
  });
}

/** Settles the payment itself first: later events may arrive before it. */
async function settleFirst(service: CheckoutService, orderId: string): Promise<void> {
  const order = await findOrder(service.db, orderId);
  if (!order?.session_id || order.payment_intent) return;
  const session = await service.provider.findSession(order.session_id);
  if (session) await settleSession(service, session);
}

async function syncOrder(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  orderId: string,
  payment: Payment,
): Promise<void> {
  // Each step leaves the order changed: it is read again, and stays locked.
  const current = () => getLockedOrder(transaction, orderId);
  for (const refund of payment.refunds) await recordRefund(transaction, service, await current(), refund);
  for (const dispute of payment.disputes) await recordDispute(transaction, service, await current(), dispute);
}

async function recordDispute(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  given: StoredOrder,
  told: ProviderDispute,
): Promise<void> {
  const now = service.now();
  const order = await bookOrder(transaction, given);
  const known = await findDisputeState(transaction, told.id);
  if (known === 'open' && told.state === 'open') await recordEvidenceDue(transaction, told.id, told.dueBy);
  // An answer of before, or an appeal: a dispute that is over stays so.
  if (known !== null && (known === told.state || known !== 'open')) return;
  await saveDispute(transaction, {
    dispute_id: told.id,
    order_id: order.order_id,
    state: told.state,
    reason: told.reason,
    amount_cents: told.amountCents,
    evidence_due_at: told.dueBy,
    created_at: now,
    updated_at: now,
  });
  const details = { amount_cents: told.amountCents, reason: told.reason };
  const event = ({ open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const)[told.state];
  await recordOrder(transaction, service, order.order_id, event, details);
  service.log.warn({ part: 'api', order: order.order_id, ...details }, event.replace('_', ' '));
  await mailCardDispute(transaction, service, order, told);
  const taking = { id: told.id, by: 'dispute', reason: told.reason, at: now } as const;
  await aroundHolds(transaction, service, order.order_id, 'bank', async () => {
    await takeEarnings(transaction, order, told.amountCents, taking);
    if (told.state === 'won')
      await returnEarnings(transaction, order, told.amountCents, { ...taking, cameBack: false });
    if (told.state === 'lost') await earningsArrived(transaction, order, told.amountCents, taking);
  });
  if (told.state === 'open') {
    await openReview(transaction, service, order, { reason: 'dispute' });
  } else {
    await closeReview(transaction, service, order);
    if (told.state === 'lost') await loseMoney(transaction, service, order.order_id, told);
  }
  // Once it is known who has the money: what is paid with it is away meanwhile, comes back, or stays away.
  await service.settleGoods(transaction, order, now);
}

/** Counts money that the bank has taken back as refunded: the shop has it no longer. */
async function loseMoney(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  orderId: string,
  dispute: ProviderDispute,
): Promise<void> {
  const order = await getLockedOrder(transaction, orderId);
  const left = (order.received_cents ?? 0) - order.refunded_cents;
  const lost = Math.min(dispute.amountCents, left);
  if (lost <= 0) return;
  const now = service.now();
  const reason = `dispute lost: ${dispute.reason}`;
  await insertRefundOnce(transaction, {
    refund_id: dispute.id,
    order_id: orderId,
    amount_cents: lost,
    reason,
    provider_id: dispute.id,
    state: 'succeeded',
    origin: 'dispute',
    next_attempt_at: now,
    created_at: now,
  });
  await giveBack(transaction, service, order, { amountCents: lost });
}
