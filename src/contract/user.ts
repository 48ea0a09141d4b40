import type { z } from 'zod';
import type { userSchema } from './user.schema.ts';

export type User = z.infer<typeof userSchema>;

/** Saved at registration, which does not ask for a number (specification, section 9). */
export const placeholderPhone = '0000000000';
