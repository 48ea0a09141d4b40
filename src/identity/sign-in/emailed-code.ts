// A one-time code by mail as a proof: CUSTOM_CHALLENGE (the built-in custom challenge) and EMAIL_OTP.
import { prove } from '../attempts.ts';
import { spendCode } from '../codes.ts';
import { codeMismatch, ProtocolError } from '../errors.ts';
import type { User } from '../schema.ts';
import { sendCode } from '../send-code.ts';
import type { Call, Service } from '../service.ts';
import { findSubject, type Subject } from '../subject.ts';
import { type AuthAnswer, challenge, type Progress } from './answer.ts';

/** For an unknown address the answer is the same, and no code will ever match. */
export async function challengeCode(
  service: Service,
  call: Call,
  subject: Subject,
  given: { name: 'CUSTOM_CHALLENGE' | 'EMAIL_OTP'; username: string; deviceKey: string | null },
): Promise<AuthAnswer> {
  await service.limits.mail(call.address);
  const destination = await sendCode(service, subject, 'sign_in', given.username);
  return challenge(
    service,
    given.name,
    { userId: subject.userId, deviceKey: given.deviceKey, mailed: true },
    { CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL', CODE_DELIVERY_DESTINATION: destination },
  );
}

export async function proveCode(service: Service, call: Call, progress: Progress, code: string): Promise<User> {
  const subject = await findSubject(service, progress.userId);
  return prove(
    service,
    call,
    progress.userId,
    async () => {
      const matches = await isCode(service, progress.userId, code);
      return matches ? subject.user : null;
    },
    codeMismatch,
  );
}

async function isCode(service: Service, subject: string, code: string): Promise<boolean> {
  try {
    await spendCode(service.db, service.secrets, { subject, purpose: 'sign_in', code, now: service.now() });
    return true;
  } catch (error) {
    if (error instanceof ProtocolError && error.type === 'CodeMismatchException') return false;
    throw error;
  }
}
