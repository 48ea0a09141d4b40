import { z } from 'zod';
import { readAccess } from '../access.ts';
import { accessToken } from '../input.ts';
import { operation } from '../operation.ts';
import { revokeSessions } from '../session.store.ts';

export const globalSignOut = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  await service.db.transaction().execute((transaction) => revokeSessions(transaction, user.user_id, service.now()));
  return {};
});
