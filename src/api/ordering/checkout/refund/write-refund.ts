// A refund that is decided: written with what it takes of the lines, and asked for at the provider once that is committed.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { RefundTarget } from '#contract/money/buyer-wallet.ts';
import type { Refusal } from '#contract/refusal.ts';
import { originRefundableCents, refundableCents } from '../../../money/ports.rules.ts';
import { findRefundTarget } from '../../../money/ports.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { aroundHolds } from '../../dispute/payment/around-holds.ts';
import { getLockedOrder } from '../../order/order.store.ts';
import { insertRefund, settleRefundedLines } from '../../order/refund.store.ts';
import { type RefundPart, splitRefund } from '../../order/refund-split.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { takeEarnings } from '../earnings/take-earnings.ts';
import { recordOrder } from '../placing/record-order.ts';

export type RefundDecision = {
  amountCents: number;
  /** Parts of it by line, where they are named. */
  lines: Array<{ line: number; amount_cents: number; minutes?: number }>;
  /** For the audit log. */
  details: Record<string, string>;
};

/** A request that may be sent again: one of the same key is the same, whatever became of it. `sha256` is of what it asks for. */
export type RefundRequest = { key: string; sha256: string };

/**
 * Answers its id. It goes where the buyer wants it, unless `to` says otherwise; what goes to two places is two refunds, of which the second names the first. The order must be
 * locked, and in the ledger; whoever decides has asked `refusalOfRefund`.
 */
export async function writeRefund(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  given: RefundDecision & { reason: string; request?: RefundRequest | null; to?: RefundTarget | null },
): Promise<string> {
  const [first, second] = splitRefund(
    given,
    await targetOf(transaction, service, order, given.to ?? null),
    originRefundableCents(order),
  );
  if (!first) throw new Error(`Nothing of ${order.order_id} is to be refunded.`);
  const refundId = await writePart(transaction, service, order, { ...given, ...first });
  if (second) {
    const now = await getLockedOrder(transaction, order.order_id);
    await writePart(transaction, service, now, { ...given, ...second, request: null, partOf: refundId });
  }
  return refundId;
}

/** Where the buyer wants refunds to go, or whoever decides this one. A closed shop adds nothing to wallets but what came from them. */
async function targetOf(
  transaction: Transaction<ApiTables>,
  { walletIsOpen }: CheckoutService,
  { account_id }: StoredOrder,
  asked: RefundTarget | null,
): Promise<RefundTarget> {
  if (!walletIsOpen || !account_id) return 'card';
  return asked ?? findRefundTarget(transaction, account_id);
}

async function writePart(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  given: RefundPart &
    Pick<RefundDecision, 'details'> & { reason: string; request?: RefundRequest | null; partOf?: string },
): Promise<string> {
  const { amountCents, lines, details, reason, request, destination, partOf } = given;
  const now = service.now();
  const refundId = randomUUID();
  const refund = {
    refund_id: refundId,
    order_id: order.order_id,
    amount_cents: amountCents,
    reason,
    next_attempt_at: now,
    created_at: now,
    request_key: request?.key ?? null,
    request_sha256: request?.sha256 ?? null,
    destination,
    part_of: partOf ?? null,
  };
  await insertRefund(transaction, refund, lines);
  await settleRefundedLines(transaction, order.order_id);
  await aroundHolds(transaction, service, order.order_id, 'refund', () =>
    takeEarnings(transaction, order, amountCents, { id: refundId, by: 'refund', reason, at: now }),
  );
  // Refunded goods are not to be used while the money is on its way.
  await service.settleGoods(transaction, order, now);
  await recordOrder(transaction, service, order.order_id, 'refund_decided', {
    ...details,
    amount_cents: amountCents,
    refund: refundId,
    ...(destination === 'wallet' && { to: 'wallet' }),
  });
  return refundId;
}

export function refusalOfRefund(order: StoredOrder, amountCents: number): Refusal | null {
  if (order.review_reason === 'dispute') return { code: 'payment_disputed' };
  // Failed refunds of a refunded order can be tried again.
  if (!['paid', 'fulfilled', 'in_review', 'refunded'].includes(order.status))
    return { code: 'nothing_to_refund', status: order.status };
  const leftCents = refundableCents(order);
  return amountCents <= 0 || amountCents > leftCents ? { code: 'refund_too_large', leftCents } : null;
}
