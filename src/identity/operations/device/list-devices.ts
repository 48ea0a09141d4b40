import { z } from 'zod';
import { type Device, listDevices as listRows } from '../../factors/device.store.ts';
import { accessToken, text } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';

const MOST = 60;
const input = z.object({
  AccessToken: accessToken,
  Limit: z.int().min(0).max(MOST).nullish(),
  PaginationToken: text(256).nullish(),
});

export const listDevices = operation(input, async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  const limit = given.Limit || MOST;
  const devices = await listRows(service.db, user.user_id, limit, given.PaginationToken ?? null);
  const last = devices.length === limit ? devices.at(-1)?.device_key : undefined;
  return { Devices: devices.map(describe), ...(last && { PaginationToken: last }) };
});

/** Times are seconds since 1970, as the protocol writes them. */
function describe(device: Device) {
  const seconds = (time: Date) => time.getTime() / 1_000;
  return {
    DeviceKey: device.device_key,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: device.name },
      { Name: 'dev:device_remembered_status', Value: device.remembered ? 'remembered' : 'not_remembered' },
    ],
    DeviceCreateDate: seconds(device.created_at),
    DeviceLastModifiedDate: seconds(device.updated_at),
    DeviceLastAuthenticatedDate: seconds(device.last_authenticated_at),
  };
}
