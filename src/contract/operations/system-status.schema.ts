// The state of the shop, as the API tells it to whoever runs it.
import { z } from 'zod';
import { line } from '../text/text.schema.ts';
import { failedMost, keyNames, outboxNames, processRoles } from './system-status.ts';

const instant = z.iso.datetime();

export const shopStateSchema = z
  .strictObject({
    at: instant,
    outboxes: z.array(
      z.strictObject({
        name: z.enum(outboxNames),
        waiting: z.number().meta({ description: 'Never tried' }),
        retrying: z.number().meta({ description: 'Tried, and tried again' }),
        failed: z.number().meta({ description: 'Given up' }),
        overdue_seconds: z.number().meta({ description: 'Since the first of them was due' }),
      }),
    ),
    incoming: z.strictObject({ last_at: instant.nullable(), day: z.number(), unmatched: z.number() }).meta({
      description:
        'Events of the payment provider: the last one, those of 24 hours, and payments that belong to no order',
    }),
    jobs: z.array(
      z.strictObject({
        name: z.string(),
        label: z.string().meta({ description: 'What it does' }),
        deletes_after_days: z
          .number()
          .nullable()
          .meta({ description: 'After how many days it deletes what it is about; null: it deletes nothing of an age' }),
        every_seconds: z.number().nullable(),
        started_at: instant,
        ended_at: instant.nullable(),
        took_ms: z.number().nullable(),
        failed_at: instant.nullable(),
        failure: z.string().nullable().meta({ description: 'The name of the error' }),
        request_id: z.string().nullable().meta({ description: 'Under which the log tells of the failure' }),
        is_late: z.boolean().meta({ description: 'No process has begun a turn that is due' }),
      }),
    ),
    processes: z.array(
      z.strictObject({
        host: z.string(),
        pid: z.number(),
        role: z.enum(processRoles).meta({ description: 'Serves visitors, runs jobs, or does both' }),
        version: z.string(),
        node: z.string(),
        started_at: instant,
        seen_at: instant,
        is_away: z.boolean(),
      }),
    ),
    database: z.strictObject({
      kind: z.enum(['embedded', 'postgres']),
      version: z.string(),
      bytes: z.number(),
      connections: z.strictObject({ open: z.number(), idle: z.number(), waiting: z.number() }),
      replica_lag_seconds: z.number().nullable().meta({ description: 'Null: there is none' }),
      replica_answers: z.boolean(),
      tables: z.array(z.strictObject({ name: z.string(), bytes: z.number() })).meta({ description: 'The largest' }),
    }),
    storage: z.strictObject({
      kind: z.enum(['folder', 's3']).nullable(),
      files: z.number(),
      bytes: z.number(),
      free_bytes: z.number().nullable().meta({ description: 'Of the disk; null where that is not known' }),
    }),
    keys: z.array(
      z.strictObject({
        name: z.enum(keyNames),
        since: instant.nullable().meta({ description: 'Null: kept outside of the shop' }),
      }),
    ),
  })
  .meta({ id: 'ShopState' });
export type ShopState = z.output<typeof shopStateSchema>;

export const failedDeliveriesSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        id: z.string(),
        what: z.string(),
        attempts: z.number(),
        created_at: instant,
        failed_at: instant,
        failure: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'FailedDeliveries' });
export type FailedDelivery = z.output<typeof failedDeliveriesSchema>['items'][number];

export const sendAgainSchema = z.strictObject({
  ids: z
    .array(line().max(200))
    .min(1)
    .max(failedMost)
    .nullable()
    .meta({ description: 'Null: all that were given up, at most 10,000' }),
});
export const sentAgainSchema = z.strictObject({ sent: z.number() }).meta({ id: 'SentAgain' });
export const operationsGuideSchema = z.strictObject({ html: z.string() }).meta({ id: 'OperationsGuide' });
