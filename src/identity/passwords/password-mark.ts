import { createHash } from 'node:crypto';
import type { User } from '../schema.ts';

/** Tells one password of an account from the next; it is read only where it is sealed again. */
export function passwordMarkOf(user: User): string {
  return createHash('sha256').update(user.password_sealed).digest('base64url');
}
