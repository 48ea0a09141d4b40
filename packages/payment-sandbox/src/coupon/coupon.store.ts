import type { Insertable } from 'kysely';
import type { Coupon, CouponTable, Db } from '../schema.ts';

/** Null where there is one with this id already. */
export async function addCoupon(db: Db, coupon: Insertable<CouponTable>): Promise<Coupon | null> {
  const added = await db
    .insertInto('payments.coupon')
    .values(coupon)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return added ?? null;
}

export async function findCoupon(db: Db, id: string): Promise<Coupon | null> {
  const coupon = await db.selectFrom('payments.coupon').selectAll().where('id', '=', id).executeTakeFirst();
  return coupon ?? null;
}

/** For a session that is complete. */
export async function redeemCoupon(transaction: Db, id: string): Promise<void> {
  await transaction
    .updateTable('payments.coupon')
    .set((eb) => ({ times_redeemed: eb('times_redeemed', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
