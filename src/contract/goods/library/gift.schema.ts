// Gifts of a customer, for the staff. The browser takes the types of it alone.
import { z } from 'zod';
import { productIdMaximum } from '../../catalogue/product/product-limits.ts';
import { line, lines, writtenLines } from '../../text/text.schema.ts';
import { giftStates, giftTextMaximum } from './gift.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });

export const giveProductSchema = z
  .strictObject(
    {
      product_id: line()
        .min(1, 'must be the product_id of a product')
        .max(productIdMaximum, `must be at most ${productIdMaximum} characters`),
      until: z.iso
        .date('must be a day such as 2027-01-31')
        .nullable()
        .default(null)
        .meta({ description: 'Its last day, to the end of it in UTC; null: it does not end by itself' }),
      note: lines()
        .max(giftTextMaximum, `must be at most ${giftTextMaximum} characters`)
        .default('')
        .meta({ description: 'Why, for the staff: the customer does not read it' }),
    },
    'must be an object',
  )
  .meta({ id: 'GiveProduct' });
export type GiveProduct = z.input<typeof giveProductSchema>;

export const withdrawGiftSchema = z
  .strictObject(
    {
      reason: writtenLines('must say why: the customer reads it')
        .max(giftTextMaximum, `must be at most ${giftTextMaximum} characters`)
        .meta({ description: 'The customer reads it, in the library and by mail' }),
    },
    'must be an object',
  )
  .meta({ id: 'WithdrawGift' });

export const giftSchema = z
  .strictObject({
    entitlement_id: z.string(),
    product_id: z.string(),
    product_name: z.string().meta({ description: 'As it was called when it was given' }),
    given_at: instant,
    until: instant.nullable().meta({ description: 'null: it does not end by itself' }),
    note: z.string(),
    by: z.string().nullable().meta({ description: 'Who has given it, by name; null: nobody has noted it' }),
    state: z.enum(giftStates),
    withdrawn_at: instant.nullable(),
    withdrawn_reason: z.string(),
  })
  .meta({ id: 'Gift' });
export type Gift = z.infer<typeof giftSchema>;

export const giftsSchema = z.array(giftSchema).meta({ id: 'Gifts' });
