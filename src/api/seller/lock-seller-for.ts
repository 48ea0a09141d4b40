import type { SellerAction } from '../access/access.rules.ts';
import { type ActingMember, assertStillActs } from '../access/still-acts.ts';
import type { Db } from '../db.ts';
import { notFound } from '../http/answers.ts';
import { lockSeller, type StoredSeller } from './seller.store.ts';

/** Locks the shop for somebody who acts for it. Throws a 404 where they may not do this any more, once it is their turn. */
export async function lockSellerFor(
  transaction: Db,
  member: ActingMember,
  action: SellerAction,
): Promise<StoredSeller> {
  const seller = await lockSeller(transaction, member.sellerId);
  if (!seller) throw notFound('There is no such shop.');
  await assertStillActs(transaction, member, action);
  return seller;
}
