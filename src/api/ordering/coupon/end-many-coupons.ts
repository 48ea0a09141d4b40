// Ending many coupons: each by the verb that ends one.
import { z } from 'zod';
import { goneMeanwhile, type JobKind, oneByOne, type RowOutcome, refusedRow } from '../../operations/ports.ts';
import { listCouponsOf } from './coupon.store.ts';
import { couponRefusalText } from './coupon-change-refusals.rules.ts';
import { endCoupon, type KeepingCoupons } from './save-coupon.ts';

export function couponKinds({ now }: Pick<KeepingCoupons, 'now'>): JobKind[] {
  const after = { state: 'ended' };
  return [
    {
      kind: 'coupon.end',
      right: 'manageCoupons',
      asked: z.strictObject({}),
      async preview(db, { rows }) {
        const codes = rows.map(({ id }) => id);
        const coupons = new Map((await listCouponsOf(db, codes)).map((coupon) => [coupon.code, coupon]));
        return rows.map(({ id }): RowOutcome => {
          const coupon = coupons.get(id);
          if (!coupon) return refusedRow(goneMeanwhile);
          const before = { state: coupon.enabled ? 'open' : 'ended' };
          return { name: id, outcome: coupon.enabled ? 'changed' : 'same', before, after };
        });
      },
      runBatch: (transaction, { rows, by }) =>
        oneByOne(rows, async ({ id: code }): Promise<RowOutcome> => {
          const keeper = { actor: { kind: 'customer' as const }, by: by.userId };
          const kept = await endCoupon({ db: transaction, now }, { code, keeper });
          if (kept === 'done') return { outcome: 'changed', after };
          return refusedRow(kept === 'missing' ? goneMeanwhile : couponRefusalText(code, kept.refused));
        }),
    },
  ];
}
