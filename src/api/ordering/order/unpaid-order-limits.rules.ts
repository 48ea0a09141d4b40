// Limits on unpaid orders of one customer, and how long they last: all of the shop's policy about orders that wait. Limits of
// a single order are in contract/ordering/order-limits.ts.
import type { PaymentMethod } from '#contract/ordering/order.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export type UnpaidOrderLimits = {
  /** Orders of one account that wait for their payment at once. */
  openPerAccount: number;
  /** Orders that one account places within PLACING_SECONDS, and requests to place one that come from one network. */
  placedPerAccount: number;
  placedPerNetwork: number;
  /** Percent of a product's stock that the unpaid orders of one account may hold: paid by card, and by transfer or check. */
  heldPercent: number;
  heldPercentBilled: number;
  /** How long an order waits for a transfer or a check. */
  billedDays: number;
};

export const defaultUnpaidOrderLimits: UnpaidOrderLimits = {
  openPerAccount: 10,
  placedPerAccount: 30,
  placedPerNetwork: 3_000,
  heldPercent: 50,
  heldPercentBilled: 25,
  billedDays: 14,
};

/** Requests of one account to place an order that are worked on at once: a click is one or two, and more would hold up others. */
export const AT_ONCE_PER_ACCOUNT = 25;
/** The provider's shortest session is half an hour; one minute more, so that it is not a moment too short for it. */
const CARD_HOLD_MS = 31 * MINUTE_MS;
/** A card order that is younger and has no session yet can still have one that is long enough for the provider. */
export const SAME_SESSION_MS = 55_000;
/** The same order by transfer twice within so long is one that was sent twice. */
export const SENT_TWICE_MS = 10 * MINUTE_MS;

/** Until when an order that is placed now holds its items. */
export function heldUntil(
  method: PaymentMethod,
  { billedDays }: Pick<UnpaidOrderLimits, 'billedDays'>,
  now: Date,
): Date {
  return new Date(now.getTime() + (method === 'card' ? CARD_HOLD_MS : billedDays * DAY_MS));
}

/** A card payment holds for half an hour: whoever wants a handful may hold them all. */
const HANDFUL = 20;
/** Expired orders of a product within a day after which a customer holds as little as one who pays by transfer. */
export const EXPIRED_MOST = 3;
export const EXPIRED_WITHIN_MS = DAY_MS;

/** How many items of a product with `stock` of them one account may hold in all its unpaid orders. */
export function mostHeld(
  limits: Pick<UnpaidOrderLimits, 'heldPercent' | 'heldPercentBilled'>,
  given: { stock: number; method: PaymentMethod; expired: number },
): number {
  const isShort = given.method === 'card' && given.expired < EXPIRED_MOST;
  const percent = isShort ? limits.heldPercent : limits.heldPercentBilled;
  return Math.max(isShort ? HANDFUL : 1, Math.floor((given.stock * percent) / 100));
}
