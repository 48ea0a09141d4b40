// API requests and answers about keys of products: its seller's list of them, and what a buyer has of them.
import { z } from 'zod';
import { selectedOptionSchema } from '../catalogue/product/selected-option.schema.ts';
import { productKeyLongest, productKeyStates, productKeysAtOnce } from './product-key.ts';

const count = z.int().nonnegative();
const time = z.iso.datetime();

/** Keys that are of one list: those of the product as a whole, or of a variant that has keys of its own. */
const productKeyListSchema = z
  .strictObject({
    edition: z.string().meta({ description: "'' for the product as a whole; to be sent back when keys are loaded" }),
    selected_options: z.array(selectedOptionSchema).meta({ description: 'Of the variant; empty for the product' }),
    free: count,
    given: count,
    revoked: count,
    waiting: count.meta({ description: 'Paid, and not given out because there was none; the next that are loaded' }),
    low_mark: count.meta({ description: 'With no more free ones than this it is running low' }),
    is_low: z.boolean(),
  })
  .meta({ id: 'ProductKeyList' });
export type ProductKeyList = z.infer<typeof productKeyListSchema>;

const listedProductKeySchema = z
  .strictObject({
    key_id: z.string(),
    edition: z.string(),
    masked: z.string().meta({ description: 'Such as QK-7F3A-••••-91D2; the whole key is told to its buyer alone' }),
    state: z.enum(productKeyStates),
    batch: z.string().meta({ description: 'What its seller called those that were loaded together' }),
    create_time: time,
    given_at: time.nullable(),
    revoked_at: time.nullable(),
    order_id: z.string().nullable(),
  })
  .meta({ id: 'ListedProductKey' });
export type ListedProductKey = z.infer<typeof listedProductKeySchema>;

export const productKeysSchema = z
  .strictObject({
    lists: z.array(productKeyListSchema),
    items: z.array(listedProductKeySchema).meta({ description: 'Newest first' }),
    next: z.string().nullable().meta({ description: 'To be sent as after for the older ones; null: there are none' }),
  })
  .meta({ id: 'ProductKeys' });
export type ProductKeys = z.infer<typeof productKeysSchema>;

export const ownKeyListsSchema = z.strictObject({ lists: z.array(productKeyListSchema) }).meta({ id: 'OwnKeyLists' });
export type OwnKeyLists = z.infer<typeof ownKeyListsSchema>;

export const newProductKeysSchema = z
  .strictObject({
    keys: z
      .array(z.string('must be text').max(productKeyLongest, `must be at most ${productKeyLongest} characters`))
      .min(1, 'must name at least one')
      .max(productKeysAtOnce, `must be at most ${productKeysAtOnce} at once`)
      .meta({ description: `Each of at most ${productKeyLongest} characters, on one line` }),
  })
  .meta({ id: 'NewProductKeys' });

export const loadedProductKeysSchema = z
  .strictObject({
    loaded: count.meta({ description: 'New ones; with dry_run: what would be' }),
    duplicates: count.meta({ description: 'Named twice, or known already: left out' }),
    served: count.meta({ description: 'Of the new ones that went to buyers who had waited' }),
    dry_run: z.boolean(),
    lists: z.array(productKeyListSchema),
  })
  .meta({ id: 'LoadedProductKeys' });
export type LoadedProductKeys = z.infer<typeof loadedProductKeysSchema>;

const ownProductKeySchema = z
  .strictObject({
    key_id: z.string(),
    key: z.string().meta({ description: 'Whole, as it is to be typed or pasted' }),
    given_at: time,
  })
  .meta({ id: 'OwnProductKey' });

/** Keys of a buyer. */
export const ownProductKeysSchema = z
  .strictObject({
    entitlement_id: z.string(),
    source: z.enum(['list', 'signed']),
    standing: z
      .enum(['active', 'on_hold', 'refunded', 'withdrawn', 'expired'])
      .meta({ description: 'Keys are told while it is active' }),
    items: z.array(ownProductKeySchema).meta({ description: 'At most 200, in the order in which they were given out' }),
    next: z.string().nullable().meta({ description: 'To be sent as after for the others; null: there are none' }),
    quantity: z.int().positive().meta({ description: 'So many were bought' }),
    waiting: count.meta({ description: 'Of these that are not there yet; they come by themselves' }),
    seats: z.int().positive().nullable().meta({ description: 'For each key; null: nothing is said of it' }),
    valid_until: time.nullable().meta({ description: 'Null: without an end' }),
    is_expired: z.boolean(),
    revoked_at: time.nullable().meta({ description: 'Since when the keys are not to be used any more' }),
  })
  .meta({ id: 'OwnProductKeys' });
export type OwnProductKeys = z.infer<typeof ownProductKeysSchema>;
