// API answers about the figures of the marketplace. The browser takes the types of it alone.
import { z } from 'zod';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const days = { from: z.iso.date(), to: z.iso.date() };

const numbers = {
  sales: z.number().meta({ description: 'What was paid for orders, in US dollars, at the moment of their payment' }),
  orders: z.int().meta({ description: 'Orders that were paid, also those that cost nothing' }),
  average: z.number().nullable().meta({ description: 'Sales by orders; null without orders' }),
  refunds: z.number().meta({
    description: 'What of these and earlier orders went back, in US dollars, at the moment at which it did',
  }),
  customers: z.int().meta({ description: 'Accounts that came for the first time, and are here still' }),
  views: z.int().meta({ description: 'Times pages of products were shown; known machines are left out' }),
  view_to_order: z.number().nullable().meta({
    description: 'Orders by views, since views are counted, such as 0.0234; null without views',
  }),
};

export const marketplaceAnalyticsSchema = z
  .strictObject({
    ...days,
    zone: z.string().meta({ description: 'Whose days these are' }),
    step: z.enum(['hour', 'day', 'week', 'month']),
    whole: z.boolean().meta({
      description: 'Whether the range is over. Until then the range before counts as far as this one has come',
    }),
    previous: z.strictObject(days).meta({ description: 'The range before, of the same length' }),
    views_from: instant.meta({ description: 'Since when views are counted' }),
    totals: z.strictObject(numbers),
    previous_totals: z.strictObject(numbers),
    series: z.array(
      z.strictObject({
        ...days,
        at: instant.meta({ description: 'When it begins' }),
        ...numbers,
        previous: z
          .strictObject({ at: instant, ...numbers })
          .meta({ description: 'The same part of the range before' }),
      }),
    ),
  })
  .meta({ id: 'MarketplaceAnalytics' });
export type MarketplaceAnalytics = z.infer<typeof marketplaceAnalyticsSchema>;
