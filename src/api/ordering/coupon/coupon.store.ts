import type { Insertable, Kysely, Updateable } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { StoredCoupon } from './coupon.rules.ts';

type Db = Kysely<ApiTables>;

/** `lock` keeps the coupon as it is until the transaction ends, so that its limits hold for many orders at once. */
export async function findCoupon(db: Db, code: string, options: { lock: boolean }): Promise<StoredCoupon | null> {
  const row = await db
    .selectFrom('api.coupon')
    .selectAll()
    .where('code', '=', code)
    .$if(options.lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** False where there is one of this code already. */
export async function listCouponsOf(db: Db, codes: string[]): Promise<StoredCoupon[]> {
  return db.selectFrom('api.coupon').selectAll().where('code', 'in', codes).execute();
}

export async function insertCoupon(db: Db, coupon: Insertable<ApiTables['api.coupon']>): Promise<boolean> {
  const made = await db
    .insertInto('api.coupon')
    .values(coupon)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return made !== undefined;
}

/** The coupon must be locked by the same transaction. */
export async function updateCoupon(
  transaction: Db,
  code: string,
  change: Updateable<ApiTables['api.coupon']>,
): Promise<void> {
  await transaction
    .updateTable('api.coupon')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('code', '=', code)
    .execute();
}

export async function listCoupons(db: Db): Promise<StoredCoupon[]> {
  return db.selectFrom('api.coupon').selectAll().orderBy('created_at', 'desc').orderBy('code').execute();
}

export async function countUses(db: Db, code: string, userId: string): Promise<number> {
  const { uses } = await db
    .selectFrom('api.coupon_use')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('code', '=', code)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(uses);
}

/** The coupon must be locked by the same transaction. */
export async function takeCoupon(db: Db, use: { order_id: string; code: string; user_id: string }): Promise<void> {
  await db.insertInto('api.coupon_use').values(use).execute();
  await db
    .updateTable('api.coupon')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('code', '=', use.code)
    .execute();
}

/** For an order that will not be paid: the coupon can be used again. Nothing happens when it was released before. */
export async function releaseCoupon(db: Db, orderId: string): Promise<void> {
  const use = await db
    .deleteFrom('api.coupon_use')
    .where('order_id', '=', orderId)
    .returning('code')
    .executeTakeFirst();
  if (!use) return;
  await db
    .updateTable('api.coupon')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('code', '=', use.code)
    .execute();
}
