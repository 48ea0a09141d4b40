// The order of a sign-in after its first factor: the state of the account, the known device, the second factor, the tokens.
import { randomUUID } from 'node:crypto';
import { sendCode } from '../codes/send-code.ts';
import { type Device, findDevice, recordDeviceUse } from '../factors/device.store.ts';
import { secondFactors } from '../factors/second-factors.ts';
import { forgetAttempts } from '../guard/attempt.store.ts';
import { counterOf } from '../guard/attempt-counter.ts';
import { openSession } from '../guard/proved-owner.ts';
import { passwordMarkOf } from '../passwords/password-mark.ts';
import { ProtocolError, userDisabled } from '../protocol/errors.ts';
import type { SecondFactor, User } from '../schema.ts';
import type { Call, Service } from '../service.ts';
import { OWN_SCOPE, TOKEN_SECONDS } from '../tokens/tokens.ts';
import { type AuthAnswer, type Challenge, challenge, type Progress } from './answer.ts';
import { methodsOf } from './authentication-methods.ts';

/** To be called once the first factor is proved, and again for each later step with what was proved since. */
export async function nextStep(service: Service, call: Call, user: User, progress: Progress): Promise<AuthAnswer> {
  return (await nextChallenge(service, user, progress)) ?? signedIn(service, call, user, progress);
}

/** Next challenge, or null when nothing is left to prove. Throws when the account may not sign in whatever is proved. */
export async function nextChallenge(service: Service, user: User, proved: Progress): Promise<Challenge | null> {
  checkState(user);
  const progress = { ...proved, passwordMark: passwordMarkOf(user) };
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    return challenge(service, 'NEW_PASSWORD_REQUIRED', progress, {
      userAttributes: JSON.stringify({ ...user.attributes, email: user.email }),
      requiredAttributes: '[]',
    });
  }
  if (progress.strong) return null;
  const device = await findClaimedDevice(service, user, progress);
  if (!device?.remembered) return challengeSecondFactor(service, user, progress);
  // A remembered device stands in for the second factor, once it has proved that it is the one.
  return progress.deviceProved
    ? null
    : challenge(service, 'DEVICE_SRP_AUTH', progress, { DEVICE_KEY: device.device_key });
}

/** One that is not known any more is none: the client is offered to become a known one again. */
async function findClaimedDevice(service: Service, user: User, { deviceKey }: Progress): Promise<Device | null> {
  return deviceKey ? findDevice(service.db, user.user_id, deviceKey) : null;
}

function checkState(user: User) {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'UNCONFIRMED') throw new ProtocolError('UserNotConfirmedException', 'User is not confirmed.');
  if (user.status === 'RESET_REQUIRED')
    throw new ProtocolError('PasswordResetRequiredException', 'Password reset required for the user');
}

async function challengeSecondFactor(service: Service, user: User, progress: Progress): Promise<Challenge | null> {
  const factors = secondFactors(user, progress);
  const [first, second] = factors;
  if (!first) return service.pool.secondFactorRequired ? challengeSetup(service, user, progress) : null;
  if (!second) return challengeFactor(service, user, progress, first);
  if (user.preferred_mfa) return challengeFactor(service, user, progress, user.preferred_mfa);
  return challenge(service, 'SELECT_MFA_TYPE', progress, { MFAS_CAN_CHOOSE: JSON.stringify(factors) });
}

export async function challengeFactor(
  service: Service,
  user: User,
  progress: Progress,
  factor: SecondFactor,
): Promise<Challenge> {
  if (factor === 'SOFTWARE_TOKEN_MFA')
    return challenge(service, factor, progress, { FRIENDLY_DEVICE_NAME: 'Authenticator app' });
  const counted = progress.countedAs ?? user.user_id;
  const destination = await sendCode(service, { userId: user.user_id, user }, 'second_factor', user.email, counted);
  return challenge(
    service,
    factor,
    { ...progress, second: true },
    {
      CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
      CODE_DELIVERY_DESTINATION: destination,
    },
  );
}

function challengeSetup(service: Service, user: User, progress: Progress): Challenge | null {
  // The mailbox was proved, and an authenticator would be asked for had there been one.
  if (user.email_mfa_enabled && progress.mailed) return null;
  return challenge(service, 'MFA_SETUP', progress, { MFAS_CAN_SETUP: JSON.stringify(['SOFTWARE_TOKEN_MFA']) });
}

async function signedIn(service: Service, call: Call, user: User, progress: Progress): Promise<AuthAnswer> {
  const now = service.now();
  const device = await findClaimedDevice(service, user, progress);
  // A client that is not known yet is offered to become a known one; it does so with ConfirmDevice.
  const offered = device
    ? null
    : { DeviceKey: `${service.pool.id.split('_')[0]}_${randomUUID()}`, DeviceGroupKey: `-${randomUUID().slice(0, 8)}` };
  const made = {
    clientId: service.pool.clientId,
    scope: OWN_SCOPE,
    authTime: now,
    amr: methodsOf(user, progress),
    deviceKey: offered?.DeviceKey ?? device?.device_key ?? null,
    deviceGroupKey: offered?.DeviceGroupKey ?? null,
  };
  const { sessionId, refreshToken } = await openSession(service.db, service.secrets, user, made);
  if (device) await recordDeviceUse(service.db, device.device_key, now);
  // Only its own failures: a stranger does not get new tries because the owner has signed in.
  await forgetAttempts(service.db, (await counterOf(service, call, progress)).subject);
  service.limits.finishSignIn(call.address);
  const { accessToken, idToken } = await service.tokens.issue(user, { ...made, sessionId }, now);
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      AccessToken: accessToken,
      IdToken: idToken,
      RefreshToken: refreshToken,
      ExpiresIn: TOKEN_SECONDS,
      TokenType: 'Bearer',
      ...(offered && { NewDeviceMetadata: offered }),
    },
  };
}
