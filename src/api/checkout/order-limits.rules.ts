// What one customer may keep from the others without paying.
import type { PaymentMethod } from '#contract/order.ts';

export type OrderLimits = {
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

export const defaultLimits: OrderLimits = {
  openPerAccount: 10,
  placedPerAccount: 30,
  placedPerNetwork: 3_000,
  heldPercent: 50,
  heldPercentBilled: 25,
  billedDays: 14,
};

export const PLACING_SECONDS = 10 * 60;

/** A card payment holds for half an hour: whoever wants a handful may hold them all. */
const HANDFUL = 20;
/** Who has let so many orders of a product expire within a day holds as little as who pays by transfer. */
export const EXPIRED_MOST = 3;

/** How many items of a product with `stock` of them one account may hold in all its unpaid orders. */
export function mostHeld(
  limits: Pick<OrderLimits, 'heldPercent' | 'heldPercentBilled'>,
  given: { stock: number; method: PaymentMethod; expired: number },
): number {
  const isShort = given.method === 'card' && given.expired < EXPIRED_MOST;
  const percent = isShort ? limits.heldPercent : limits.heldPercentBilled;
  return Math.max(isShort ? HANDFUL : 1, Math.floor((given.stock * percent) / 100));
}
