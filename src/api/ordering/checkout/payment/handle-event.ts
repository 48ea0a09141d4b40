// Handles the signed messages of the payment provider. Every kind that the shop knows ends in one verb; whatever else comes
// is acknowledged, and changes nothing.
import { listAudit } from '#platform/audit/audit-log.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { lockOrder, updateOrder } from '../../order/order.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { close } from '../close-order.ts';
import { mailBuyer } from '../delivery/mail-buyer.ts';
import { paymentFailedMail } from '../delivery/order-mails.ts';
import { recordOrder } from '../placing/record-order.ts';
import { lockEvent } from './payment-event.store.ts';
import type { PaymentEvent, PaymentSession } from './provider/provider-answers.ts';
import { settleSession } from './provider/settle-session.ts';
import { recordUnmatched } from './record-unmatched.ts';
import { syncPayment } from './sync-payment.ts';

/** Events that the provider is to be asked to send; docs/operations.md names them to the operator. */
export const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'transfer.updated',
  'transfer.reversed',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
  'v2.core.account[requirements].updated',
  'v2.core.account[configuration.recipient].capability_status_updated',
  'v2.core.account_link.returned',
] as const;

const ofPayouts = /^(transfer\.|payout\.|account\.|v2\.core\.account[.[])/;
const ofPayments = /^(charge\.refunded$|charge\.refund\.|refund\.|charge\.dispute\.)/;

export async function handleEvent(service: CheckoutService, event: PaymentEvent): Promise<void> {
  if (event.isOfOtherMode) return recordOtherMode(service, event);
  if (ofPayouts.test(event.type)) return service.handlePayoutEvent(event);
  if (event.session?.payInId) return settlePayIn(service, event.session.payInId, event.session);
  if (event.session && event.type === 'checkout.session.async_payment_failed')
    return failPayment(service, event.session);
  if (event.session) return void (await settleSession(service, event.session, event.id));
  if (event.paymentIntent && ofPayments.test(event.type)) return syncPayment(service, event.paymentIntent);
}

async function settlePayIn(service: CheckoutService, payInId: string, session: PaymentSession): Promise<void> {
  const settled = await service.payIns.settle(payInId, session);
  if (settled !== 'foreign' || session.state !== 'paid') return;
  const { id, amountCents, currency } = session;
  await inTransaction(service.db, (transaction) =>
    recordUnmatched(
      transaction,
      { ...service, actor: { kind: 'provider' } },
      {
        payment_id: id,
        order_id: null,
        amount_cents: amountCents,
        currency,
        reason: 'unknown_order',
      },
    ),
  );
}

/** Test money in a shop that takes real money, or the other way round: somebody has mixed up keys. */
async function recordOtherMode({ db, log }: CheckoutService, { id, type }: PaymentEvent): Promise<void> {
  log.error(
    { part: 'api', event: id, type },
    'a message of the provider’s other mode is not acted upon: look at the keys',
  );
  await db.transaction().execute(async (transaction) => {
    const actor = { kind: 'provider' } as const;
    // The provider tells a thing as often as it likes; the log has it once.
    await lockEvent(transaction, id);
    const recorded = await listAudit(transaction, { subject: id, action: 'payment.other_mode', limit: 1 });
    if (recorded.length > 0) return;
    await recordAudit(transaction, actor, {
      action: 'payment.other_mode',
      subject: { kind: 'payment', id },
      details: { type },
    });
  });
}

/** A payment that was under way for days has not arrived after all. */
async function failPayment(service: CheckoutService, session: PaymentSession): Promise<void> {
  const providerService: CheckoutService = { ...service, actor: { kind: 'provider' } };
  await inTransaction(service.db, async (transaction) => {
    const order = session.orderId ? await lockOrder(transaction, session.orderId) : null;
    if (!order || order.session_id !== session.id || order.paid_at) return;
    // Nothing waits for it any more: this is the second time that it is told.
    if (order.status !== 'pending' && order.next_check_at === null) return;
    if (order.status === 'pending') await close(transaction, providerService, order, 'cancelled');
    else await updateOrder(transaction, order.order_id, { next_check_at: null, updated_at: service.now() });
    await recordOrder(transaction, providerService, order.order_id, 'payment_failed');
    await mailBuyer(transaction, service, order, paymentFailedMail);
  });
}
