import { z } from 'zod';
import { readAccess } from '../access.ts';
import { counterOfSession } from '../attempt-counter.ts';
import { forgetAttempts, prove } from '../attempts.ts';
import { wrongPassword } from '../errors.ts';
import { accessToken, password } from '../input.ts';
import { operation } from '../operation.ts';
import { checkPolicy, isPassword, openPassword, sealPassword } from '../passwords.ts';
import { lockProved } from '../proved-owner.ts';
import { passwordChangedMessage } from '../send-code.ts';
import { revokeSessions } from '../session.store.ts';
import { updateUser } from '../user.store.ts';

const input = z.object({ AccessToken: accessToken, PreviousPassword: password, ProposedPassword: password });

/** Every other sign-in ends: whoever has the old password is out. */
export const changePassword = operation(input, async (given, service, call) => {
  const { user, session } = await readAccess(service, given.AccessToken);
  checkPolicy(given.ProposedPassword, service.pool.passwordPolicy);
  const owner = { poolName: service.pool.name, userId: user.user_id };
  const kept = openPassword(service.secrets, owner, user.password_sealed);
  const check = () => isPassword(owner, kept, given.PreviousPassword) || null;
  const counter = counterOfSession(service.secrets, session);
  await prove(service, call, counter, check, wrongPassword);
  await service.db.transaction().execute(async (transaction) => {
    await lockProved(transaction, user);
    const password_sealed = sealPassword(service.secrets, owner, given.ProposedPassword);
    await updateUser(transaction, user.user_id, { password_sealed });
    await revokeSessions(transaction, user.user_id, service.now(), session.session_id);
    await forgetAttempts(transaction, user.user_id);
    await forgetAttempts(transaction, counter.subject);
    await service.sendMail(transaction, passwordChangedMessage(service.pool.shopName, user.email));
  });
  return {};
});
