import { createHash } from 'node:crypto';

/** A token of a mail as it is stored: who reads the table cannot use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}
