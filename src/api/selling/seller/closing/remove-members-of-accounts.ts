// Shops of an account that goes: nobody else is made an owner without being asked.

import type { Db } from '../../../schema/db.ts';
import { withdrawApproval } from '../../approval/approval.store.ts';
import { deleteApplication } from '../application/application.store.ts';
import { countOwners, deleteMember, listSellerIdsOf } from '../member/member.store.ts';
import { auditSeller, lockSeller, unmakeSellers } from '../seller.store.ts';
import { beginClosing } from './close-seller.ts';
import { settleTools } from './settle-tools.ts';

/**
 * Takes an account, or whoever has an address, out of all shops. A shop without an owner closes: nothing of it is sold any more, and what is open
 * is delivered by those who are left, or by the marketplace. An application without an owner goes. Doing it again changes nothing.
 */
export async function removeMembersOfAccounts(db: Db, who: { accountId: string } | { email: string }): Promise<void> {
  const [column, owner] =
    'accountId' in who ? (['account_id', who.accountId] as const) : (['user_id', who.email] as const);
  for (const { seller_id, account_id } of await listSellerIdsOf(db, column, owner))
    await db.transaction().execute((transaction) => removeFromShop(transaction, seller_id, account_id));
}

async function removeFromShop(transaction: Db, sellerId: string, accountId: string): Promise<void> {
  const seller = await lockSeller(transaction, sellerId);
  if (!seller) return;
  await deleteMember(transaction, sellerId, accountId);
  await settleTools(transaction, sellerId, { accountId, role: null }, null);
  await auditSeller(transaction, 'seller.member_removed', sellerId, { account: accountId, because: 'account deleted' });
  if ((await countOwners(transaction, sellerId)) === 0) {
    if (seller.state === 'draft' || seller.state === 'returned' || seller.state === 'submitted') {
      await withdrawApproval(transaction, sellerId);
      await deleteApplication(transaction, sellerId);
    } else if (seller.state !== 'closed') await beginClosing(transaction, sellerId, { because: 'last owner left' });
  }
  await unmakeSellers(transaction, [accountId]);
}
