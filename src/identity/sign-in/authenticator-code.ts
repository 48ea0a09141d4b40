// The code of an authenticator app, or a recovery code instead of it: SOFTWARE_TOKEN_MFA.
import { acceptRecoveryCode } from '../factors/recovery-codes.ts';
import { acceptTotp } from '../factors/totp.ts';
import { counterOf } from '../guard/attempt-counter.ts';
import { prove } from '../guard/attempts.ts';
import { codeMismatch, invalidSession } from '../protocol/errors.ts';
import { spend } from '../protocol/sealed-state.ts';
import type { Call, Service } from '../service.ts';
import type { Progress } from './answer.ts';
import { alsoBy } from './authentication-methods.ts';
import { openStep, ownerOf, progressOf } from './open-step.ts';

export async function proveAuthenticator(service: Service, call: Call, session: string, code: string) {
  const state = openStep<Progress>(service, 'SOFTWARE_TOKEN_MFA', session);
  const user = await ownerOf(service, state);
  const { totp_sealed: secret } = user;
  if (!secret) throw invalidSession();
  const check = async () =>
    (await acceptTotp(service, user, secret, code)) || (await acceptRecoveryCode(service, user.user_id, code)) || null;
  await prove(service, call, await counterOf(service, call, state), check, codeMismatch);
  await spend(service.db, state);
  return { user, progress: { ...progressOf(state), ...alsoBy(state, 'otp'), strong: true } };
}
