import { z } from 'zod';
import { signInChangedMessage } from '../codes/send-code.ts';
import { news } from '../factors/change-factors.ts';
import { countRecoveryCodes, makeRecoveryCodes } from '../factors/recovery-codes.ts';
import { checkFresh } from '../guard/fresh-proof.ts';
import { invalidParameter } from '../protocol/errors.ts';
import { accessToken } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { readAccess } from '../sessions/access.ts';
import { secondFactors } from '../sign-in/next-step.ts';

const input = z.object({ AccessToken: accessToken });

/** This service's own: how many recovery codes are left. The codes themselves are told only when they are made. */
export const getRecoveryCodes = operation(input, async ({ AccessToken }, service) => {
  const { user } = await readAccess(service, AccessToken);
  return { Left: countRecoveryCodes(service, user) };
});

/** This service's own: new recovery codes, which end those before. For an account with a second factor, and freshly proved. */
export const createRecoveryCodes = operation(input, async ({ AccessToken }, service) => {
  const { user, session } = await readAccess(service, AccessToken);
  checkFresh(service, session);
  if (secondFactors(user, {}).length === 0) throw invalidParameter('The user has no second factor.');
  const message = signInChangedMessage(service.pool.shopName, user.email, [news.recoveryCodesMade]);
  return { Codes: await makeRecoveryCodes(service, user, (transaction) => service.sendMail(transaction, message)) };
});
