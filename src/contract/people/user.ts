import type { z } from 'zod';
import type { ownDeletionSchema, postedUserSchema, userSchema } from './user.schema.ts';

export type User = z.infer<typeof userSchema>;
export type OwnDeletion = z.infer<typeof ownDeletionSchema>;

/** What a client sends to save its user's record. */
export type PostedUser = z.input<typeof postedUserSchema>;

/** Saved at registration, which does not ask for a number. */
export const placeholderPhone = '0000000000';

/** The id of a user's record. The case of an e-mail address tells nobody apart. */
export function userIdOf(email: string): string {
  return email.toLowerCase();
}
