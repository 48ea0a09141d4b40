// Asked once more where the shop is locked: between what a route has asked and what it writes somebody may have left the shop, or do less in it.

import { notFound } from '../http/answers.ts';
import type { Db } from '../schema/db.ts';
import { may, type SellerAction, scopesWithin } from './access.rules.ts';
import { findKeyRights } from './key.store.ts';
import { findMembership } from './member.store.ts';

/** `by`: the account that acts, or `key:` and the id of the key. */
type ActingMember = { sellerId: string; by: string };

/**
 * Throws a 404 where they may not do this any more. In the transaction that has locked the shop: a change of its people, which ends
 * what they have made, waits for it then, and finds what was written.
 */
export async function assertStillActs(transaction: Db, member: ActingMember, action: SellerAction): Promise<void> {
  if (await stillActs(transaction, member, action)) return;
  throw notFound('Your role in this shop does not include this any more. Ask an owner of the shop.');
}

async function stillActs(transaction: Db, { sellerId, by }: ActingMember, action: SellerAction): Promise<boolean> {
  const keyId = /^key:(.+)$/.exec(by)?.[1];
  const member = keyId ? undefined : await findMembership(transaction, sellerId, by);
  if (member) return scopesWithin(member.role, [action]).length > 0;
  const key = keyId ? await findKeyRights(transaction, sellerId, keyId) : undefined;
  return key !== undefined && may(null).actForSeller(action, key) && scopesWithin(key.keeperRole, [action]).length > 0;
}
