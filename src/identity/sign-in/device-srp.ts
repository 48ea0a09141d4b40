// The known device proves itself: the same mathematics as for a password, with the secret that only the device keeps.
import { findDevice } from '../factors/device.store.ts';
import { countedAs, counterOf } from '../guard/attempt-counter.ts';
import { prove } from '../guard/attempts.ts';
import { openVerifier } from '../passwords/passwords.ts';
import { isSignedWith, readPublicValue, sharedKey, startExchange } from '../passwords/srp.ts';
import { deviceNotFound, invalidSrpA, notAuthorized } from '../protocol/errors.ts';
import { openState, sealState, spend } from '../protocol/sealed-state.ts';
import type { Call, Service } from '../service.ts';
import { type AuthAnswer, CHALLENGE_SECONDS, type Progress } from './answer.ts';
import { alsoBy } from './authentication-methods.ts';

type State = Progress & { deviceKey: string; a: string; b: string; secret: string };

const wrongDevice = () => notAuthorized('Incorrect device secret.');

/** Context that the sealed verifier of a device is bound to. */
export function deviceBoundTo(deviceKey: string): string {
  return `identity.device:${deviceKey}`;
}

export async function challengeDeviceSecret(
  service: Service,
  progress: Progress,
  responses: Record<string, string>,
): Promise<AuthAnswer> {
  const clientValue = readPublicValue(responses.SRP_A ?? '');
  if (clientValue === null) throw invalidSrpA();
  const { device, verifier } = await readDevice(service, progress);
  const { secret, publicValue } = startExchange(verifier.verifier);
  const state: State = {
    ...progress,
    deviceKey: device.device_key,
    a: clientValue.toString(16),
    b: publicValue.toString(16),
    secret: secret.toString('base64'),
  };
  const block = sealState(service.secrets, 'device', state, { now: service.now(), seconds: CHALLENGE_SECONDS });
  return {
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    Session: block,
    ChallengeParameters: {
      SALT: verifier.salt.toString('hex'),
      SRP_B: publicValue.toString(16),
      SECRET_BLOCK: block,
      DEVICE_KEY: device.device_key,
      USERNAME: progress.userId,
    },
  };
}

/** Verifies the device's proof. An exchange is good for one try, right or wrong. */
export async function proveDevice(service: Service, call: Call, responses: Record<string, string>): Promise<Progress> {
  const block = responses.PASSWORD_CLAIM_SECRET_BLOCK ?? '';
  const { a, b, secret, nonce, expires, ...progress } = openState<State>(
    service.secrets,
    'device',
    block,
    service.now(),
  );
  const { device, verifier } = await readDevice(service, progress);
  const counter = await counterOf(service, call, progress);
  return prove(
    service,
    call,
    counter,
    async () => {
      await spend(service.db, { nonce, expires });
      const server = { secret: Buffer.from(secret, 'base64'), publicValue: BigInt(`0x${b}`) };
      const key = sharedKey(BigInt(`0x${a}`), server, verifier.verifier);
      const signed = {
        pool: device.device_group_key,
        user: device.device_key,
        secretBlock: Buffer.from(block, 'base64'),
        timestamp: responses.TIMESTAMP ?? '',
      };
      const proved = key !== null && isSignedWith(key, signed, responses.PASSWORD_CLAIM_SIGNATURE ?? '');
      return proved ? { ...progress, ...alsoBy(progress, 'swk'), ...countedAs(counter), deviceProved: true } : null;
    },
    wrongDevice,
  );
}

async function readDevice(service: Service, { userId, deviceKey }: Progress) {
  const device = deviceKey ? await findDevice(service.db, userId, deviceKey) : null;
  if (!device) throw deviceNotFound();
  return { device, verifier: openVerifier(service.secrets, deviceBoundTo(device.device_key), device.secret_sealed) };
}
