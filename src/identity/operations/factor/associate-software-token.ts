import { z } from 'zod';
import { updateUser } from '../../accounts/user.store.ts';
import { newTotpSecret, sealTotp } from '../../factors/totp.ts';
import { notOneProof } from '../../protocol/errors.ts';
import { accessToken, session } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';
import { readSetup } from '../../sign-in/mfa-setup.ts';

const input = z.object({ AccessToken: accessToken.nullish(), Session: session.nullish() });

/** A secret for an authenticator app. The one in force, if any, stays so until a code of the new one was seen. */
export const associateSoftwareToken = operation(input, async (given, service) => {
  if (!given.AccessToken === !given.Session) throw notOneProof();
  const { user } = given.AccessToken
    ? await readAccess(service, given.AccessToken)
    : await readSetup(service, given.Session ?? '');
  const secret = newTotpSecret();
  await updateUser(service.db, user.user_id, {
    totp_pending_sealed: sealTotp(service.secrets, user.user_id, secret),
  });
  return { SecretCode: secret, ...(given.Session && { Session: given.Session }) };
});
