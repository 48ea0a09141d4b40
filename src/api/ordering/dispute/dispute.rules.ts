// When a line of an order can be disputed, by when it is answered, and who may still decide: all of it by the times of the shop.
import {
  type DisputeDecision,
  type LineDisputeReason,
  type LineDisputeState,
  lineDisputeReasons,
} from '#contract/ordering/dispute-terms.ts';
import type { RefusalCode } from '#contract/refusal.ts';
import { leftOfLine, lineCents, type TakenShare } from '../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';
import { deliveredAt, isPaid } from '../order/order.rules.ts';

const DAY_MS = 24 * 60 * 60_000;

/** In days. */
export type DisputeTimes = {
  /** After a line was delivered, it can be disputed for so long. */
  afterDelivery: number;
  /** Undelivered lines can be disputed from so many days after payment, until so many. */
  undeliveredFrom: number;
  undeliveredUntil: number;
  /** The seller has so long to answer. */
  answer: number;
};

export const defaultDisputeTimes: DisputeTimes = {
  afterDelivery: 30,
  undeliveredFrom: 7,
  undeliveredUntil: 90,
  answer: 7,
};

/** Why something is not done in a dispute: a code, and what to do, for whoever asked for it. */
export type DisputeRefusal = {
  code: Extract<
    RefusalCode,
    | 'dispute_open'
    | 'dispute_ended'
    | 'dispute_too_early'
    | 'dispute_too_late'
    | 'nothing_to_dispute'
    | 'bank_decides'
    | 'own_shop'
    | 'line_refund_too_large'
    | 'line_time_too_long'
    | 'order_on_hold'
  >;
  message: string;
};

/** Reasons to dispute a line, and between which times. Null where nothing is left of what was paid. */
type Disputable = { reasons: readonly LineDisputeReason[]; from: Date; until: Date } | null;

export function disputable(
  order: StoredOrder,
  line: StoredLine,
  shares: readonly TakenShare[],
  times: DisputeTimes,
): Disputable {
  if (!order.paid_at || !isPaid(order) || leftCents(line, shares) <= 0) return null;
  const delivered = deliveredAt(order, line);
  if (delivered) return { reasons: lineDisputeReasons, from: delivered, until: after(delivered, times.afterDelivery) };
  return {
    reasons: ['not_delivered'],
    from: after(order.paid_at, times.undeliveredFrom),
    until: after(order.paid_at, times.undeliveredUntil),
  };
}

/** Amount of a line that is neither with the buyer nor on its way there. */
export function leftCents(line: StoredLine, shares: readonly TakenShare[]): number {
  // Refunds alone tell what was taken of orders from before the ledger.
  return Math.max(0, Math.min(lineCents(line).left, leftOfLine(line, shares)));
}

export function refusalOfOpening(
  order: StoredOrder,
  line: StoredLine,
  given: { shares: readonly TakenShare[]; reason: LineDisputeReason; now: Date; times: DisputeTimes },
): DisputeRefusal | null {
  const { shares, reason, now, times } = given;
  if (line.disputed)
    return { code: 'dispute_open', message: 'This is disputed already: write in the dispute there is.' };
  if (order.status === 'in_review')
    return { code: 'order_on_hold', message: 'The payment of this order is being looked at. Wait until that is over.' };
  const possible = disputable(order, line, shares, times);
  if (!possible)
    return {
      code: 'nothing_to_dispute',
      message: 'Nothing was paid for this, or all of it has gone back: there is nothing to dispute.',
    };
  const { reasons, from, until } = possible;
  if (now < from)
    return {
      code: 'dispute_too_early',
      message: `It is not late yet: from ${day(from)} on you can dispute it. Until then write to the seller.`,
    };
  if (now > until)
    return {
      code: 'dispute_too_late',
      message: `It could be disputed until ${day(until)}. Write to the seller, or to us.`,
    };
  if (!reasons.includes(reason))
    return {
      code: 'dispute_too_early',
      message: 'It is not delivered yet. If that takes too long, say that it was not delivered.',
    };
  return null;
}

export function answerUntil(openedAt: Date, times: DisputeTimes): Date {
  return after(openedAt, times.answer);
}

/** Time stands still while the bank decides: what was left of it when that began is left when it is over. */
export function resumedUntil(answerBy: Date, pausedAt: Date, now: Date): Date {
  return new Date(answerBy.getTime() + Math.max(0, now.getTime() - pausedAt.getTime()));
}

/** Amount of what is left that goes back to the buyer by a decision. */
export function decidedCents(
  decision: DisputeDecision,
  asked: number | null,
  left: number,
): { cents: number } | DisputeRefusal {
  if (decision === 'seller') return { cents: 0 };
  if (decision === 'buyer') return { cents: left };
  if (asked === null || asked <= 0 || asked >= left)
    return {
      code: 'line_refund_too_large',
      message: `In part is more than nothing and less than ${dollars(left)}, which is what is left. For all of it decide for the buyer.`,
    };
  return { cents: asked };
}

export function isOpen(state: LineDisputeState): boolean {
  return state === 'open' || state === 'answered';
}

export const disputeEnded: DisputeRefusal = {
  code: 'dispute_ended',
  message: 'This dispute is over: nothing was changed. Load the page again to see how it ended.',
};

export const bankDecides: DisputeRefusal = {
  code: 'bank_decides',
  message: "The buyer's bank decides about the whole payment first. Nothing can be decided here until it has.",
};

function after(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS);
}

function day(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
