// API answers about figures.
import { z } from 'zod';
import { productIdMaximum } from '../catalogue/product/product-limits.ts';
import { type measures, mostProducts } from './analytics.ts';

const numbersFields = {
  views: z.int().meta({ description: 'Times its page was shown; known machines are left out' }),
  adds: z.int().meta({ description: 'Times it was put into a cart' }),
  orders: z
    .int()
    .meta({ description: 'Paid orders with it; of the shop, each order once, however many of its products it has' }),
  quantity: z.int().meta({ description: 'How many of it they were for' }),
  revenue: z.number().meta({ description: 'What was paid for it, in US dollars, without what a coupon took off' }),
  refunds: z.number().meta({ description: 'What has gone back, on the day on which it did' }),
} satisfies Record<(typeof measures)[number], z.ZodType>;

const numbersSchema = z.strictObject(numbersFields).meta({ id: 'FigureNumbers' });
const rangeFields = { from: z.iso.date(), to: z.iso.date() };

export const figuresSchema = z
  .strictObject({
    ...rangeFields,
    previous: z.strictObject(rangeFields).meta({ description: 'The range before, of the same length' }),
    step: z.enum(['day', 'week', 'month']),
    totals: numbersSchema,
    previous_totals: numbersSchema,
    series: z.array(
      z.strictObject({
        ...rangeFields,
        ...numbersFields,
        previous: numbersSchema.meta({ description: 'The same days of the range before' }),
      }),
    ),
    products: z
      .array(z.strictObject({ product_id: z.string(), product_name: z.string(), ...numbersFields }))
      .meta({ description: `At most ${mostProducts}: those with the most revenue, then those with the most views` }),
  })
  .meta({ id: 'Figures' });
export type Figures = z.infer<typeof figuresSchema>;

export const addedSchema = z.strictObject({ product_id: z.string().max(productIdMaximum) }).meta({ id: 'AddedToCart' });
