// API answers about adjustments. The browser takes the types of it alone.
import { z } from 'zod';
import { line, writtenLines } from '../text/text.schema.ts';
import { adjustmentWays } from './adjustment.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });

export const adjustmentSchema = z
  .strictObject({
    movement_id: z.string(),
    way: z.enum(adjustmentWays),
    from: z.string().meta({ description: 'The account that it goes out of', example: 'platform:loss' }),
    to: z.string().meta({ example: 'seller:1234:available' }),
    amount: z.number().meta({ description: 'In US dollars' }),
    reason: z.string(),
    state: z.enum(['proposed', 'made', 'refused']),
    proposed_at: instant,
    proposed_by: z.string().meta({ description: 'By name' }),
    decided_at: instant.nullable(),
    decided_by: z
      .string()
      .nullable()
      .meta({ description: 'The second person; null where none was needed, or none has decided yet' }),
    refusal: z.string(),
    transfer: z
      .int()
      .nullable()
      .meta({ description: 'That it became, by its number in the ledger; null of one that moved nothing' }),
    mine: z.boolean().meta({ description: 'Whether the caller has proposed it: somebody else must confirm it' }),
  })
  .meta({ id: 'Adjustment' });
export type Adjustment = z.infer<typeof adjustmentSchema>;

const account = line().min(1, 'must name an account, such as platform:loss').max(200, 'must be at most 200 characters');
const adjustmentFields = {
  way: z.enum(adjustmentWays, `must be one of ${adjustmentWays.join(', ')}`),
  from: account,
  to: account,
  amount: z
    .number('must be a number')
    .min(0.01, 'must be at least 0.01')
    .max(100_000_000, 'must be at most 100000000')
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'must have at most two decimals'),
};
export const previewAdjustmentSchema = z
  .strictObject(adjustmentFields, 'must be an object')
  .meta({ id: 'PreviewAdjustment' });
export type PreviewAdjustment = z.infer<typeof previewAdjustmentSchema>;

export const makeAdjustmentSchema = z
  .strictObject(
    {
      ...adjustmentFields,
      reason: writtenLines('must say why: it stands in the ledger').max(500, 'must be at most 500 characters'),
    },
    'must be an object',
  )
  .meta({ id: 'MakeAdjustment' });
export type MakeAdjustment = z.infer<typeof makeAdjustmentSchema>;

export const refuseAdjustmentSchema = z
  .strictObject(
    { reason: writtenLines('must say why').max(500, 'must be at most 500 characters') },
    'must be an object',
  )
  .meta({ id: 'RefuseAdjustment' });

const held = z.strictObject({ account: z.string(), balance: z.number(), after: z.number() });
export const adjustmentPreviewSchema = z
  .strictObject({
    from: held,
    to: held,
    problem: z.string().nullable().meta({ description: 'Why it cannot be made; null where it can' }),
    needs_second: z.boolean().meta({ description: 'Whether somebody else must confirm it' }),
  })
  .meta({ id: 'AdjustmentPreview', description: 'What both accounts hold, and would, in US dollars' });
export type AdjustmentPreview = z.infer<typeof adjustmentPreviewSchema>;
