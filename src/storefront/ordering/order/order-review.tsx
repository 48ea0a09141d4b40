import type { Order, ReviewReason } from '#contract/ordering/order.ts';
import { type Message, msg, t } from '#language/message.ts';

const texts: Record<ReviewReason, Message> = {
  amount: msg(
    'Your payment arrived, but it is not the amount of this order. Somebody looks at it and writes to you. Please do not pay again.',
  ),
  dispute: msg(
    'The bank of the card has been asked to take this payment back. The order waits until that is decided; nothing is refunded meanwhile.',
  ),
};

/** Meaning of a review for the order, and what its buyer should do: nothing. */
export function OrderReview({ order }: { order: Order }) {
  if (!order.review_reason) return null;
  return (
    <p className="border-l-2 border-warning pl-4" role="note">
      {t(texts[order.review_reason])}
    </p>
  );
}
