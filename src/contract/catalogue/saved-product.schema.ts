import { z } from 'zod';
import { greatestPrice } from '../money/amount/money.ts';
import { line, storableTime } from '../text/text.schema.ts';
import { productSummarySchema } from './product/product.schema.ts';
import { productIdMaximum, savedMaximum } from './product/product-limits.ts';

/** Events of a saved product that a customer can be notified of. */
export const alertKinds = ['cheaper', 'back_in_stock', 'new_version'] as const;

const alerts = z
  .array(z.enum(alertKinds, `must be of ${alertKinds.join(', ')}`), 'must be a list')
  .max(alertKinds.length, `must be at most ${alertKinds.length}`);
const usd = z.number().min(0);

export const savedProductSchema = z
  .strictObject({
    product: productSummarySchema,
    saved_at: z.string(),
    saved_price: usd.meta({ description: 'What one unit cost when it was saved, in US dollars' }),
    saved_price_unit: z.string(),
    version: z.string().nullable().meta({ description: 'As its specifications name it; null where they do not' }),
    alerts: alerts.meta({ description: 'What the customer is told of by mail' }),
    cheaper_than: usd.nullable().meta({ description: 'Below this price the customer is told; null: not asked for' }),
  })
  .meta({ id: 'SavedProduct' });

export const savedProductsSchema = z.strictObject({ items: z.array(savedProductSchema) }).meta({ id: 'SavedProducts' });

export const savedIdsSchema = z.strictObject({ product_ids: z.array(z.string()) }).meta({ id: 'SavedProductIds' });

export const putSavedProductSchema = z
  .object({
    alerts: alerts.optional().meta({ description: 'All that are asked for; left out, they stay as they are' }),
    before: z
      .object({
        saved_at: storableTime(),
        saved_price: usd.max(greatestPrice),
        saved_price_unit: line().max(100),
      })
      .optional()
      .meta({
        description:
          'As it was saved before it was removed, to bring it back; alerts that cannot be asked for any more are left out then',
      }),
  })
  .meta({ id: 'PutSavedProduct' });

/** Products that were saved in a browser before its owner signed in. */
export const mergedIdsSchema = z
  .object({
    product_ids: z
      .array(z.string().max(productIdMaximum), 'must be a list of ids')
      .max(savedMaximum, `must be at most ${savedMaximum}`),
  })
  .meta({ id: 'MergedSavedProducts' });

export const mergedAnswerSchema = z
  .strictObject({
    product_ids: z.array(z.string()).meta({ description: 'All that are saved now' }),
    left: z.array(z.string()).meta({ description: 'For which there was no room' }),
  })
  .meta({ id: 'MergedSavedProductsAnswer' });

/** Facts that a link in an alert's email shows to whoever has it. */
export const alertLinkSchema = z
  .strictObject({
    product_id: z.string(),
    product_name: z.string().nullable().meta({ description: 'null: it is not sold any more' }),
    alerts: alerts.meta({ description: 'Asked for about this product' }),
    others: z.int().meta({ description: 'Other products of the same account with alerts' }),
  })
  .meta({ id: 'AlertLink' });

export const endedAlertsSchema = z
  .strictObject({ ended: z.int().meta({ description: 'Products whose alerts have ended' }) })
  .meta({ id: 'EndedAlerts' });
