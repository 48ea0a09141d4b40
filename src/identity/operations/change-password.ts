import { z } from 'zod';
import { passwordChangedNotice } from '../accounts/security-notices.ts';
import { updateUser } from '../accounts/user.store.ts';
import { forgetAttempts } from '../guard/attempt.store.ts';
import { counterOfSession } from '../guard/attempt-counter.ts';
import { prove } from '../guard/attempts.ts';
import { lockProved } from '../guard/proved-owner.ts';
import { checkPolicy, isPassword, openPassword, sealPassword } from '../passwords/passwords.ts';
import { wrongPassword } from '../protocol/errors.ts';
import { accessToken, password } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { readAccess } from '../sessions/access.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';

const input = z.object({ AccessToken: accessToken, PreviousPassword: password, ProposedPassword: password });

/** Every other sign-in ends: whoever has the old password is out. */
export const changePassword = operation(input, async (given, service, call) => {
  const { user, session } = await readAccess(service, given.AccessToken);
  checkPolicy(given.ProposedPassword, service.pool.passwordPolicy);
  const owner = { poolName: service.pool.name, userId: user.user_id };
  const current = openPassword(service.secrets, owner, user.password_sealed);
  const check = () => isPassword(owner, current, given.PreviousPassword) || null;
  const counter = counterOfSession(service.secrets, session);
  await prove(service, call, counter, check, wrongPassword);
  await service.db.transaction().execute(async (transaction) => {
    await lockProved(transaction, user);
    const password_sealed = sealPassword(service.secrets, owner, given.ProposedPassword);
    await updateUser(transaction, user.user_id, { password_sealed });
    await revokeSessions(transaction, user.user_id, service.now(), session.session_id);
    await forgetAttempts(transaction, user.user_id);
    await forgetAttempts(transaction, counter.subject);
    await service.sendMail(transaction, passwordChangedNotice(service.pool.shopName, user.email));
  });
  return {};
});
