// A sale of a product that begins and ends by itself.
import { z } from 'zod';
import { plannedSaleStates, salePercentMaximum } from './planned-sale-labels.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-27T00:00:00.000Z' });
/** Further away is a slip of the pen, and years that are not of four digits are written in other ways elsewhere. */
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2200, 0)];
const moment = z.iso
  .datetime({ offset: true, error: 'must be a moment such as 2026-11-27T00:00:00Z' })
  .refine((text) => !(Date.parse(text) < earliest || Date.parse(text) >= latest), 'must be in the years 2000 to 2199');
const percent = z
  .number('must be a number')
  .min(1, 'must be at least 1')
  .max(salePercentMaximum, `must be at most ${salePercentMaximum}`)
  .meta({ description: 'So much below the price of then, of every variant' });
const price = z.number('must be a number').min(0.000001, 'must be at least 0.000001');

export const plannedSaleSchema = z
  .strictObject({
    sale_id: z.string(),
    state: z.enum(plannedSaleStates).meta({
      description:
        'refused: when it was to begin it could not (note says why); missed: its time passed while the shop was closed',
    }),
    starts_at: instant,
    ends_at: instant,
    percent: z.number().nullable(),
    sale_price: z.number().nullable().meta({ description: 'Instead of a percentage, of a product without variants' }),
    note: z.string(),
    by: z.string(),
  })
  .meta({ id: 'PlannedSale' });

export const planSaleSchema = z
  .strictObject({ starts_at: moment, ends_at: moment, percent: percent.optional(), sale_price: price.optional() })
  .refine(({ starts_at, ends_at }) => Date.parse(starts_at) < Date.parse(ends_at), {
    path: ['ends_at'],
    message: 'must be after starts_at',
  })
  .refine((sale) => (sale.percent === undefined) !== (sale.sale_price === undefined), {
    path: ['percent'],
    message: 'must be given, or sale_price, and not both',
  })
  .meta({ id: 'PlanSale' });
