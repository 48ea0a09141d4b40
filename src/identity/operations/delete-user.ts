import { z } from 'zod';
import { readAccess } from '../access.ts';
import { accessToken } from '../input.ts';
import { operation } from '../operation.ts';
import { deleteUser as deleteRow } from '../user.store.ts';

export const deleteUser = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  await service.db.transaction().execute((transaction) => deleteRow(transaction, user.user_id));
  return {};
});
