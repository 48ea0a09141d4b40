import type { StaffCoupon } from '#contract/ordering/coupon.schema.ts';
import { type CouponDays, couponWaitingCounted } from '#contract/ordering/coupon.ts';
import { pageAudit } from '#platform/audit/audit-log.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import type { Db } from '../../schema/db.ts';
import { isFixed } from './coupon.rules.ts';
import { findCoupon } from './coupon.store.ts';
import {
  type CouponFigures,
  countCouponWaiting,
  listCouponDays,
  listCouponOrders,
  sumCouponDays,
} from './coupon-figures.store.ts';
import { couponState, toCouponTerms } from './coupon-terms.rules.ts';

const NEWEST = 20;
const HISTORY = 50;
const DAY_MS = 86_400_000;

type Wanted = { days: CouponDays; withOrders: boolean; now: Date };

/** A coupon with what it has brought and what became of it; null when there is none of this code. */
export async function readCoupon(db: Db, code: string, { days, withOrders, now }: Wanted): Promise<StaffCoupon | null> {
  const coupon = await findCoupon(db, code, { lock: false });
  if (!coupon) return null;
  const length = Number(days);
  const names = Array.from({ length: 2 * length }, (_, index) => dayBefore(now, 2 * length - 1 - index));
  const known = new Map((await listCouponDays(db, code, names[0] ?? '')).map((day) => [day.day, day]));
  const dailyFigures = names.map((day) => ({ day, ...toFigures(known.get(day)) }));
  const all = await sumCouponDays(db, code);
  const newest = withOrders ? await listCouponOrders(db, code, NEWEST) : null;
  return {
    code,
    ...toCouponTerms(coupon),
    enabled: coupon.enabled,
    state: couponState(coupon, now),
    used: coupon.used,
    is_fixed: isFixed(coupon),
    revision: coupon.revision,
    created_at: coupon.created_at.toISOString(),
    updated_at: coupon.updated_at.toISOString(),
    waiting: await countCouponWaiting(db, code, couponWaitingCounted),
    brought: {
      ...toFigures(all),
      discount_sellers: all.seller_discount_cents / 100,
      discount_operator: (all.discount_cents - all.seller_discount_cents) / 100,
    },
    days: dailyFigures.slice(length),
    days_before: dailyFigures.slice(0, length),
    newest:
      newest?.map(({ order_id, paid_at, total_cents, discount_cents }) => ({
        order_id,
        paid_at: paid_at.toISOString(),
        total: total_cents / 100,
        discount: discount_cents / 100,
      })) ?? null,
    history: await readHistory(db, code),
  };
}

async function readHistory(db: Db, code: string): Promise<StaffCoupon['history']> {
  const entries = await pageAudit(db, { subject: code, limit: HISTORY });
  const ofCoupon = entries.filter(({ subject_kind: kind }) => kind === 'coupon');
  const byOf = (details: object) => String((details as { by?: unknown }).by ?? '');
  const names = await namesOf(
    db,
    ofCoupon.flatMap(({ details }) => byOf(details) || []),
  );
  return ofCoupon.map(({ at, action, actor_name, details }) => {
    const { by = '', ...rest } = details as Record<string, string | number | boolean | null>;
    return { at: at.toISOString(), action, by: names.get(String(by)) ?? (String(by) || actor_name), details: rest };
  });
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
}

function toFigures(of: CouponFigures | undefined) {
  return {
    orders: of?.orders ?? 0,
    sales: (of?.sales_cents ?? 0) / 100,
    discount: (of?.discount_cents ?? 0) / 100,
    refunds: (of?.refunds_cents ?? 0) / 100,
  };
}
