import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { lockUser } from '../accounts/user.store.ts';
import { identityOfUser, insertGuest } from '../identity-pool/identity.store.ts';
import { logins, readLogins } from '../identity-pool/logins.ts';
import { guestsRefused, notFound, userDisabled } from '../protocol/errors.ts';
import { operation } from '../protocol/operation.ts';

const input = z.object({
  IdentityPoolId: z.string().min(1).max(128),
  AccountId: z.string().nullish(),
  Logins: logins,
});

/** The identity of an account, the same each time; a new one for a guest, where guests are let in. */
export const getId = operation(input, async (given, service, call) => {
  if (given.IdentityPoolId !== service.pool.identityPoolId)
    throw notFound(`IdentityPool '${given.IdentityPoolId}' not found.`);
  const userId = await readLogins(service, given.Logins);
  const fresh = `${service.pool.identityPoolId.split(':')[0]}:${randomUUID()}`;
  if (userId) {
    const IdentityId = await service.db.transaction().execute(async (transaction) => {
      if (!(await lockUser(transaction, userId))) throw userDisabled();
      return identityOfUser(transaction, userId, fresh);
    });
    return { IdentityId };
  }
  if (!service.pool.guestAccess) throw guestsRefused();
  await service.limits.guest(call.address);
  await insertGuest(service.db, fresh);
  return { IdentityId: fresh };
});
