import { z } from 'zod';
import { line, lines } from '../text/text.schema.ts';
import { emailMaximum, phoneMaximum, phonePattern, usernameMaximum } from './account-limits.ts';

const deletionMessages = z.array(
  z.strictObject({
    message: z.string(),
    action: z
      .strictObject({ label: z.string(), path: z.string() })
      .meta({ description: 'Where something can be done about it' }),
  }),
);

export const ownDeletionSchema = z
  .strictObject({
    obstacles: deletionMessages.meta({ description: 'What keeps the account from being deleted now' }),
    consequences: deletionMessages.meta({ description: 'What ends with it, and what to do about that before' }),
  })
  .meta({ id: 'OwnDeletion' });

/** Data that a customer may hold at the shop's own record, beside the account of the account service. */
const userTypes = ['buyer', 'seller', 'admin'] as const;

const ADDRESS_MAXIMUM = 500;
const ADDRESSES_MAXIMUM = 20;
const PICTURE_MAXIMUM = 2_000;

export const userSchema = z
  .strictObject({
    user_id: z.string().meta({ description: 'The e-mail address of the account, in lower case' }),
    username: z.string().meta({ description: 'Stands beside the reviews of this user' }),
    profile_pic: z.string().meta({ description: 'An http or https address, or empty' }),
    user_type: z.enum(userTypes).meta({ description: 'The role; only the shop gives one' }),
    phone: z.string().meta({ description: 'As written, or the placeholder of the registration' }),
    addresses: z.array(z.string()).meta({ description: 'Postal addresses, several lines each' }),
  })
  .meta({ id: 'User' });

/** A user's own record as its client sends it: the specification's fields. What is left out stays as it is stored. */
export const postedUserSchema = z
  .object(
    {
      user_id: z
        .string("must be the account's e-mail address")
        .max(emailMaximum, `must be at most ${emailMaximum} characters`)
        .meta({ description: 'The e-mail address of the account, in any case' }),
      username: line()
        .min(1, 'must not be empty')
        .max(usernameMaximum, `must be at most ${usernameMaximum} characters`)
        .optional(),
      profile_pic: line()
        .max(PICTURE_MAXIMUM, `must be at most ${PICTURE_MAXIMUM} characters`)
        .refine((text) => text === '' || isWebAddress(text), 'must be empty or an http or https address')
        .optional(),
      user_type: z.unknown().optional().meta({ description: 'Accepted and not believed: only the shop gives a role' }),
      phone: line()
        .max(phoneMaximum, `must be at most ${phoneMaximum} characters`)
        .regex(phonePattern, 'must be digits, spaces and + - ( ) .')
        .optional(),
      addresses: z
        .array(
          lines().max(ADDRESS_MAXIMUM, `must be at most ${ADDRESS_MAXIMUM} characters`),
          'must be a list of addresses',
        )
        .max(ADDRESSES_MAXIMUM, `must be at most ${ADDRESSES_MAXIMUM}`)
        .optional(),
    },
    'must be an object',
  )
  .meta({ id: 'PostedUser' });

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
