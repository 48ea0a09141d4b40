// Requests of the staff to open a shop and to hand it products. The browser takes the types of it alone.
import { z } from 'zod';
import { countryOrNoneSchema } from '../country.schema.ts';
import { emailMaximum } from '../people/account-limits.ts';
import { isEmail } from '../people/email.ts';
import { line } from '../text/text.schema.ts';
import { sellerNameMaximum } from './seller.ts';
import { adoptMaximum, adoptOutcomes } from './staff-seller.ts';

const atMost = (most: number) => [most, `must be at most ${most} characters`] as const;
const email = () =>
  line()
    .max(...atMost(emailMaximum))
    .refine(isEmail, 'must be an e-mail address');

export const openSellerSchema = z
  .strictObject(
    {
      name: line()
        .min(1, 'must be given')
        .max(...atMost(sellerNameMaximum)),
      address: line()
        .max(...atMost(100))
        .meta({ description: 'Of its page, /sellers/{address}: letters a to z, digits, hyphens' }),
      owner: email().meta({ description: 'The e-mail address of the account that owns it' }),
      country: countryOrNoneSchema.meta({ description: 'ISO 3166-1, or empty' }),
      support_email: email().nullable().meta({ description: "Where buyers get help; null: the owner's address" }),
    },
    'must be an object',
  )
  .meta({ id: 'OpenSeller' });
export type OpenSeller = z.infer<typeof openSellerSchema>;

export const openedSellerSchema = z.strictObject({ seller_id: z.string() }).meta({ id: 'OpenedSeller' });

export const adoptSchema = z
  .strictObject(
    {
      product_ids: z
        .array(
          line()
            .min(1, 'must not be empty')
            .max(...atMost(200)),
          'must be a list of product ids',
        )
        .min(1, 'must name a product')
        .max(adoptMaximum, `must name at most ${adoptMaximum} products`),
    },
    'must be an object',
  )
  .meta({ id: 'AdoptProducts' });

export const adoptionSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        product_id: z.string(),
        name: z.string().nullable().meta({ description: 'null where there is no such product' }),
        outcome: z.enum(adoptOutcomes).meta({
          description:
            "adopted: it is the shop's from then on; had: it was before; unknown: there is none; foreign: another shop's. One of the last two, and nothing is done",
        }),
        seller: z.string().nullable().meta({ description: 'The name of the shop that has it; null: your own' }),
      }),
    ),
  })
  .meta({ id: 'AdoptedProducts' });
export type Adoption = z.infer<typeof adoptionSchema>;
