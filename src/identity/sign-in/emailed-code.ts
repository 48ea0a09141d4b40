// A one-time code by mail as a proof: CUSTOM_CHALLENGE (the built-in custom challenge) and EMAIL_OTP.
import { findSubject, type Subject } from '../accounts/subject.ts';
import { spendCode } from '../codes/codes.ts';
import { sendCode } from '../codes/send-code.ts';
import { acceptRecoveryCode, isRecoveryCode } from '../factors/recovery-codes.ts';
import { countedAs, counterOf } from '../guard/attempt-counter.ts';
import { prove } from '../guard/attempts.ts';
import { withMinimumDuration } from '../guard/with-minimum-duration.ts';
import { codeMismatch, ProtocolError } from '../protocol/errors.ts';
import { spend } from '../protocol/sealed-state.ts';
import type { CodePurpose, User } from '../schema.ts';
import type { Call, Service } from '../service.ts';
import { type AuthAnswer, type AuthenticationMethod, challenge, type Progress } from './answer.ts';
import { alsoBy } from './authentication-methods.ts';
import { checkSamePassword, openStep, progressOf } from './open-step.ts';

/** For an unknown address the answer is the same, and no code will ever match. */
export async function challengeCode(
  service: Service,
  call: Call,
  subject: Subject,
  given: {
    name: 'CUSTOM_CHALLENGE' | 'EMAIL_OTP';
    username: string;
    deviceKey: string | null;
    /** Methods proved before. */
    methods?: AuthenticationMethod[] | undefined;
  },
): Promise<AuthAnswer> {
  await service.limits.mail(call.address);
  const counter = await counterOf(service, call, { userId: subject.userId, deviceKey: given.deviceKey });
  const destination = await withMinimumDuration(() =>
    sendCode(service, subject, 'sign_in', given.username, counter.subject),
  );
  return challenge(
    service,
    given.name,
    {
      userId: subject.userId,
      deviceKey: given.deviceKey,
      ...(given.methods && { methods: given.methods }),
      mailed: true,
      ...countedAs(counter),
    },
    { CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL', CODE_DELIVERY_DESTINATION: destination },
  );
}

/** The owner of the mailbox, and what that proves: the second factor, or alone the first. */
export async function proveMailbox(
  service: Service,
  call: Call,
  name: 'CUSTOM_CHALLENGE' | 'EMAIL_OTP',
  session: string,
  code: string,
): Promise<{ user: User; progress: Progress }> {
  const state = openStep<Progress>(service, name, session);
  const subject = await findSubject(service, state.userId);
  if (subject.user) checkSamePassword(subject.user, state);
  const purpose = state.second ? 'second_factor' : 'sign_in';
  // A code is stored by who asked for it: what a stranger asks for and tries does not touch the owner's.
  const sentTo = state.countedAs ?? state.userId;
  const isProof = (): Promise<boolean> =>
    state.second && isRecoveryCode(code)
      ? acceptRecoveryCode(service, state.userId, code)
      : isCode(service, sentTo, purpose, code);
  const check = async () => ((await isProof()) ? subject.user : null);
  const user = await prove(service, call, await counterOf(service, call, state), check, codeMismatch);
  await spend(service.db, state);
  const proved = state.second ? { strong: true } : { mailed: true };
  return { user, progress: { ...progressOf(state), ...alsoBy(state, 'otp'), ...proved } };
}

async function isCode(service: Service, subject: string, purpose: CodePurpose, code: string): Promise<boolean> {
  try {
    await spendCode(service.db, service.secrets, { subject, purpose, code, now: service.now() });
    return true;
  } catch (error) {
    if (error instanceof ProtocolError && error.type === 'CodeMismatchException') return false;
    throw error;
  }
}
