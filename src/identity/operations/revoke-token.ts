import { z } from 'zod';
import { ProtocolError } from '../protocol/errors.ts';
import { checkClient, clientId } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { findSessionByToken, revokeSession } from '../sessions/session.store.ts';

const input = z.object({ ClientId: clientId, Token: z.string().min(1).max(8_192), ClientSecret: z.string().nullish() });

/** Ends the sign-in that a refresh token belongs to. An unknown token is no error: what is wanted is the case already. */
export const revokeToken = operation(input, async (given, service) => {
  checkClient(service, given.ClientId);
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(given.Token))
    throw new ProtocolError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.');
  const session = await findSessionByToken(service.db, service.secrets, given.Token);
  if (session) await revokeSession(service.db, session.session_id, service.now());
  return {};
});
