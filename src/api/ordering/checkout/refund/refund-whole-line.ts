import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Refused } from '#contract/refusal.ts';
import { lineCents, refundableCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
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
  /** Share of what was paid for the line, above 0, that is given back at most; all of it where nothing is said. */
  share?: number;
  /** Called once the refund is written, in its transaction: what it throws takes the refund back. */
  claim?: (transaction: Transaction<ApiTables>) => Promise<void>;
};

/** Gives back all that is left of a line, or a share of it, whoever has sold it. The same key is the same refund. */
export function refundWholeLine(
  service: CheckoutService,
  given: WholeLine,
): Promise<{ refund: RefundOutcome } | Refused> {
  const { orderId, line, reason, requestKey, share = 1, claim } = given;
  const sha256 = createHash('sha256')
    .update(JSON.stringify([orderId, line]))
    .digest('hex');
  const request = { key: requestKey, sha256 };
  return decideRefund(
    { ...service, by: given.by },
    { orderId, reason, request, ...(claim && { check: claim }) },
    (order) => decide(order, line, share),
  );
}

function decide(order: StoredOrder, line: number, share: number) {
  const stored = order.lines.find((other) => other.line === line);
  if (!stored) return { refused: { code: 'no_such_line', line } } as const;
  if (order.status === 'in_review') return { refused: { code: 'order_on_hold', orderId: order.order_id } } as const;
  // The operator may have given back more of the order than its other lines came to.
  const { paid, left } = lineCents(stored);
  const amountCents = Math.min(Math.round(paid * share), left, refundableCents(order));
  if (amountCents <= 0) return { refused: { code: 'nothing_to_refund', status: order.status } } as const;
  const refused = refusalOfRefund(order, amountCents);
  if (refused) return { refused };
  return { amountCents, lines: [{ line, amount_cents: amountCents }], details: { as: 'buyer', lines: String(line) } };
}
