import { expect, test } from 'vitest';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('takes the device out of the list', async () => {
  await service.signedIn();
  const { AccessToken, DeviceKey } = await service.confirmDevice();
  expect((await service.identity.call('ForgetDevice', { AccessToken, DeviceKey })).body).toEqual({});
  expect((await service.identity.call('ListDevices', { AccessToken })).body).toEqual({ Devices: [] });
});

test('does not find the device of somebody else', async () => {
  await service.signedIn();
  const { AccessToken, DeviceKey } = await service.confirmDevice();
  await service.identity.register('eve@example.com');
  const eve = await service.identity.signIn('eve@example.com');
  const { body } = await service.identity.call('ForgetDevice', { AccessToken: eve.AccessToken, DeviceKey });
  expect(body).toEqual({ __type: 'ResourceNotFoundException', message: 'Device does not exist.' });
  expect((await service.identity.call('ListDevices', { AccessToken })).text).toContain(DeviceKey);
});
