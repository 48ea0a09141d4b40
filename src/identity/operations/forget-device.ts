import { z } from 'zod';
import { readAccess } from '../access.ts';
import { deleteDevice } from '../device.store.ts';
import { notFound } from '../errors.ts';
import { accessToken, deviceKey } from '../input.ts';
import { operation } from '../operation.ts';

const input = z.object({ AccessToken: accessToken.nullish(), DeviceKey: deviceKey });

export const forgetDevice = operation(input, async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken ?? '');
  if (!(await deleteDevice(service.db, user.user_id, given.DeviceKey))) throw notFound('Device does not exist.');
  return {};
});
