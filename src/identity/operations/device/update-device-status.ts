import { z } from 'zod';
import { news } from '../../accounts/security-notices.ts';
import { changeFactors } from '../../factors/change-factors.ts';
import { findDevice, setRemembered } from '../../factors/device.store.ts';
import { checkFresh } from '../../guard/fresh-proof.ts';
import { deviceNotFound } from '../../protocol/errors.ts';
import { accessToken, deviceKey } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';

const input = z.object({
  AccessToken: accessToken,
  DeviceKey: deviceKey,
  DeviceRememberedStatus: z.enum(['remembered', 'not_remembered']).nullish(),
});

/** A remembered device signs in without the second factor: to make it one asks for a fresh proof. */
export const updateDeviceStatus = operation(input, async (given, service) => {
  const { user, session } = await readAccess(service, given.AccessToken);
  const remembered = given.DeviceRememberedStatus === 'remembered';
  const device = await findDevice(service.db, user.user_id, given.DeviceKey);
  const isNews = remembered && !device?.remembered;
  if (isNews) checkFresh(service, session);
  await changeFactors(service, user, isNews ? [news.deviceTrusted] : [], async (transaction) => {
    if (!(await setRemembered(transaction, user.user_id, given.DeviceKey, remembered))) throw deviceNotFound();
  });
  return {};
});
