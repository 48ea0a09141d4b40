import { z } from 'zod';
import { readAccess } from '../access.ts';
import { accessToken } from '../input.ts';
import { operation } from '../operation.ts';
import { secondFactors } from '../sign-in/next-step.ts';
import { listAttributes } from '../user-attributes.ts';

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
