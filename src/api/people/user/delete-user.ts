// Somebody deletes their own record. What others depend on is handed over first: by them, as nobody is made an owner or an administrator unasked.

import type { Actor } from '#platform/audit/audit-log.ts';
import type { Customer } from '../../access/authenticate.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import type { Db } from '../../schema/db.ts';
import { endAccount } from '../customer/ended-account.store.ts';
import type { SellerReads, WalletReads } from '../required-ports.ts';
import { lastAdminSentence } from '../staff/last-admin.rules.ts';
import { lastOwnerSentence } from './last-owner.rules.ts';
import { deleteCustomer } from './user.store.ts';

export type DeletingUsers = {
  db: Db;
  sellers: Pick<SellerReads, 'listOwnedAlone' | 'removeMembersOfAccounts'>;
  wallets: Pick<WalletReads, 'closeWallet'>;
  /** Takes an account from the staff; false: it is the last administrator's. */
  removeStaffOfAccount: (accountId: string) => Promise<boolean>;
  /** Forgets the emails to the address. */
  deleteMailsOfAccount: (transaction: Db, email: string) => Promise<void>;
};

/**
 * The person who deletes, where it is not the owner; `by` is the account that decides. `first` is done in the transaction of the deletion.
 */
type Deletion = { actor: Actor; by?: string; first?: (transaction: Db) => Promise<void> };

/** Throws where it is refused. Answers the orders that wait for a payment, which nobody would get anything for any more. */
export async function deleteUser(
  { db, sellers, wallets, removeStaffOfAccount, deleteMailsOfAccount }: DeletingUsers,
  { userId, email }: Pick<Customer, 'userId' | 'email'>,
  { actor, by, first }: Deletion = { actor: { kind: 'customer' } },
): Promise<string[]> {
  const [shop] = await sellers.listOwnedAlone(db, userId);
  if (shop !== undefined) throw lastOwner(shop);
  await db.transaction().execute((transaction) => wallets.closeWallet(transaction, userId));
  if (!(await removeStaffOfAccount(userId))) throw lastAdmin();
  await sellers.removeMembersOfAccounts(db, { accountId: userId });
  const before = async (transaction: Db) => {
    await wallets.closeWallet(transaction, userId);
    // Before its orders are read: what is placed for it meanwhile waits, and is refused then.
    await endAccount(transaction, userId);
    await first?.(transaction);
    await deleteMailsOfAccount(transaction, email);
  };
  return deleteCustomer(db, actor, email, userId, before, by);
}

function lastAdmin(): RefusalAnswer {
  return new RefusalAnswer(
    { code: 'last_admin' },
    {
      status: 409,
      message: lastAdminSentence,
      retryAfterSeconds: null,
    },
  );
}

function lastOwner(shop: string): RefusalAnswer {
  return new RefusalAnswer(
    { code: 'last_owner' },
    {
      status: 409,
      message: lastOwnerSentence(shop),
      retryAfterSeconds: null,
    },
  );
}
