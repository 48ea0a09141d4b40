import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { findIdentity } from '../identity-pool/identity.store.ts';
import { logins, readLogins } from '../identity-pool/logins.ts';
import { guestsRefused, notAuthorized, notFound } from '../protocol/errors.ts';
import { text } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';

const SECONDS = 60 * 60;
const input = z.object({
  IdentityId: text(128),
  Logins: logins,
  CustomRoleArn: z.string().nullish(),
});

/**
 * Temporary credentials in the form that cloud clients expect. The shop has no cloud of its own: what they open is for
 * services that verify the session token, which is signed like every other token and says whose it is.
 */
export const getCredentialsForIdentity = operation(input, async (given, service) => {
  const userId = await readLogins(service, given.Logins);
  const identity = await findIdentity(service.db, given.IdentityId);
  if (!identity) throw notFound(`Identity '${given.IdentityId}' not found.`);
  if (identity.user_id !== userId) throw notAuthorized('Access to Identity is forbidden.');
  if (!userId && !service.pool.guestAccess) throw guestsRefused();
  const now = service.now();
  const keyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
  const claims = { sub: given.IdentityId, access_key_id: keyId, ...(userId && { username: userId }) };
  return {
    IdentityId: given.IdentityId,
    Credentials: {
      AccessKeyId: keyId,
      SecretKey: randomBytes(30).toString('base64'),
      SessionToken: await service.tokens.sign('credentials', claims, SECONDS, now),
      // Seconds since 1970.
      Expiration: Math.floor(now.getTime() / 1_000) + SECONDS,
    },
  };
});
