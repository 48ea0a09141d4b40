import { z } from 'zod';

/** Most products that are asked about at once. */
export const ownedAtOnce = 100;

export const ownedSchema = z
  .strictObject({
    items: z
      .array(
        z.strictObject({
          product_id: z.string(),
          entitlement_id: z.string().meta({ description: 'The newest thing in the library that is of this product' }),
        }),
      )
      .meta({ description: 'Products that the caller does not have are left out' }),
  })
  .meta({ id: 'OwnedProducts' });
