import type { z } from 'zod';
import type { ownDeletionSchema, userSchema } from './user.schema.ts';

export type User = z.infer<typeof userSchema>;
export type OwnDeletion = z.infer<typeof ownDeletionSchema>;

/** Saved at registration, which does not ask for a number. */
export const placeholderPhone = '0000000000';

/** The id of a user's record. The case of an e-mail address tells nobody apart. */
export function userIdOf(email: string): string {
  return email.toLowerCase();
}
