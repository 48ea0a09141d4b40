// One entry of the audit log. The browser takes the types of it alone.
import { z } from 'zod';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const auditSaidSchema = z
  .record(z.string(), value)
  .meta({ description: 'What the entry says beside who, what and when' });
export const auditChangesSchema = z
  .record(z.string(), z.strictObject({ before: value, after: value }))
  .meta({ description: 'The fields that were changed, by name; long texts are cut' });

export const auditEntrySchema = z
  .strictObject({
    id: z.string(),
    at: z.string().meta({ description: 'UTC, ISO 8601' }),
    action: z.string(),
    subject_kind: z.string(),
    subject_id: z.string(),
    actor: z.enum(['operator', 'customer', 'provider', 'job']),
    by: z.string(),
    by_account: z.string().nullable().meta({ description: 'The account that decided; null: none is known' }),
    said: auditSaidSchema,
    fields: auditChangesSchema,
    newer: z.string().nullable().meta({ description: 'The next entry about the same thing' }),
    older: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });

export type AuditEntry = z.infer<typeof auditEntrySchema>;
