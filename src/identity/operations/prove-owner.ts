import { z } from 'zod';
import { acceptRecoveryCode } from '../factors/recovery-codes.ts';
import { acceptTotp } from '../factors/totp.ts';
import { forgetAttempts } from '../guard/attempt.store.ts';
import { counterOfSession } from '../guard/attempt-counter.ts';
import { prove } from '../guard/attempts.ts';
import { isPassword, openPassword } from '../passwords/passwords.ts';
import { wrongPassword } from '../protocol/errors.ts';
import { accessToken, password } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { readAccess } from '../sessions/access.ts';
import { recordProof } from '../sessions/session.store.ts';

const input = z.object({ AccessToken: accessToken, Answer: password });

/**
 * This service's own: whoever is signed in proves again who they are, with the password, the code that the authenticator app
 * shows, or a recovery code. For ten minutes the sign-in may then do what asks for it (guard/fresh-proof.ts).
 */
export const proveOwner = operation(input, async ({ AccessToken, Answer }, service, call) => {
  const { user, session } = await readAccess(service, AccessToken);
  const owner = { poolName: service.pool.name, userId: user.user_id };
  const { totp_sealed, password_sealed } = user;
  const check = async () =>
    (user.totp_enabled && totp_sealed && (await acceptTotp(service, user, totp_sealed, Answer))) ||
    isPassword(owner, openPassword(service.secrets, owner, password_sealed), Answer) ||
    (await acceptRecoveryCode(service, user.user_id, Answer)) ||
    null;
  const counter = counterOfSession(service.secrets, session);
  await prove(service, call, counter, check, wrongPassword);
  await forgetAttempts(service.db, counter.subject);
  await recordProof(service.db, session.session_id, service.now());
  return {};
});
