// Giving money back: decided in the database, asked for at the provider, and true when the provider says so.
import { inTransaction } from '#platform/database/after-commit.ts';
import { pauseAfter } from '#platform/jobs/pause.rules.ts';
import { findPayingWallet } from '../../../money/ports.ts';
import { lockOrder } from '../../order/order.store.ts';
import { BY_HAND, claimDueRefunds, type DueRefund, IN_WALLET, updateRefund } from '../../order/refund.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { isProviderRefusal } from '../payment/provider/payment-provider.ts';
import type { ProviderRefund } from '../payment/provider/provider-answers.ts';
import { recordRefund } from './record-refund.ts';

const AT_ONCE = 20;
/** A refund that is younger has not been asked for before. */
const FRESH_MS = 60_000;
/** Longer than the provider may be asked for one refund. */
const CLAIM_MS = 2 * 60_000;

/**
 * Every refund that is decided and not asked for, or that the provider still works on; or the one that is named. Safe to
 * repeat: the refund's id is the provider's idempotency key. One that fails waits longer each time, behind the others.
 */
export async function carryOutRefunds(service: CheckoutService, refundId: string | null = null): Promise<void> {
  const now = service.now();
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  const due = await claimDueRefunds(service.db, { now, claimedUntil, limit: AT_ONCE, refundId });
  for (const refund of due) {
    try {
      await carryOut(service, refund);
    } catch (error) {
      const line = { part: 'api', refund: refund.refund_id, order: refund.order_id, error: (error as Error).stack };
      service.log.error(line, 'a refund was not carried out');
      const attempts = refund.attempts + 1;
      await updateRefund(service.db, refund.refund_id, {
        attempts,
        next_attempt_at: pauseAfter(attempts, service.now()),
      });
    }
  }
}

async function carryOut(service: CheckoutService, refund: DueRefund): Promise<void> {
  const { order_id: orderId } = refund;
  const answer = await answerOf(service, refund);
  await inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (order) await recordRefund(transaction, service, order, answer, refund.attempts);
  });
}

/** Only what goes back to a card is the provider's to do. */
async function answerOf(service: CheckoutService, refund: DueRefund): Promise<ProviderRefund> {
  const { refund_id: refundId, amount_cents: amountCents, payment_intent } = refund;
  const done = { amountCents, state: 'succeeded' as const, failure: null, refundId };
  if (refund.destination === 'wallet') {
    if (await findPayingWallet(service.db, refund)) return { ...done, id: IN_WALLET };
    return { ...done, id: '', state: 'failed', failure: 'the buyer has left, and has no wallet any more' };
  }
  return payment_intent ? askFor(service, { ...refund, payment_intent }) : { ...done, id: BY_HAND };
}

async function askFor(
  { provider, now }: CheckoutService,
  refund: DueRefund & { payment_intent: string },
): Promise<ProviderRefund> {
  const { refund_id: refundId, amount_cents: amountCents, payment_intent: paymentIntent } = refund;
  const isFresh = now().getTime() - refund.created_at.getTime() <= FRESH_MS;
  // Asked for again it would repeat its first answer, and after a day give the money once more.
  const mayBeKnown = refund.state === 'pending' || refund.attempts > 0 || !isFresh;
  const payment = mayBeKnown ? await provider.findPayment(paymentIntent) : null;
  const known = payment?.refunds.find((one) => one.refundId === refundId || one.id === refund.provider_id);
  if (known) return known;
  // Dashboard refunds don't know our id: asked for again it would give the money a second time.
  if (refund.provider_id !== null) throw new Error(`The provider does not tell of its refund ${refund.provider_id}`);
  try {
    return await provider.refund({ refundId, paymentIntent, amountCents });
  } catch (error) {
    if (!isProviderRefusal(error)) throw error;
    // A process that has died since may have asked before, and that may be why it is refused now.
    const made = (await provider.findPayment(paymentIntent))?.refunds.find((one) => one.refundId === refundId);
    if (made) return made;
    return { id: '', amountCents, state: 'failed', failure: (error as Error).message, refundId };
  }
}
