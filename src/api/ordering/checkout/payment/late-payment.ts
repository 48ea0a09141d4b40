// Money that arrives at an order which has ended: its items and its coupon were given away. The buyer gets what was ordered if
// it can be had under the rules of the day for no more than was paid; otherwise the money goes back.
import type { Transaction } from 'kysely';
import type { Refusal } from '#contract/refusal.ts';
import { chooseAgain } from '../../../catalogue/ports.rules.ts';
import { holdItems } from '../../../catalogue/ports.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { takeCoupon } from '../../coupon/coupon.store.ts';
import { recordCounted } from '../../order/holding.store.ts';
import { countedItems } from '../../order/order.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { priceItems } from '../placing/price-items.ts';
import { refusalOfTimes, shortage } from '../placing/purchase.rules.ts';
import { itemKey } from '../placing/quote.rules.ts';

/**
 * Cost of the order today; `problem` is why it cannot be had so. `couponHolds`: its coupon would be taken again. `counted`
 * has the keys of the lines that are counted in stock by now.
 */
type Today = {
  totalCents: number | null;
  problem: Refusal | null;
  canBeHad: boolean;
  couponHolds: boolean;
  counted: Set<string>;
};

/** Prices the order as if it were placed now; stock and coupon stay as they are until the transaction ends. */
export async function priceToday(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
): Promise<Today> {
  const items = order.lines.map((line) => ({ ...line, extends: line.extends ?? undefined }));
  const { account_id: accountId, coupon_code: coupon, user_id } = order;
  const wanted = { items, coupon, userId: user_id ?? '', accountId };
  const priced = await priceItems(service, transaction, wanted, { lock: true, choose: chooseAgain });
  if ('refused' in priced)
    return { totalCents: null, problem: priced.refused, canBeHad: false, couponHolds: false, counted: new Set() };
  const { totalCents, lines, couponProblem } = priced.cart;
  const short = refusalOfTimes(lines.filter((line) => line.extends)) ?? shortage(lines);
  return {
    totalCents,
    problem: short ?? (couponProblem && { code: 'coupon_refused', problem: couponProblem }),
    canBeHad: short === null,
    couponHolds: couponProblem === null,
    counted: new Set(lines.filter(({ free }) => free !== null).map(itemKey)),
  };
}

/** True if the order costs the same today as when it was placed. */
export function costsTheSame(today: Today, order: Pick<StoredOrder, 'total_cents'>): boolean {
  return today.problem === null && today.totalCents === order.total_cents;
}

/** True if the payment for the order is enough for it today. */
export function isCovered(today: Today, order: Pick<StoredOrder, 'total_cents'>): boolean {
  return today.problem === null && (today.totalCents ?? 0) <= order.total_cents;
}

/**
 * Holds the items of an ended order again, which were found free, and takes its coupon again where that still holds. Answers
 * the order with its lines as they are counted now.
 */
export async function takeAgain(
  transaction: Transaction<ApiTables>,
  order: StoredOrder,
  today: Today,
): Promise<StoredOrder> {
  const lines = order.lines.map((line) => ({ ...line, counted: today.counted.has(itemKey(line)) }));
  await holdItems(transaction, countedItems({ lines }));
  if (order.coupon_code && today.couponHolds)
    await takeCoupon(transaction, { order_id: order.order_id, code: order.coupon_code, user_id: order.user_id ?? '' });
  return recordCounted(transaction, order, lines);
}
