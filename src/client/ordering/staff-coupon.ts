import type { ChangeCoupon, MakeCoupon, StaffCoupon } from '#contract/ordering/coupon.schema.ts';
import type { CouponDays } from '#contract/ordering/coupon.ts';
import type { ApiClient } from '../api/api-client.ts';

/** With the figures of the newest `days` days one by one. */
export function getCoupon(api: ApiClient, code: string, days: CouponDays): Promise<StaffCoupon> {
  return api.get(`${pathOf(code)}?${new URLSearchParams({ days })}`, { asUser: true });
}

export function makeCoupon(api: ApiClient, coupon: MakeCoupon): Promise<StaffCoupon> {
  return api.post('/admin/coupon', coupon);
}

export function changeCoupon(api: ApiClient, code: string, change: ChangeCoupon): Promise<StaffCoupon> {
  return api.put(pathOf(code), change);
}

export function endCoupon(api: ApiClient, code: string): Promise<StaffCoupon> {
  return api.post(`${pathOf(code)}/end`, {});
}

function pathOf(code: string): string {
  return `/admin/coupon/${encodeURIComponent(code)}`;
}
