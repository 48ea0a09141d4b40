import { z } from 'zod';
import { readAccess } from '../access.ts';
import { prove } from '../attempts.ts';
import { changeFactors, news } from '../change-factors.ts';
import { invalidParameter, ProtocolError } from '../errors.ts';
import { accessToken, session, text } from '../input.ts';
import { operation } from '../operation.ts';
import { readSetup, setupDone } from '../sign-in/mfa-setup.ts';
import { acceptTotp } from '../totp.ts';
import { updateUser } from '../user.store.ts';

const input = z.object({
  AccessToken: accessToken.nullish(),
  Session: session.nullish(),
  UserCode: text(6),
  FriendlyDeviceName: z.string().nullish(),
});

const mismatch = () => new ProtocolError('EnableSoftwareTokenMFAException', 'Code mismatch');

/** The first code of the new secret: from now on that secret counts, and the one before it no more. */
export const verifySoftwareToken = operation(input, async (given, service, call) => {
  // With both, one account could be proved and another changed.
  if (!given.AccessToken === !given.Session) throw invalidParameter('Either AccessToken or Session is required.');
  const { user } = given.AccessToken
    ? await readAccess(service, given.AccessToken)
    : await readSetup(service, given.Session ?? '');
  const pending = user.totp_pending_sealed;
  if (!pending) throw invalidParameter('No software token is waiting to be verified.');
  const check = async () => (await acceptTotp(service, user, pending, given.UserCode)) || null;
  await prove(service, call, user.user_id, check, mismatch);
  await changeFactors(service, user, user.totp_enabled ? [news.authenticatorReplaced] : [], (transaction) =>
    updateUser(transaction, user.user_id, { totp_sealed: pending, totp_pending_sealed: null }),
  );
  return { Status: 'SUCCESS', ...(given.Session && { Session: setupDone(service, given.Session) }) };
});
