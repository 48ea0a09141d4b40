import { z } from 'zod';
import { findUser } from '../accounts/user.store.ts';
import { notAuthorized, userDisabled } from '../protocol/errors.ts';
import type { Service } from '../service.ts';

/** Provider to ID token, as the identity pool takes it. */
export const logins = z.record(z.string().max(2_048), z.string().max(8_192)).nullish();

/** The user whose ID token is among the logins, null for a guest. Throws for any other provider and for a bad token. */
export async function readLogins(service: Service, given: z.output<typeof logins>): Promise<string | null> {
  const [entry, ...others] = Object.entries(given ?? {});
  if (!entry) return null;
  const [provider, token] = entry;
  // Clients name the provider by the issuer without its scheme.
  if (others.length > 0 || provider !== service.pool.issuer.replace(/^\w+:\/\//, ''))
    throw notAuthorized('Token is not from a supported provider of this identity pool.');
  const userId = await service.tokens.verifyId(token, service.now());
  const user = await findUser(service.db, userId);
  if (!user?.enabled) throw userDisabled();
  return userId;
}
