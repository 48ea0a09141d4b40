import { z } from 'zod';

/** What a customer may hold at the shop's own record, beside the account of the account service. */
export const userTypes = ['buyer', 'seller', 'admin'] as const;

export const userSchema = z
  .strictObject({
    user_id: z.string().meta({ description: 'The e-mail address of the account' }),
    username: z.string(),
    profile_pic: z.string(),
    user_type: z.enum(userTypes),
    phone: z.string(),
    addresses: z.array(z.string()),
  })
  .meta({ id: 'User' });
