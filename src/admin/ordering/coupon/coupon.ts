// Coupons as the staff keep them.
import { ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useApi } from '#client/query/use-api.ts';
import type { ChangeCoupon, MakeCoupon, StaffCoupon } from '#contract/ordering/coupon.schema.ts';
import type { CouponDays } from '#contract/ordering/coupon.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function useCoupon(code: string, days: CouponDays): Loaded<StaffCoupon> {
  return useApi('/admin/coupon/{code}', { params: { path: { code }, query: { days } }, isForgotten: true });
}

type SavedCoupon =
  | { saved: StaffCoupon }
  /** `current`: what somebody else has made of it meanwhile. */
  | { fault: string; refusal: string | null; current: StaffCoupon | null };

export function make(coupon: MakeCoupon): Promise<SavedCoupon> {
  return save(() => createBrowserApi().post('/admin/coupon', { body: coupon }));
}

export function change(code: string, given: ChangeCoupon): Promise<SavedCoupon> {
  return save(() => createBrowserApi().put('/admin/coupon/{code}', { params: { path: { code } }, body: given }));
}

async function save(send: () => Promise<StaffCoupon>): Promise<SavedCoupon> {
  try {
    return { saved: await send() };
  } catch (error) {
    const problem = error instanceof ApiError ? readProblem(error.body) : null;
    const current = (problem?.refusal === 'coupon_changed' && (problem.current as StaffCoupon | undefined)) || null;
    return { fault: failureText(error), refusal: problem?.refusal ?? null, current };
  }
}

/** Resolves with what went wrong, or with nothing. */
export function end(code: string): Promise<string | undefined> {
  return attempt((api) => api.post('/admin/coupon/{code}/end', { params: { path: { code } } }));
}
