import { z } from 'zod';
import { countRecoveryCodes } from '../../factors/recovery-codes.ts';
import { accessToken } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';

/** This service's own: how many recovery codes are left. The codes themselves are told only when they are made. */
export const getRecoveryCodes = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  return { Left: countRecoveryCodes(service, user) };
});
