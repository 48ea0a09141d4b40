// The code of an authenticator app, or a recovery code instead of it: SOFTWARE_TOKEN_MFA.
import { counterOf } from '../attempt-counter.ts';
import { prove } from '../attempts.ts';
import { codeMismatch, invalidSession } from '../errors.ts';
import { acceptRecoveryCode } from '../recovery-codes.ts';
import { spend } from '../sealed-state.ts';
import type { Call, Service } from '../service.ts';
import { acceptTotp } from '../totp.ts';
import type { Progress } from './answer.ts';
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
  return { user, progress: { ...progressOf(state), strong: true } };
}
