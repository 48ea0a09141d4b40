import { expect, test } from 'vitest';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('marks a device as remembered, and takes it back', async () => {
  await service.signedIn();
  const { AccessToken, DeviceKey } = await service.confirmDevice();
  for (const DeviceRememberedStatus of ['remembered', 'not_remembered']) {
    const given = { AccessToken, DeviceKey, DeviceRememberedStatus };
    expect((await service.identity.call('UpdateDeviceStatus', given)).body).toEqual({});
    const { text } = await service.identity.call('ListDevices', { AccessToken });
    expect(text).toContain(`"${DeviceRememberedStatus}"`);
  }
});

test('does not find the device of somebody else, and tells nobody', async () => {
  await service.signedIn();
  const { DeviceKey } = await service.confirmDevice();
  await service.identity.register('eve@example.com');
  const { AccessToken } = await service.identity.signIn('eve@example.com');
  service.identity.mails.length = 0;
  const given = { AccessToken, DeviceKey, DeviceRememberedStatus: 'remembered' };
  expect((await service.identity.call('UpdateDeviceStatus', given)).body.__type).toBe('ResourceNotFoundException');
  expect(service.identity.mails).toEqual([]);
});
