// API requests and answers about library tokens.
import { z } from 'zod';
import { line } from '../../text/text.schema.ts';
import { libraryTokenMaximum } from './library-token.ts';

const NAME_LENGTH = 60;

export const newLibraryTokenSchema = z
  .strictObject({
    name: line()
      .min(1, 'must say what the token is for')
      .max(NAME_LENGTH, `must be at most ${NAME_LENGTH} characters`)
      .meta({ description: 'To know it by, such as the machine that uses it' }),
    expires_at: z.iso
      .datetime('must be a time such as 2027-01-31T00:00:00Z')
      .nullable()
      .default(null)
      .meta({ description: 'From when on it is good no more; null: until it is revoked' }),
  })
  .meta({ id: 'NewLibraryToken' });
export type NewLibraryToken = z.infer<typeof newLibraryTokenSchema>;

const libraryTokenSchema = z
  .strictObject({
    token_id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'How it begins' }),
    create_time: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable().meta({ description: 'To the minute; null: never' }),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'LibraryToken' });
export type LibraryToken = z.infer<typeof libraryTokenSchema>;

export const libraryTokensSchema = z
  .strictObject({ items: z.array(libraryTokenSchema) })
  .meta({ id: 'LibraryTokens', description: `At most ${libraryTokenMaximum} are good at once` });

export const madeLibraryTokenSchema = z
  .strictObject({
    ...libraryTokenSchema.shape,
    token: z.string().meta({ description: 'Told this once, and kept nowhere' }),
  })
  .meta({ id: 'MadeLibraryToken' });
