// Making, changing and ending a coupon, by the staff on their screens or by an operator's command. Orders keep the terms under which they were placed.

import type { Kysely } from 'kysely';
import type { CouponTerms } from '#contract/ordering/coupon.schema.ts';
import type { Actor, AuditChanges } from '#platform/audit/audit-log.ts';
import { joinTransaction } from '#platform/database/join-transaction.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { type Coupon, isFixed } from './coupon.rules.ts';
import { findCoupon, insertCoupon, updateCoupon } from './coupon.store.ts';
import type { CouponRefusal } from './coupon-change-refusals.rules.ts';
import { type CouponChange, changedTerms, type StoredTerms, termsOf, toStored } from './coupon-terms.rules.ts';

/** Editor of coupons: an operator by a command, or the account of somebody of the staff. */
export type Keeper = { actor: Actor; by?: string };
export type KeepingCoupons = { db: Kysely<ApiTables>; now: () => Date };

export type Kept = { refused: CouponRefusal } | 'missing' | 'done';

/** `code` as `couponCode` makes it, and of the pattern of codes. */
export function makeCoupon(
  { db, now }: KeepingCoupons,
  { code, terms, keeper }: { code: string; terms: CouponTerms; keeper: Keeper },
): Promise<Kept> {
  const stored = toStored(terms);
  return db.transaction().execute(async (transaction) => {
    if (isPast(stored.expires_at, now())) return { refused: { code: 'expiry_past' } };
    if (!(await insertCoupon(transaction, { code, ...stored }))) return { refused: { code: 'coupon_exists' } };
    await note(transaction, 'coupon.created', code, keeper, termsOf(stored));
    return 'done';
  });
}

/** `revision`: of the coupon that was read; null: whatever it is now. */
export function changeCoupon(
  { db, now }: KeepingCoupons,
  given: { code: string; terms: CouponTerms; enabled: boolean; revision: number | null; keeper: Keeper },
): Promise<Kept> {
  const { code, enabled, revision, keeper } = given;
  return db.transaction().execute(async (transaction): Promise<Kept> => {
    const coupon = await findCoupon(transaction, code, { lock: true });
    if (!coupon) return 'missing';
    if (revision !== null && revision !== coupon.revision) return { refused: { code: 'coupon_changed' } };
    const wanted = { ...toStored(given.terms), enabled };
    const changed = changedTerms(coupon, wanted);
    const refused = refusalOf(coupon, wanted, changed, now());
    if (refused) return { refused };
    if (changed.length === 0) return 'done';
    await updateCoupon(transaction, code, { ...wanted, updated_at: now() });
    await note(transaction, 'coupon.changed', code, keeper, beforeAndAfter(changed), fieldsOf(changed));
    return 'done';
  });
}

/** It takes nothing off any more. Orders that wait for their payment keep what it took off. */
export function endCoupon(
  { db, now }: KeepingCoupons,
  { code, keeper }: { code: string; keeper: Keeper },
): Promise<Kept> {
  return joinTransaction(db, async (transaction): Promise<Kept> => {
    const coupon = await findCoupon(transaction, code, { lock: true });
    if (!coupon) return 'missing';
    if (!coupon.enabled) return { refused: { code: 'coupon_ended' } };
    await updateCoupon(transaction, code, { enabled: false, updated_at: now() });
    await note(transaction, 'coupon.ended', code, keeper, {}, { enabled: { before: true, after: false } });
    return 'done';
  });
}

const ofDiscount = ['percent', 'amount_cents', 'category'];

function refusalOf(coupon: Coupon, wanted: StoredTerms, changed: CouponChange[], now: Date): CouponRefusal | null {
  const { total_limit: limit, expires_at: end } = wanted;
  if (isFixed(coupon) && changed.some(({ name }) => ofDiscount.includes(name)))
    return { code: 'coupon_used', what: 'discount' };
  if (limit !== null && limit < coupon.used) return { code: 'coupon_used', what: 'limit', used: coupon.used };
  if (changed.some(({ name }) => name === 'expires_at') && isPast(end, now)) return { code: 'expiry_past' };
  return null;
}

function isPast(moment: Date | null, now: Date): boolean {
  return moment !== null && moment <= now;
}

type Details = Record<string, string | number | boolean | null>;

function beforeAndAfter(changed: CouponChange[]): Details {
  return Object.fromEntries(
    changed.flatMap(({ name, before, after }) => [
      [`${name}_before`, before],
      [name, after],
    ]),
  );
}

function fieldsOf(changed: CouponChange[]): AuditChanges {
  return Object.fromEntries(changed.map(({ name, before, after }) => [name, { before, after }]));
}

async function note(
  transaction: Kysely<ApiTables>,
  action: 'coupon.created' | 'coupon.changed' | 'coupon.ended',
  code: string,
  { actor, by }: Keeper,
  details: Details,
  changes: AuditChanges = {},
): Promise<void> {
  const subject = { kind: 'coupon', id: code } as const;
  await recordAudit(transaction, actor, { action, subject, details: { ...(by && { by }), ...details }, changes });
}
