import { randomUUID } from 'node:crypto';
import type { RefundState } from '#contract/order.ts';
import type { Refusal, Refused } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { refundableCents, type StoredOrder } from '../../order/order.rules.ts';
import { lockOrder } from '../../order/order.store.ts';
import { findRequestedRefund, getRefund, insertRefund, settleRefundedLines } from '../../order/refund.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { recordOrder } from '../record-order.ts';
import { carryOutRefunds } from './carry-out-refunds.ts';

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

type Decision = {
  amountCents: number;
  /** What of it is for which line, where that is said. */
  lines: Array<{ line: number; amount_cents: number }>;
  /** For the audit log. */
  details: Record<string, string>;
};

/** A request that may be sent again: one of the same key is the same, whatever became of it. `sha256` is of what it asks for. */
type RefundRequest = { key: string; sha256: string };

/** `decide` sees the order while nobody else changes it. */
export async function decideRefund(
  service: CheckoutService,
  given: { orderId: string; reason: string; request?: RefundRequest | null },
  decide: (order: StoredOrder) => Decision | Refused,
): Promise<{ refund: RefundOutcome } | Refused> {
  const { request = null } = given;
  const decided = await inTransaction(service.db, async (transaction): Promise<Decided | Refused> => {
    const order = await lockOrder(transaction, given.orderId);
    if (!order) return { refused: { code: 'no_such_order', orderId: given.orderId } };
    const known = request && (await findRequestedRefund(transaction, order.order_id, request.key));
    if (known)
      return known.request_sha256 === request.sha256
        ? { refundId: known.refund_id, amountCents: known.amount_cents }
        : { refused: { code: 'request_key_reused' } };
    const decision = decide(order);
    if ('refused' in decision) return decision;
    const { amountCents, lines, details } = decision;
    const now = service.now();
    const refundId = randomUUID();
    const refund = {
      refund_id: refundId,
      order_id: order.order_id,
      amount_cents: amountCents,
      reason: given.reason,
      next_attempt_at: now,
      created_at: now,
      request_key: request?.key ?? null,
      request_sha256: request?.sha256 ?? null,
    };
    await insertRefund(transaction, refund, lines);
    await settleRefundedLines(transaction, order.order_id);
    // What goes back is not to be used while the money is on its way.
    await service.settleGoods(transaction, order.order_id, now);
    await recordOrder(transaction, service, order.order_id, 'refund_decided', {
      ...details,
      amount_cents: amountCents,
    });
    return { refundId, amountCents };
  });
  if ('refused' in decided) return decided;
  const { refundId, amountCents } = decided;
  await carryOutRefunds(service, refundId);
  const { state, failure } = await getRefund(service.db, refundId);
  return { refund: { amountCents, state, failure } };
}

export function refusalOfRefund(order: StoredOrder, amountCents: number): Refusal | null {
  if (order.review_reason === 'dispute') return { code: 'payment_disputed' };
  // What failed to go back of a refunded order can be tried again.
  if (!['paid', 'fulfilled', 'in_review', 'refunded'].includes(order.status))
    return { code: 'nothing_to_refund', status: order.status };
  const leftCents = refundableCents(order);
  return amountCents <= 0 || amountCents > leftCents ? { code: 'refund_too_large', leftCents } : null;
}
