import type { Transaction } from 'kysely';
import { signInChangedNotice } from '../accounts/security-notices.ts';
import { lockProved } from '../guard/proved-owner.ts';
import type { IdentityTables, User } from '../schema.ts';
import type { Service } from '../service.ts';

/**
 * Changes what an account is opened with, and tells its owner by mail, in one transaction: whoever gets into an account must
 * not be able to stay there unnoticed. `news` are sentences for the security notice; without any none goes out. Throws as `lockProved` does.
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
      await service.sendMail(transaction, signInChangedNotice(service.pool.shopName, user.email, news));
  });
}
