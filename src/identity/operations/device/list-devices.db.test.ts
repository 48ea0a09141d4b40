import { expect, test } from 'vitest';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('lists what is known of each device, with times in seconds', async () => {
  await service.signedIn();
  const { AccessToken, DeviceKey } = await service.confirmDevice();
  const now = service.identity.now().getTime() / 1_000;
  expect((await service.identity.call('ListDevices', { AccessToken })).body).toEqual({
    Devices: [
      {
        DeviceKey,
        DeviceAttributes: [
          { Name: 'device_status', Value: 'valid' },
          { Name: 'device_name', Value: 'Unnamed device' },
          { Name: 'dev:device_remembered_status', Value: 'not_remembered' },
        ],
        DeviceCreateDate: expect.closeTo(now, -3),
        DeviceLastModifiedDate: expect.closeTo(now, -3),
        DeviceLastAuthenticatedDate: expect.closeTo(now, -3),
      },
    ],
  });
});

test('refuses pages of more than sixty', async () => {
  const { AccessToken } = await service.signedIn();
  const { body } = await service.identity.call('ListDevices', { AccessToken, Limit: 61 });
  expect(body.__type).toBe('InvalidParameterException');
});
