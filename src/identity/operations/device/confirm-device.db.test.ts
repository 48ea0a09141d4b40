import { expect, test } from 'vitest';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const DAY_MS = 24 * 60 * 60_000;
const DeviceSecretVerifierConfig = { PasswordVerifier: 'ZZZZ', Salt: 'ZZZZ' };

test('makes the device of the sign-in a known one, under the name that it is given', async () => {
  const { AccessToken, NewDeviceMetadata } = await service.signedIn();
  const { DeviceKey } = NewDeviceMetadata ?? {};
  const given = { AccessToken, DeviceKey, DeviceName: 'Telephone', DeviceSecretVerifierConfig };
  expect((await service.identity.call('ConfirmDevice', given)).body).toEqual({ UserConfirmationNecessary: true });
  expect((await service.identity.call('ListDevices', { AccessToken })).text).toContain('Telephone');
});

test('refuses a device that this sign-in was not offered', async () => {
  const { AccessToken } = await service.signedIn();
  const given = { AccessToken, DeviceKey: 'local_device', DeviceSecretVerifierConfig };
  expect((await service.identity.call('ConfirmDevice', given)).body).toEqual({
    __type: 'ResourceNotFoundException',
    message: 'Device does not exist.',
  });
});

test.each([
  ['a verifier that anybody could prove', { PasswordVerifier: 'AA==', Salt: 'ZZZZ' }],
  ['a salt that is too long', { PasswordVerifier: 'ZZZZ', Salt: Buffer.alloc(65, 1).toString('base64') }],
])('refuses %s', async (_what, config) => {
  const { AccessToken, NewDeviceMetadata } = await service.signedIn();
  const { DeviceKey } = NewDeviceMetadata ?? {};
  const given = { AccessToken, DeviceKey, DeviceSecretVerifierConfig: config };
  expect((await service.identity.call('ConfirmDevice', given)).body.__type).toBe('InvalidParameterException');
});

test('lets an account have fifty at most: the one that was used longest ago gives way', async () => {
  const { userId } = await service.signedIn();
  const rows = Array.from({ length: 50 }, (_, number) => ({
    device_key: `device-${number}`,
    user_id: userId,
    device_group_key: 'group',
    name: 'Phone',
    secret_sealed: Buffer.of(1),
    last_authenticated_at: new Date(Date.now() - (50 - number) * DAY_MS),
  }));
  await service.database.kysely.insertInto('identity.device').values(rows).execute();
  const { DeviceKey } = await service.confirmDevice();
  const devices = await service.database.kysely.selectFrom('identity.device').select('device_key').execute();
  const keys = devices.map(({ device_key }) => device_key);
  expect(keys).toHaveLength(50);
  expect(keys).toContain(DeviceKey);
  expect(keys).not.toContain('device-0');
});
