// What the API answers about shops. The browser takes the types of it alone.
import { z } from 'zod';
import { sellerRoles, sellerStates } from './seller.ts';

/** A shop from the side of somebody who belongs to it. */
export const membershipSchema = z
  .strictObject({
    seller_id: z.string(),
    name: z.string().nullable().meta({ description: 'null while the application does not say it' }),
    address: z.string().nullable().meta({ description: 'Of its page, /sellers/{address}; null while it has none' }),
    state: z.enum(sellerStates),
    role: z.enum(sellerRoles).meta({ description: 'What the caller is in it' }),
    reason: z.string().meta({ description: 'Why it was returned or suspended; else empty' }),
  })
  .meta({ id: 'SellerMembership' });
export type SellerMembership = z.infer<typeof membershipSchema>;

export const mySellersSchema = z.strictObject({ items: z.array(membershipSchema) }).meta({ id: 'MySellers' });
export type MySellers = z.infer<typeof mySellersSchema>;
