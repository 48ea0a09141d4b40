import { createHash } from 'node:crypto';
import { sumCents } from '#contract/money/amount/money.ts';
import type { Refused } from '#contract/refusal.ts';
import { lineCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { refusalOfActing } from '../delivery/deliver-lines.ts';
import { decideRefund, type RefundOutcome } from './refund-order.ts';
import { refusalOfRefund } from './write-refund.ts';

type LineRefund = {
  orderId: string;
  sellerId: string;
  /** `cents` null: all that is left of the line. */
  lines: Array<{ line: number; cents: number | null; minutes?: number }>;
  /** The buyer reads it. */
  reason: string;
  /** The account that decides it, and whether it does so for the operator. */
  by: string;
  as?: 'staff';
  /** By which the same request is known when it is sent again. */
  requestKey?: string | null;
};

/**
 * A seller gives money back for lines of theirs: of each at most what was paid for it and has not gone back. So it is always within the
 * seller's balance, which is what their paid lines come to and not less. The order is locked: what is decided at once never exceeds that.
 */
export async function refundLines(
  service: CheckoutService,
  given: LineRefund,
): Promise<{ refund: RefundOutcome } | Refused> {
  return decideRefund({ ...service, by: given.by }, { ...given, request: requestOf(given) }, (order) =>
    decide(order, given),
  );
}

/** Keys are a shop's own: another one may have thought of the same. */
function requestOf({ sellerId, lines, reason, requestKey }: LineRefund) {
  if (!requestKey) return null;
  const sha256 = createHash('sha256')
    .update(
      JSON.stringify([
        lines.map(({ line, cents, minutes }) => (minutes === undefined ? [line, cents] : [line, cents, minutes])),
        reason,
      ]),
    )
    .digest('hex');
  return { key: `${sellerId} ${requestKey}`, sha256 };
}

function decide(order: StoredOrder, { sellerId, lines, as }: LineRefund) {
  const asked = lines.map(({ line }) => line);
  const refused = refusalOfActing(order, sellerId, asked);
  if (refused) return refused.refused.code === 'nothing_to_deliver' ? nothingToRefund(order) : refused;
  const parts: Array<{ line: number; amount_cents: number; minutes?: number }> = [];
  for (const { line, cents, minutes } of lines) {
    const stored = order.lines.find((other) => other.line === line);
    const left = stored ? lineCents(stored).left : 0;
    const amount = cents ?? left;
    if (amount <= 0 || amount > left)
      return {
        refused: { code: 'line_refund_too_large', productName: stored?.product_name ?? '', leftCents: left },
      } as const;
    parts.push({ line, amount_cents: amount, ...(minutes !== undefined && { minutes }) });
  }
  const amountCents = sumCents(parts.map(({ amount_cents }) => amount_cents));
  // The operator may have given back more of the order than its other lines came to.
  const tooMuch = refusalOfRefund(order, amountCents);
  if (tooMuch) return { refused: tooMuch };
  return { amountCents, lines: parts, details: { seller: sellerId, ...(as && { as }), lines: asked.join(' ') } };
}

function nothingToRefund(order: StoredOrder): Refused {
  return { refused: { code: 'nothing_to_refund', status: order.status } };
}
