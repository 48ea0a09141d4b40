// The port by which the API asks the embedded account service about a customer. Both parts keep what is theirs in one database.
import type { CustomerAccounts } from '#api/people/customer/customer-accounts.ts';
import { findAccountFacts, listSignIns } from '#identity/accounts/account-facts.store.ts';
import { setEnabled, signOutEverywhere } from '#identity/accounts/administration.ts';
import { deleteAccount } from '#identity/accounts/delete-account.ts';
import { findUser } from '#identity/accounts/user.store.ts';
import type { AccountServiceConfig } from '#identity/config.ts';
import type { Database } from '#platform/database/database.ts';
import type { Tables } from '../tables.ts';
import { isEmbedded } from './account-service.ts';

/** Null where the shop works with another account service. */
export function customerAccounts(config: AccountServiceConfig, { kysely }: Database<Tables>): CustomerAccounts | null {
  if (!isEmbedded(config)) return null;
  return {
    async findByEmail(email) {
      const user = await findUser(kysely, email);
      return user && { accountId: user.user_id, email: user.email, nickname: user.attributes.nickname ?? '' };
    },
    find: (id) => findAccountFacts(kysely, id, new Date()),
    signIns: (id, limit) => listSignIns(kysely, id, limit),
    setEnabled: (transaction, actor, id, enabled, by) =>
      setEnabled(transaction as unknown as Database<Tables>['kysely'], actor, id, enabled, by),
    signOut: (actor, id, by) => signOutEverywhere(kysely, actor, id, by),
    remove: (transaction, actor, id, by) =>
      deleteAccount(transaction as unknown as Database<Tables>['kysely'], actor, id, by),
  };
}
