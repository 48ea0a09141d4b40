import { sshKeyMaximum } from '#contract/people/ssh-key.ts';
import type { Db } from '../../schema/db.ts';
import type { PublicSshKey } from './ssh-key.rules.ts';
import { insertSshKey, lockSshKeys, type StoredSshKey } from './ssh-key.store.ts';

/** Adds a key to an account, unless it has that key, or as many as it may have. */
export function addSshKey(
  db: Db,
  accountId: string,
  key: PublicSshKey,
): Promise<{ added: StoredSshKey } | { refusal: 'known' | 'full' }> {
  return db.transaction().execute(async (transaction) => {
    const count = await lockSshKeys(transaction, accountId);
    if (count < sshKeyMaximum) {
      const added = await insertSshKey(transaction, { account_id: accountId, ...key });
      return added ? { added } : { refusal: 'known' };
    }
    return { refusal: 'full' };
  });
}
