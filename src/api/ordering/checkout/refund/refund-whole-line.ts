import { createHash } from 'node:crypto';
import type { Refused } from '#contract/refusal.ts';
import { lineCents, refundableCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { decideRefund, type RefundOutcome } from './refund-order.ts';
import { refusalOfRefund } from './write-refund.ts';

type WholeLine = {
  orderId: string;
  line: number;
  /** The buyer reads it. */
  reason: string;
  /** The account that decides it: of the buyer, where something promised is late. */
  by: string;
  /** By which the same request is known when it comes again. */
  requestKey: string;
};

/** Gives back all that is left of a line, whoever has sold it. The same key is the same refund. */
export function refundWholeLine(
  service: CheckoutService,
  given: WholeLine,
): Promise<{ refund: RefundOutcome } | Refused> {
  const { orderId, line, reason, requestKey } = given;
  const sha256 = createHash('sha256')
    .update(JSON.stringify([orderId, line]))
    .digest('hex');
  const request = { key: requestKey, sha256 };
  return decideRefund({ ...service, by: given.by }, { orderId, reason, request }, (order) => decide(order, line));
}

function decide(order: StoredOrder, line: number) {
  const stored = order.lines.find((other) => other.line === line);
  if (!stored) return { refused: { code: 'no_such_line', line } } as const;
  if (order.status === 'in_review') return { refused: { code: 'order_on_hold', orderId: order.order_id } } as const;
  // The operator may have given back more of the order than its other lines came to.
  const amountCents = Math.min(lineCents(stored).left, refundableCents(order));
  if (amountCents <= 0) return { refused: { code: 'nothing_to_refund', status: order.status } } as const;
  const refused = refusalOfRefund(order, amountCents);
  if (refused) return { refused };
  return { amountCents, lines: [{ line, amount_cents: amountCents }], details: { as: 'buyer', lines: String(line) } };
}
