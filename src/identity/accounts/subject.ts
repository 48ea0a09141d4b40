// Whom a request is about: an account, or an address without one that is treated just the same.
import type { Secrets } from '#platform/secrets.ts';
import { imaginedVerifier, openDecoy, openPassword } from '../passwords/passwords.ts';
import type { Verifier } from '../passwords/srp.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';
import { findUser, foldEmail } from './user.store.ts';

/** `userId` of an unknown address is imagined, and the same every time. Attempts and codes are counted by it. */
export type Subject = { userId: string; user: User | null };

export async function findSubject(service: Service, username: string): Promise<Subject> {
  const user = await findUser(service.db, username);
  // Imagined for everybody: that an account was found must not show in how long the answer took.
  const imagined = imaginedId(service.secrets, username);
  return { userId: user?.user_id ?? imagined, user };
}

/** Does the same work whether there is an account or not. */
export function verifierOf({ secrets, pool, decoy }: Service, { userId, user }: Subject): Verifier {
  const imagined = imaginedVerifier(secrets, userId);
  if (user) return openPassword(secrets, { poolName: pool.name, userId }, user.password_sealed);
  openDecoy(secrets, decoy);
  return imagined;
}

/** Looks like the id of an account, and cannot be told from one. An id that belongs to nobody stays as it is. */
function imaginedId(secrets: Secrets, username: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(username)) return username.toLowerCase();
  const hex = secrets.hmac(foldEmail(username), 'imagined user').toString('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
