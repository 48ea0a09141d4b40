import { z } from 'zod';
import { accessToken } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { readAccess } from '../sessions/access.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';

export const globalSignOut = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  await service.db.transaction().execute((transaction) => revokeSessions(transaction, user.user_id, service.now()));
  return {};
});
