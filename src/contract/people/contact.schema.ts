import { z } from 'zod';
import { lines } from '../text/text.schema.ts';
import { emailMaximum } from './account-limits.ts';

/** Shapes and greatest lengths; what each field must hold is said by `checkContactMessage`, in the form's own words. */
export const contactMessageSchema = z
  .object(
    {
      senderEmail: z.string().max(emailMaximum, `must be at most ${emailMaximum} characters`),
      senderSubject: lines().max(200, 'must be at most 200 characters'),
      senderMessage: lines().max(10_000, 'must be at most 10000 characters'),
    },
    'must be an object',
  )
  .meta({ id: 'ContactMessage' });
