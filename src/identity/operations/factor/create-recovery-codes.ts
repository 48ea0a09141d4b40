import { z } from 'zod';
import { makeRecoveryCodes } from '../../factors/recovery-codes.ts';
import { secondFactors } from '../../factors/second-factors.ts';
import { checkFresh } from '../../guard/fresh-proof.ts';
import { invalidParameter } from '../../protocol/errors.ts';
import { accessToken } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';

/** This service's own: new recovery codes, which end those before. For an account with a second factor, and freshly proved. */
export const createRecoveryCodes = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user, session } = await readAccess(service, given.AccessToken);
  checkFresh(service, session);
  if (secondFactors(user, {}).length === 0) throw invalidParameter('The user has no second factor.');
  return { Codes: await makeRecoveryCodes(service, user) };
});
