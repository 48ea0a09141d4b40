import { z } from 'zod';
import { upsertDevice } from '../../factors/device.store.ts';
import { lockProved } from '../../guard/proved-owner.ts';
import { sealVerifier } from '../../passwords/passwords.ts';
import { prime, toNumber } from '../../passwords/srp.ts';
import { deviceNotFound, invalidParameter } from '../../protocol/errors.ts';
import { accessToken, deviceKey, text } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';
import { deviceBoundTo } from '../../sign-in/device-srp.ts';

const base64 = z
  .string()
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')
  .max(2_048);
const LONGEST_SALT = 64;
const input = z.object({
  AccessToken: accessToken,
  DeviceKey: deviceKey,
  DeviceName: text(1_024).nullish(),
  DeviceSecretVerifierConfig: z.object({ PasswordVerifier: base64, Salt: base64 }),
});

/** The client keeps a secret of the device, and hands in what it can be checked by. */
export const confirmDevice = operation(input, async (given, service) => {
  const { user, session } = await readAccess(service, given.AccessToken);
  if (session.device_key !== given.DeviceKey || !session.device_group_key) throw deviceNotFound();
  const salt = Buffer.from(given.DeviceSecretVerifierConfig.Salt, 'base64');
  const verifier = toNumber(Buffer.from(given.DeviceSecretVerifierConfig.PasswordVerifier, 'base64'));
  if (verifier <= 1n || verifier >= prime || salt.length === 0 || salt.length > LONGEST_SALT)
    throw invalidParameter('Invalid device given.');
  const device = {
    device_key: given.DeviceKey,
    user_id: user.user_id,
    device_group_key: session.device_group_key,
    name: given.DeviceName ?? 'Unnamed device',
    secret_sealed: sealVerifier(service.secrets, deviceBoundTo(given.DeviceKey), { salt, verifier }),
  };
  await service.db.transaction().execute(async (transaction) => {
    await lockProved(transaction, user);
    await upsertDevice(transaction, device);
  });
  // It is known from now on; whether it may skip the second factor is for its owner to say (UpdateDeviceStatus).
  return { UserConfirmationNecessary: true };
});
