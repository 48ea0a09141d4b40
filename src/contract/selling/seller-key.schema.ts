// API requests and answers about keys of sellers.
import { z } from 'zod';
import { line } from '../text/text.schema.ts';
import { keyMaximum, keyScopes } from './seller-key.ts';

const NAME_LENGTH = 60;

export const newSellerKeySchema = z
  .strictObject({
    name: line()
      .min(1, 'must say what the key is for')
      .max(NAME_LENGTH, `must be at most ${NAME_LENGTH} characters`)
      .meta({ description: 'To know it by, such as the program that uses it' }),
    scopes: z
      .array(z.enum(keyScopes, `must be among: ${keyScopes.join(', ')}`))
      .min(1, 'must name at least one')
      .max(keyScopes.length, 'must name each at most once')
      .transform((scopes) => keyScopes.filter((scope) => scopes.includes(scope)))
      .meta({ description: 'What it may do' }),
    expires_at: z.iso
      .datetime('must be a time such as 2027-01-31T00:00:00Z')
      .nullable()
      .default(null)
      .meta({ description: 'From when on it is good no more; null: until it is revoked' }),
  })
  .meta({ id: 'NewSellerKey' });
export type NewSellerKey = z.infer<typeof newSellerKeySchema>;

const sellerKeySchema = z
  .strictObject({
    key_id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'How it begins' }),
    scopes: z.array(z.enum(keyScopes)),
    made_by: z.string().meta({ description: 'The name of whoever made it; empty: they have left' }),
    keeper: z
      .string()
      .meta({ description: 'Who answers for it now: it does nothing that they may not do in the shop' }),
    keeper_belongs: z.boolean().meta({
      description: 'false: nobody of the shop answers for it, and it is good for nothing until an owner takes it over',
    }),
    create_time: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable().meta({ description: 'To the minute; null: never' }),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SellerKey' });
export type SellerKey = z.infer<typeof sellerKeySchema>;

export const sellerKeysSchema = z
  .strictObject({ items: z.array(sellerKeySchema) })
  .meta({ id: 'SellerKeys', description: `At most ${keyMaximum} are good at once` });

export const madeSellerKeySchema = z
  .strictObject({ ...sellerKeySchema.shape, key: z.string().meta({ description: 'Told this once, and kept nowhere' }) })
  .meta({ id: 'MadeSellerKey' });
export type MadeSellerKey = z.infer<typeof madeSellerKeySchema>;
