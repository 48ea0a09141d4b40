import { sql } from 'kysely';
import type { CouponState } from '#contract/coupon.ts';
import { formatCents } from '#contract/money.ts';
import { couponList } from '#contract/staff-list/coupon-list.ts';
import { beginsWith, dollars, isBetween, isOnDays, isOneOf, iso, listSource } from './list-source.sql.ts';

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

const state = sql`(case when not coupon.enabled then 'ended' when coupon.expires_at <= now() then 'expired'
  when coupon.used >= coupon.total_limit then 'used_up' else 'open' end)`;

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
    state: isOneOf(state),
    used: isBetween(sql`coupon.used`),
    made: isOnDays(sql`coupon.created_at`),
  },
  walks: (filter, sort) => filter === 'made' && sort === 'created_at',
  search: async (_db, text) => [beginsWith(sql`coupon.code`, text.toUpperCase())],
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
