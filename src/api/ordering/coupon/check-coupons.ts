import { formatCents } from '#contract/money/amount/money.ts';
import type { Looking } from '../../operations/ports.rules.ts';
import type { Db } from '../../schema/db.ts';
import { type CouponFigures, findCouponDifferences } from './coupon-figures.store.ts';

/** Compares the daily figures of coupons with the sums of their orders and refunds. */
export async function checkCoupons(db: Db, { differs }: Looking): Promise<string> {
  for (const { code, day, kept, real } of await findCouponDifferences(db))
    differs(`${code} ${day}: kept ${figuresText(kept)}; the orders say ${figuresText(real)}`);
  return 'What coupons have brought on each day, and their orders and refunds.';
}

function figuresText(of: CouponFigures | null): string {
  if (!of) return 'nothing';
  const { orders, sales_cents, discount_cents, seller_discount_cents, refunds_cents } = of;
  const amounts = [sales_cents, discount_cents, seller_discount_cents, refunds_cents].map(formatCents);
  return `${orders} orders, ${amounts[0]} sold, ${amounts[1]} off (${amounts[2]} by sellers), ${amounts[3]} back`;
}
