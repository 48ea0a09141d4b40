// Integrity of the books, the figures, the coupons and the storage, as the API tells it to whoever runs the shop.
import { z } from 'zod';
import { checkNames, checkOrigins, checkRunStates, differencesKept } from './integrity-check.ts';

const instant = z.iso.datetime();

const checkRunSchema = z
  .strictObject({
    run_id: z.string(),
    state: z.enum(checkRunStates),
    repairs: z.boolean().meta({ description: 'What differed was put right first' }),
    origin: z.enum(checkOrigins),
    by: z.string().nullable().meta({ description: 'Who of the staff asked for it' }),
    created_at: instant,
    started_at: instant.nullable(),
    ended_at: instant.nullable(),
    took_ms: z.number().nullable(),
    differences: z.number().meta({ description: 'How many there are' }),
    message: z.string().meta({ description: 'What was read, or why it failed' }),
  })
  .meta({ id: 'CheckRun' });
export type CheckRun = z.output<typeof checkRunSchema>;

export const shopCheckSchema = z
  .strictObject({
    name: z.enum(checkNames),
    last: checkRunSchema.nullable().meta({ description: 'The last run that has ended' }),
    running: checkRunSchema.nullable().meta({ description: 'The run that is under way, or about to be' }),
  })
  .meta({ id: 'ShopCheck' });
export type ShopCheck = z.output<typeof shopCheckSchema>;

export const shopChecksSchema = z.strictObject({ items: z.array(shopCheckSchema) }).meta({ id: 'ShopChecks' });

export const shopCheckResultSchema = shopCheckSchema
  .extend({
    differences: z
      .array(z.string())
      .meta({ description: `Of the last run that has ended, at most ${differencesKept}, each in a sentence` }),
    runs: z.array(checkRunSchema).meta({ description: 'The last ones, the newest first' }),
  })
  .meta({ id: 'ShopCheckResult' });
export type ShopCheckResult = z.output<typeof shopCheckResultSchema>;
