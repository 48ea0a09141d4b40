import { z } from 'zod';
import { readAccess } from '../access.ts';
import { recordAudit } from '../audit.ts';
import { accessToken } from '../input.ts';
import { operation } from '../operation.ts';
import { deleteUser as deleteRow } from '../user.store.ts';

export const deleteUser = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  await service.db.transaction().execute(async (transaction) => {
    await deleteRow(transaction, user.user_id);
    const subject = { kind: 'account' as const, id: user.user_id };
    await recordAudit(transaction, { kind: 'customer' }, { action: 'account.deleted', subject });
  });
  return {};
});
