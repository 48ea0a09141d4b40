import { z } from 'zod';
import { listAttributes } from '../accounts/user-attributes.ts';
import { secondFactors } from '../factors/second-factors.ts';
import { accessToken } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { readAccess } from '../sessions/access.ts';

export const getUser = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  const factors = secondFactors(user, {});
  return {
    Username: user.user_id,
    UserAttributes: listAttributes(user),
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(user.preferred_mfa && { PreferredMfaSetting: user.preferred_mfa }),
  };
});
