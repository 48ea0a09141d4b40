import { type RawBuilder, sql } from 'kysely';
import { formatCents } from '#contract/money/amount/money.ts';
import type { CouponState } from '#contract/ordering/coupon.ts';
import { couponList } from '#contract/ordering/coupon-list.ts';
import {
  always,
  beginsWith,
  dollars,
  isBetween,
  isOnDays,
  isOne,
  iso,
  listSource,
  oneOf,
  onlyOf,
} from '../../operations/ports.sql.ts';

type Raw = {
  code: string;
  percent: number | null;
  amount_cents: string | null;
  minimum_cents: string;
  expires_at: Date | null;
  state: CouponState;
  used: number;
  created_at: Date;
  sales_cents: string;
  discount_cents: string;
};

const hasExpired = sql<boolean>`coupon.enabled and coupon.expires_at <= now()`;
const isUsedUp = sql<boolean>`coupon.enabled and coupon.used >= coupon.total_limit`;
const endsLater = sql<boolean>`(coupon.expires_at is null or coupon.expires_at > now())`;
const state = sql`(case when not coupon.enabled then 'ended' when ${hasExpired} then 'expired' when ${isUsedUp} then 'used_up' else 'open' end)`;
/** The same, as indexes have it (migrations/0116-lists-of-any-length.sql). */
const stands: Record<CouponState, RawBuilder<boolean>> = {
  ended: sql`not coupon.enabled`,
  expired: sql`(${hasExpired})`,
  used_up: sql`(${isUsedUp} and ${endsLater})`,
  open: sql`(coupon.enabled and (coupon.total_limit is null or coupon.used < coupon.total_limit) and ${endsLater})`,
};

export const couponSource = listSource<Raw>({
  list: couponList,
  from: sql`api.coupon`,
  alias: sql`coupon`,
  id: sql`coupon.code`,
  sorts: {
    code: { by: sql`coupon.code`, as: 'text' },
    created_at: { by: sql`coupon.created_at`, as: 'moment' },
  },
  filters: {
    state: (value) =>
      value.kind === 'choice' ? oneOf(value.values.map((name) => stands[name as CouponState])) : sql<boolean>`false`,
    used: isBetween(sql`coupon.used`),
    made: isOnDays(sql`coupon.created_at`),
  },
  walks: { created_at: { state: onlyOf('ended'), used: isOne, made: always }, code: {} },
  search: async (_db, text) => [{ where: beginsWith(sql`coupon.code`, text.toUpperCase()), isShort: true }],
  select: sql`coupon.code, coupon.percent, coupon.amount_cents, coupon.minimum_cents, coupon.expires_at, coupon.used, coupon.created_at,
    ${state} as state, brought.sales_cents, brought.discount_cents`,
  joins: sql`cross join lateral (select coalesce(sum(sales_cents), 0)::bigint as sales_cents, coalesce(sum(discount_cents), 0)::bigint as discount_cents
    from api.coupon_day as day where day.code = coupon.code) as brought`,
  toRow: (raw) => ({
    id: raw.code,
    code: raw.code,
    takes_off: raw.percent === null ? formatCents(Number(raw.amount_cents)) : `${raw.percent} %`,
    state: raw.state,
    expires_at: iso(raw.expires_at),
    minimum: dollars(raw.minimum_cents),
    created_at: iso(raw.created_at),
    used: Number(raw.used),
    sales: dollars(raw.sales_cents),
    discount: dollars(raw.discount_cents),
  }),
});
