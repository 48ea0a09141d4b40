import { randomUUID } from 'node:crypto';
import type { LineDisputeReason } from '#contract/ordering/dispute-terms.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { CheckoutService } from '../checkout/checkout-service.ts';
import { bookOrder } from '../checkout/earnings/book-order.ts';
import { lockOrder, recordDisputed } from '../order/order.store.ts';
import { listRefundShares } from '../order/refund-share.store.ts';
import { answerUntil, type DisputeRefusal, type DisputeTimes, leftCents, refusalOfOpening } from './dispute.rules.ts';
import { insertDisputeMessage } from './dispute-message.store.ts';
import { insertLineDispute } from './line-dispute.store.ts';
import { mailDispute } from './mail-dispute.ts';
import { holdLine } from './payment/around-holds.ts';
import { recordDispute } from './payment/record-dispute.ts';

type Opened = {
  orderId: string;
  /** The buyer. */
  accountId: string;
  line: number;
  reason: LineDisputeReason;
  text: string;
  times: DisputeTimes;
};

/** A buyer disputes a line: its money waits from now on. Null: no order of theirs has such a line. */
export async function openDispute(
  service: CheckoutService,
  given: Opened,
): Promise<{ disputeId: string } | DisputeRefusal | null> {
  const { orderId, accountId, reason, text, times } = given;
  return inTransaction(service.db, async (transaction) => {
    const locked = await lockOrder(transaction, orderId);
    if (!locked || locked.account_id !== accountId) return null;
    const order = await bookOrder(transaction, locked);
    const line = order.lines.find((one) => one.line === given.line);
    if (!line) return null;
    const now = service.now();
    const shares = await listRefundShares(transaction, orderId);
    const refused = refusalOfOpening(order, line, { shares, reason, now, times });
    if (refused) return refused;
    const disputeId = randomUUID();
    const dispute = {
      dispute_id: disputeId,
      order_id: orderId,
      line: line.line,
      seller_id: line.seller_id,
      account_id: accountId,
      reason,
      state: 'open' as const,
      amount_cents: leftCents(line, shares),
      opened_at: now,
      answer_until: answerUntil(now, times),
      answered_at: null,
      paused_at: null,
      ended_at: null,
      decision: null,
      decided_cents: null,
      decided_minutes: null,
      decision_reason: '',
      decided_by: null,
      hold_id: null,
    };
    await insertLineDispute(transaction, dispute);
    await insertDisputeMessage(transaction, {
      message_id: randomUUID(),
      dispute_id: disputeId,
      side: 'buyer',
      seller_id: null,
      account_id: accountId,
      text,
      created_at: now,
    });
    await recordDisputed(transaction, orderId, line.line, true);
    await holdLine(transaction, order, dispute, now);
    const who = { ...service, by: accountId };
    await recordDispute(transaction, who, dispute, 'opened', { reason, amount_cents: dispute.amount_cents });
    await mailDispute(transaction, service, order, dispute, { step: 'opened' });
    return { disputeId };
  });
}
