import type { RefundState } from '#contract/order.ts';
import type { Refused } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { refundableCents, type StoredOrder } from '../../order/order.rules.ts';
import { lockOrder } from '../../order/order.store.ts';
import { findRequestedRefund, getRefund } from '../../order/refund.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { bookOrder } from '../earnings/book-order.ts';
import { carryOutRefunds } from './carry-out-refunds.ts';
import { type RefundDecision, type RefundRequest, refusalOfRefund, writeRefund } from './write-refund.ts';

export type RefundOutcome = { amountCents: number; state: RefundState; failure: string | null };

/**
 * Decides a refund of `amountCents`, or of all that is left of the order, and asks the provider for it. A whole refund of
 * an order puts its items back. The order is locked, so that refunds at the same time never exceed what was received.
 */
export async function refundOrder(
  service: CheckoutService,
  given: { orderId: string; amountCents: number | null; reason: string },
): Promise<{ refund: RefundOutcome } | Refused> {
  return decideRefund(service, given, (order) => {
    const amountCents = given.amountCents ?? refundableCents(order);
    const refused = refusalOfRefund(order, amountCents);
    return refused ? { refused } : { amountCents, lines: [], details: {} };
  });
}

type Decided = { refundId: string; amountCents: number };

/** `decide` sees the order while nobody else changes it. */
export async function decideRefund(
  service: CheckoutService,
  given: { orderId: string; reason: string; request?: RefundRequest | null },
  decide: (order: StoredOrder) => RefundDecision | Refused,
): Promise<{ refund: RefundOutcome } | Refused> {
  const { request = null } = given;
  const decided = await inTransaction(service.db, async (transaction): Promise<Decided | Refused> => {
    const locked = await lockOrder(transaction, given.orderId);
    if (!locked) return { refused: { code: 'no_such_order', orderId: given.orderId } };
    const order = await bookOrder(transaction, locked);
    const known = request && (await findRequestedRefund(transaction, order.order_id, request.key));
    if (known)
      return known.request_sha256 === request.sha256
        ? { refundId: known.refund_id, amountCents: known.amount_cents }
        : { refused: { code: 'request_key_reused' } };
    const decision = decide(order);
    if ('refused' in decision) return decision;
    const refundId = await writeRefund(transaction, service, order, { ...decision, reason: given.reason, request });
    return { refundId, amountCents: decision.amountCents };
  });
  if ('refused' in decided) return decided;
  const { refundId, amountCents } = decided;
  await carryOutRefunds(service, refundId);
  const { state, failure } = await getRefund(service.db, refundId);
  return { refund: { amountCents, state, failure } };
}
