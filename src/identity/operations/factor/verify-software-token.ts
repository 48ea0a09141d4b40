import { z } from 'zod';
import { news } from '../../accounts/security-notices.ts';
import { updateUser } from '../../accounts/user.store.ts';
import { changeFactors } from '../../factors/change-factors.ts';
import { acceptTotp } from '../../factors/totp.ts';
import { counterOf, counterOfSession } from '../../guard/attempt-counter.ts';
import { prove } from '../../guard/attempts.ts';
import { checkFresh } from '../../guard/fresh-proof.ts';
import { invalidParameter, notOneProof, ProtocolError } from '../../protocol/errors.ts';
import { accessToken, session, text } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import type { Call, Service } from '../../service.ts';
import { readAccess } from '../../sessions/access.ts';
import { readSetup, setupDone } from '../../sign-in/mfa-setup.ts';

const input = z.object({
  AccessToken: accessToken.nullish(),
  Session: session.nullish(),
  UserCode: text(6),
  FriendlyDeviceName: z.string().nullish(),
});

const mismatch = () => new ProtocolError('EnableSoftwareTokenMFAException', 'Code mismatch');

/**
 * The first code of the new secret: from now on that secret counts, and the one before it no more. Within a sign-in a fresh proof is asked,
 * also for a first one: whoever has its codes can prove with them to be the owner.
 */
export const verifySoftwareToken = operation(input, async (given, service, call) => {
  if (!given.AccessToken === !given.Session) throw notOneProof();
  const { user, counter } = given.AccessToken
    ? await withAccess(service, given.AccessToken)
    : await inSetup(service, call, given.Session ?? '');
  const pending = user.totp_pending_sealed;
  if (!pending) throw invalidParameter('No software token is waiting to be verified.');
  const check = async () => (await acceptTotp(service, user, pending, given.UserCode)) || null;
  await prove(service, call, counter, check, mismatch);
  await changeFactors(service, user, user.totp_enabled ? [news.authenticatorReplaced] : [], (transaction) =>
    updateUser(transaction, user.user_id, { totp_sealed: pending, totp_pending_sealed: null }),
  );
  return { Status: 'SUCCESS', ...(given.Session && { Session: setupDone(service, given.Session) }) };
});

async function withAccess(service: Service, accessToken: string) {
  const { user, session } = await readAccess(service, accessToken);
  checkFresh(service, session);
  return { user, counter: counterOfSession(service.secrets, session) };
}

async function inSetup(service: Service, call: Call, session: string) {
  const { user, progress } = await readSetup(service, session);
  return { user, counter: await counterOf(service, call, progress) };
}
