import { z } from 'zod';
import { deleteDevice } from '../../factors/device.store.ts';
import { deviceNotFound } from '../../protocol/errors.ts';
import { accessToken, deviceKey } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';

const input = z.object({ AccessToken: accessToken.nullish(), DeviceKey: deviceKey });

export const forgetDevice = operation(input, async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken ?? '');
  if (!(await deleteDevice(service.db, user.user_id, given.DeviceKey))) throw deviceNotFound();
  return {};
});
