import { z } from 'zod';
import { priceStep } from '../selling/listing/listing.schema.ts';
import { salePercentMaximum } from '../selling/staff-product/planned-sale-labels.ts';
import { type JobState, jobOutcomes, jobRowsMaximum, jobStates } from './staff-job.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const count = z.int().min(0);

export const priceStepSchema = z.strictObject(priceStep).meta({ id: 'PriceStep' });
export const saleStepSchema = z
  .strictObject({
    percent: z
      .number('must be a number')
      .min(1, 'must be at least 1')
      .max(salePercentMaximum, `must be at most ${salePercentMaximum}`)
      .meta({ description: 'So much below the price, of every variant' }),
  })
  .meta({ id: 'SaleStep' });

/** Which rows: those of these ids, or all that fit a list's address. */
export const prepareJobSchema = z
  .strictObject({
    kind: z.string().max(60).meta({ description: 'Such as review.hide' }),
    asked: z
      .record(z.string().max(60), z.unknown())
      .default({})
      .meta({ description: 'What the kind wants to know, such as reason' }),
    ids: z
      .array(z.string().min(1).max(200))
      .min(1, 'must name a row')
      .max(1_000, 'must be at most 1,000; for more of them say query')
      .optional(),
    query: z
      .string()
      .max(2_000)
      .optional()
      .meta({ description: `What narrows the list, as its address says it: all that fit, at most ${jobRowsMaximum}` }),
    zone: z
      .string()
      .max(61)
      .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,60}$/, 'must be a time zone such as Europe/Berlin')
      .default('UTC')
      .meta({ description: 'The time zone in which days of the query begin' }),
  })
  .refine(({ ids, query }) => (ids === undefined) !== (query === undefined), 'say either ids or query')
  .meta({ id: 'PrepareJob' });

export const staffJobSchema = z
  .strictObject({
    job_id: z.string(),
    kind: z.string(),
    label: z.string().meta({ description: 'What is done, in words' }),
    asked: z.record(z.string(), z.unknown()),
    by: z.string().nullable().meta({ description: 'Who asked for it, by name; null once they have left' }),
    is_mine: z.boolean(),
    state: z.enum(Object.keys(jobStates) as [JobState, ...JobState[]]).meta({
      description: 'preview: it says what would change, and waits to be confirmed',
    }),
    total: count,
    done: count.meta({ description: 'How many rows are settled' }),
    changed: count.meta({ description: 'In a preview, how many would change' }),
    same: count,
    refused: count,
    added_since: count
      .nullable()
      .meta({ description: 'Rows that fit the list when it was confirmed, and not at the preview; null: not asked' }),
    message: z.string().meta({ description: 'Why it ended before its last row' }),
    created_at: instant,
    started_at: instant.nullable(),
    ended_at: instant.nullable(),
    undo_until: instant.nullable().meta({ description: 'Until when it can be taken back; null: it cannot' }),
    undoes: z.string().nullable().meta({ description: 'The job that this one takes back' }),
    undone_by: z.string().nullable().meta({ description: 'The job that has taken it back' }),
    may: z.strictObject({ confirm: z.boolean(), stop: z.boolean(), undo: z.boolean() }),
  })
  .meta({ id: 'StaffJob' });
export type StaffJob = z.infer<typeof staffJobSchema>;

const staffJobRowSchema = z
  .strictObject({
    number: z.int().min(1),
    id: z.string(),
    name: z.string(),
    outcome: z.enum(jobOutcomes),
    is_done: z.boolean().meta({ description: 'false: this is what would become of it' }),
    message: z.string().meta({ description: 'Why it is refused, or what to know; may be empty' }),
    before: values.nullable(),
    after: values.nullable(),
  })
  .meta({ id: 'StaffJobRow' });
export type StaffJobRow = z.infer<typeof staffJobRowSchema>;
export const staffJobRowsSchema = z.array(staffJobRowSchema);
