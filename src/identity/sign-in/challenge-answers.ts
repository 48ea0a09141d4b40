// Answers to each challenge. A wrong code leaves the session good for another try, a right answer spends it.
import { news } from '../accounts/security-notices.ts';
import { updateUser } from '../accounts/user.store.ts';
import { changeAttributes } from '../accounts/user-attributes.ts';
import { changeFactors } from '../factors/change-factors.ts';
import { secondFactors } from '../factors/second-factors.ts';
import { lockProved } from '../guard/proved-owner.ts';
import { checkPolicy, sealPassword } from '../passwords/passwords.ts';
import { invalidParameter, missingParameter } from '../protocol/errors.ts';
import { spend } from '../protocol/sealed-state.ts';
import type { Call, Service } from '../service.ts';
import type { AuthAnswer, ChallengeName, Progress } from './answer.ts';
import { alsoBy } from './authentication-methods.ts';
import { proveAuthenticator } from './authenticator-code.ts';
import { startChoice } from './choice.ts';
import { challengeDeviceSecret, proveDevice } from './device-srp.ts';
import { challengeCode, proveMailbox } from './emailed-code.ts';
import { readSetup } from './mfa-setup.ts';
import { challengeFactor, nextStep } from './next-step.ts';
import { openStep, ownerOf, progressOf } from './open-step.ts';
import { type PasskeyState, provePasskey } from './passkey.ts';
import { provePassword } from './password-srp.ts';

type Given = { responses: Record<string, string>; session: string };
type Answer = (given: Given, service: Service, call: Call) => Promise<AuthAnswer>;

export const challengeAnswers: Record<ChallengeName, Answer> = {
  async PASSWORD_VERIFIER({ responses }, service, call) {
    const { user, progress, custom } = await provePassword(service, call, responses);
    if (!custom) return nextStep(service, call, user, progress);
    const subject = { userId: user.user_id, user };
    const { deviceKey, methods } = progress;
    const given = { name: 'CUSTOM_CHALLENGE' as const, username: user.email, deviceKey, methods };
    return challengeCode(service, call, subject, given);
  },

  async CUSTOM_CHALLENGE({ responses, session }, service, call) {
    const { user, progress } = await proveMailbox(service, call, 'CUSTOM_CHALLENGE', session, responses.ANSWER ?? '');
    return nextStep(service, call, user, onDevice(progress, responses));
  },

  async EMAIL_OTP({ responses, session }, service, call) {
    const { user, progress } = await proveMailbox(service, call, 'EMAIL_OTP', session, responses.EMAIL_OTP_CODE ?? '');
    return nextStep(service, call, user, onDevice(progress, responses));
  },

  async SOFTWARE_TOKEN_MFA({ responses, session }, service, call) {
    const code = responses.SOFTWARE_TOKEN_MFA_CODE ?? '';
    const { user, progress } = await proveAuthenticator(service, call, session, code);
    return nextStep(service, call, user, onDevice(progress, responses));
  },

  async SELECT_MFA_TYPE({ responses, session }, service) {
    const state = openStep<Progress>(service, 'SELECT_MFA_TYPE', session);
    const user = await ownerOf(service, state);
    const factor = secondFactors(user, state).find((name) => name === responses.ANSWER);
    if (!factor) throw invalidParameter(`${responses.ANSWER} is not a second factor of this user.`);
    return challengeFactor(service, user, progressOf(state), factor);
  },

  async NEW_PASSWORD_REQUIRED({ responses, session }, service, call) {
    const state = openStep<Progress>(service, 'NEW_PASSWORD_REQUIRED', session);
    const user = await ownerOf(service, state);
    const password = responses.NEW_PASSWORD ?? '';
    checkPolicy(password, service.pool.passwordPolicy);
    const attributes = changeAttributes(
      user.attributes,
      Object.entries(responses)
        .filter(([name]) => name.startsWith('userAttributes.'))
        .map(([name, Value]) => ({ Name: name.slice('userAttributes.'.length), Value })),
    );
    const owner = { poolName: service.pool.name, userId: user.user_id };
    const changed = { status: 'CONFIRMED' as const, password_sealed: sealPassword(service.secrets, owner, password) };
    await service.db.transaction().execute(async (transaction) => {
      await spend(transaction, state);
      await lockProved(transaction, user);
      await updateUser(transaction, user.user_id, { ...changed, attributes: JSON.stringify(attributes) });
    });
    return nextStep(service, call, { ...user, ...changed, attributes }, progressOf(state));
  },

  async MFA_SETUP({ session }, service, call) {
    const state = openStep<Progress & { done?: boolean }>(service, 'MFA_SETUP', session);
    if (!state.done) throw invalidParameter('Verify the new second factor first (VerifySoftwareToken).');
    const { user } = await readSetup(service, session);
    await spend(service.db, state);
    await changeFactors(service, user, [news.authenticatorOn], (transaction) =>
      updateUser(transaction, user.user_id, { totp_enabled: true, preferred_mfa: 'SOFTWARE_TOKEN_MFA' }),
    );
    return nextStep(service, call, user, { ...progressOf(state), ...alsoBy(state, 'otp'), strong: true });
  },

  async DEVICE_SRP_AUTH({ responses, session }, service, call) {
    const state = openStep<Progress>(service, 'DEVICE_SRP_AUTH', session);
    await service.limits.beginSignIn(call.address);
    return challengeDeviceSecret(service, progressOf(state), responses);
  },

  async DEVICE_PASSWORD_VERIFIER({ responses }, service, call) {
    const progress = await proveDevice(service, call, responses);
    return nextStep(service, call, await ownerOf(service, progress), progress);
  },

  async SELECT_CHALLENGE({ responses, session }, service, call) {
    const state = openStep<Progress & { username: string }>(service, 'SELECT_CHALLENGE', session);
    const given = { ...responses, USERNAME: state.username };
    if (!responses.ANSWER) throw missingParameter('ANSWER');
    return startChoice(service, call, given, responses.ANSWER);
  },

  async WEB_AUTHN({ responses, session }, service, call) {
    const state = openStep<PasskeyState>(service, 'WEB_AUTHN', session);
    const user = await provePasskey(service, call, state, responses.CREDENTIAL ?? '');
    return nextStep(service, call, user, {
      ...progressOf(state),
      ...alsoBy(state, 'pop'),
      userId: user.user_id,
      strong: true,
    });
  },
};

/** Some clients name their device only in a later answer. */
function onDevice(progress: Progress, { DEVICE_KEY }: Record<string, string>): Progress {
  if (!DEVICE_KEY || DEVICE_KEY === progress.deviceKey) return progress;
  return { ...progress, deviceKey: DEVICE_KEY, deviceProved: false };
}
