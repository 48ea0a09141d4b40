// What may be answered to each challenge. A wrong code leaves the session good for another try, a right answer spends it.
import { prove } from '../attempts.ts';
import { codeMismatch, invalidParameter, invalidSession } from '../errors.ts';
import { checkPolicy, sealPassword } from '../passwords.ts';
import type { User } from '../schema.ts';
import { openState, type Sealed, spend } from '../sealed-state.ts';
import type { Call, Service } from '../service.ts';
import { acceptTotp } from '../totp.ts';
import { findUser, updateUser } from '../user.store.ts';
import { readAttributes } from '../user-attributes.ts';
import type { AuthAnswer, ChallengeName, Progress } from './answer.ts';
import { startChoice } from './choice.ts';
import { challengeDeviceSecret, proveDevice } from './device-srp.ts';
import { challengeCode, proveCode } from './emailed-code.ts';
import { readSetup } from './mfa-setup.ts';
import { challengeFactor, nextStep, secondFactors } from './next-step.ts';
import { type PasskeyState, provePasskey } from './passkey.ts';
import { provePassword } from './password-srp.ts';

type Given = { responses: Record<string, string>; session: string };
type Answer = (given: Given, service: Service, call: Call) => Promise<AuthAnswer>;

export const challengeAnswers: Record<ChallengeName, Answer> = {
  async PASSWORD_VERIFIER({ responses }, service, call) {
    const { user, progress, custom } = await provePassword(service, call, responses);
    if (!custom) return nextStep(service, call, user, progress);
    const subject = { userId: user.user_id, user };
    const { deviceKey } = progress;
    return challengeCode(service, call, subject, { name: 'CUSTOM_CHALLENGE', username: user.email, deviceKey });
  },

  async CUSTOM_CHALLENGE({ responses, session }, service, call) {
    return proveMailbox('CUSTOM_CHALLENGE', session, responses.ANSWER, service, call);
  },

  async EMAIL_OTP({ responses, session }, service, call) {
    return proveMailbox('EMAIL_OTP', session, responses.EMAIL_OTP_CODE, service, call);
  },

  async SOFTWARE_TOKEN_MFA({ responses, session }, service, call) {
    const state = open<Progress>('SOFTWARE_TOKEN_MFA', session, service);
    const user = await owner(service, state);
    const { totp_sealed: secret } = user;
    if (!secret) throw invalidSession();
    const code = responses.SOFTWARE_TOKEN_MFA_CODE ?? '';
    const check = async () => (await acceptTotp(service, user, secret, code)) || null;
    await prove(service, call, user.user_id, check, codeMismatch);
    await spend(service.db, state);
    return nextStep(service, call, user, { ...progressOf(state), strong: true });
  },

  async SELECT_MFA_TYPE({ responses, session }, service) {
    const state = open<Progress>('SELECT_MFA_TYPE', session, service);
    const user = await owner(service, state);
    const factor = secondFactors(user, state).find((name) => name === responses.ANSWER);
    if (!factor) throw invalidParameter(`${responses.ANSWER} is not a second factor of this user.`);
    return challengeFactor(service, user, progressOf(state), factor);
  },

  async NEW_PASSWORD_REQUIRED({ responses, session }, service, call) {
    const state = open<Progress>('NEW_PASSWORD_REQUIRED', session, service);
    const user = await owner(service, state);
    const password = responses.NEW_PASSWORD ?? '';
    checkPolicy(password, service.pool.passwordPolicy);
    const changed = readAttributes(
      Object.entries(responses)
        .filter(([name]) => name.startsWith('userAttributes.'))
        .map(([name, Value]) => ({ Name: name.slice('userAttributes.'.length), Value })),
    );
    await spend(service.db, state);
    const attributes = { ...user.attributes, ...changed };
    await updateUser(service.db, user.user_id, {
      status: 'CONFIRMED',
      attributes: JSON.stringify(attributes),
      password_sealed: sealPassword(service.secrets, { poolName: service.pool.name, userId: user.user_id }, password),
    });
    return nextStep(service, call, { ...user, attributes, status: 'CONFIRMED' }, progressOf(state));
  },

  async MFA_SETUP({ session }, service, call) {
    const state = open<Progress & { done?: boolean }>('MFA_SETUP', session, service);
    if (!state.done) throw invalidParameter('Verify the new second factor first (VerifySoftwareToken).');
    const { user } = await readSetup(service, session);
    await spend(service.db, state);
    await updateUser(service.db, user.user_id, { totp_enabled: true, preferred_mfa: 'SOFTWARE_TOKEN_MFA' });
    return nextStep(service, call, user, { ...progressOf(state), strong: true });
  },

  async DEVICE_SRP_AUTH({ responses, session }, service) {
    const state = open<Progress>('DEVICE_SRP_AUTH', session, service);
    return challengeDeviceSecret(service, progressOf(state), responses);
  },

  async DEVICE_PASSWORD_VERIFIER({ responses }, service, call) {
    const progress = await proveDevice(service, call, responses);
    return nextStep(service, call, await owner(service, progress), progress);
  },

  async SELECT_CHALLENGE({ responses, session }, service, call) {
    const state = open<Progress & { username: string }>('SELECT_CHALLENGE', session, service);
    const given = { ...responses, USERNAME: state.username };
    if (!responses.ANSWER) throw invalidParameter('Missing required parameter ANSWER');
    return startChoice(service, call, given, responses.ANSWER);
  },

  async WEB_AUTHN({ responses, session }, service, call) {
    const state = open<PasskeyState>('WEB_AUTHN', session, service);
    const user = await provePasskey(service, call, state, responses.CREDENTIAL ?? '');
    return nextStep(service, call, user, { ...progressOf(state), strong: true, deviceKey: null });
  },
};

async function proveMailbox(
  name: 'CUSTOM_CHALLENGE' | 'EMAIL_OTP',
  session: string,
  code: string | undefined,
  service: Service,
  call: Call,
): Promise<AuthAnswer> {
  const state = open<Progress>(name, session, service);
  const user = await proveCode(service, call, state, code ?? '');
  await spend(service.db, state);
  // Alone the code is the first factor, and an authenticator is still asked for.
  return nextStep(service, call, user, {
    ...progressOf(state),
    ...(state.second ? { strong: true } : { mailed: true }),
  });
}

function open<T>(name: ChallengeName, session: string, service: Service): Sealed<T> {
  return openState<T>(service.secrets, `step ${name}`, session, service.now());
}

function progressOf({ userId, deviceKey, mailed, strong, deviceProved }: Progress): Progress {
  return {
    userId,
    deviceKey,
    ...(mailed && { mailed }),
    ...(strong && { strong }),
    ...(deviceProved && { deviceProved }),
  };
}

async function owner(service: Service, { userId }: Progress): Promise<User> {
  const user = await findUser(service.db, userId);
  if (!user) throw invalidSession();
  return user;
}
