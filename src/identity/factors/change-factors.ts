import type { Transaction } from 'kysely';
import { signInChangedMessage } from '../codes/send-code.ts';
import { lockProved } from '../guard/proved-owner.ts';
import type { IdentityTables, User } from '../schema.ts';
import type { Service } from '../service.ts';

/**
 * Changes what an account is opened with, and tells its owner by mail, in one transaction: whoever gets into an account must
 * not be able to stay there unnoticed. `news` are sentences; without any no mail goes out. Throws as `lockProved` does.
 */
export async function changeFactors(
  service: Service,
  user: User,
  news: string[],
  change: (transaction: Transaction<IdentityTables>) => Promise<void>,
): Promise<void> {
  await service.db.transaction().execute(async (transaction) => {
    await lockProved(transaction, user);
    await change(transaction);
    if (news.length > 0)
      await service.sendMail(transaction, signInChangedMessage(service.pool.shopName, user.email, news));
  });
}

export const news = {
  authenticatorOn: 'An authenticator app is asked for at sign-in from now on.',
  authenticatorOff: 'The authenticator app is no longer asked for at sign-in.',
  authenticatorReplaced: 'Another authenticator app is asked for at sign-in from now on.',
  mailedCodeOn: 'A code by email is asked for at sign-in from now on.',
  mailedCodeOff: 'A code by email is no longer asked for at sign-in.',
  passkeyAdded: 'A passkey was added. It signs in without the password.',
  passkeyRemoved: 'A passkey was removed.',
  recoveryCodesMade: 'New recovery codes were made. Those of before are no longer good.',
  deviceTrusted: 'A device was marked as trusted. It signs in without the second factor.',
};
