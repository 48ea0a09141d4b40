import { z } from 'zod';
import { deleteAccount } from '../accounts/delete-account.ts';
import { accountDeletedNotice } from '../accounts/security-notices.ts';
import { notAuthorized } from '../protocol/errors.ts';
import { accessToken } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { readAccess } from '../sessions/access.ts';

export const deleteUser = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  const reason = await service.whyStay(user.user_id);
  if (reason) throw notAuthorized(reason);
  await service.db.transaction().execute(async (transaction) => {
    await deleteAccount(transaction, { kind: 'customer' }, user.user_id);
    await service.sendMail(transaction, accountDeletedNotice(service.pool.shopName, user.email));
  });
  return {};
});
