import { z } from 'zod';
import { productSummarySchema } from './product/product.schema.ts';

export const highlightsSchema = z
  .strictObject({
    newest: z.array(productSummarySchema).meta({ description: 'What came last, the newest first' }),
    on_sale: z.array(productSummarySchema).meta({ description: 'The greatest discount first' }),
    most_rented: z.array(productSummarySchema).meta({
      description:
        'Computing with the most buyers of the last 30 days, by days and accounts; free orders and refunded ones do not count',
    }),
    most_bought: z.array(productSummarySchema).meta({ description: 'The same of the other categories' }),
  })
  .meta({ id: 'Highlights', description: 'Products that stand out by figures, all in stock' });
