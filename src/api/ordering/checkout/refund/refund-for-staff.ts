// A refund that the staff decide. What is confirmed is what was shown: where somebody else has moved money of the order meanwhile, nothing is
// done, and what it would be now is shown.
import { createHash } from 'node:crypto';
import type { Refused } from '#contract/refusal.ts';
import type { CheckoutService } from '../checkout-service.ts';
import type { RefundPreview } from './bearers.rules.ts';
import { decideExtent, Shown, type StaffRefund, showing } from './preview-refund.ts';
import { decideRefund, type RefundOutcome } from './refund-order.ts';

type Confirmed = StaffRefund & {
  /** The buyer reads it. */
  reason: string;
  seen: string;
  /** By which the same request is known when it is sent again. */
  requestKey: string;
};

/** Makes it, if it is still what was seen; otherwise answers what it would be now. */
export async function refundForStaff(
  service: CheckoutService,
  given: Confirmed,
): Promise<{ refund: RefundOutcome } | { changed: RefundPreview } | Refused> {
  const { orderId, extent, to, reason, seen, requestKey } = given;
  const sha256 = createHash('sha256')
    .update(JSON.stringify([extent, to, reason]))
    .digest('hex');
  const request = { key: `staff: ${requestKey}`, sha256 };
  try {
    return await decideRefund(service, { orderId, reason, request, to, check: showing(seen) }, (order) =>
      decideExtent(order, extent),
    );
  } catch (error) {
    if (error instanceof Shown) return { changed: error.preview };
    throw error;
  }
}
