// USER_AUTH: the client says how it would like to sign in, or is told what there is to choose from.
import { findSubject } from '../accounts/subject.ts';
import { invalidParameter } from '../protocol/errors.ts';
import type { Call, Service } from '../service.ts';
import { type AuthAnswer, challenge } from './answer.ts';
import { challengeCode } from './emailed-code.ts';
import { nextStep } from './next-step.ts';
import { ANYBODY, challengePasskey } from './passkey.ts';
import { checkPassword } from './password.ts';
import { challengePassword } from './password-srp.ts';

/** The same for every address, so that nobody learns who has an account or a passkey. */
const choices = ['PASSWORD_SRP', 'PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP'];

/** A sign-in by whatever passkey the browser has for this site; nobody has said who they are. */
export async function startPasskey(service: Service, call: Call): Promise<AuthAnswer> {
  await service.limits.beginSignIn(call.address);
  return challengePasskey(service, { userId: ANYBODY, deviceKey: null });
}

/** `given` has USERNAME, and what the wanted way needs. */
export async function startChoice(
  service: Service,
  call: Call,
  given: Record<string, string>,
  wanted: string | null,
): Promise<AuthAnswer> {
  await service.limits.beginSignIn(call.address);
  const username = given.USERNAME ?? '';
  const subject = await findSubject(service, username);
  const deviceKey = given.DEVICE_KEY || null;
  const progress = { userId: subject.userId, deviceKey };
  if (wanted === 'PASSWORD_SRP' && given.SRP_A)
    return challengePassword(service, subject, { srpA: given.SRP_A, deviceKey });
  if (wanted === 'PASSWORD' && given.PASSWORD) {
    const proved = await checkPassword(service, call, subject, given.PASSWORD, deviceKey);
    return nextStep(service, call, proved.user, proved.progress);
  }
  if (wanted === 'WEB_AUTHN') return challengePasskey(service, progress);
  if (wanted === 'EMAIL_OTP') return challengeCode(service, call, subject, { name: wanted, username, deviceKey });
  if (wanted && !choices.includes(wanted)) throw invalidParameter(`${wanted} is not a way to sign in here.`);
  return {
    ...challenge(service, 'SELECT_CHALLENGE', { ...progress, username }, {}),
    AvailableChallenges: choices,
  };
}
