// An import in the back office: a file, what its columns hold, what it would change, and what it has.
import { z } from 'zod';
import { importOutcomes, importPhases, importStates } from './staff-import-labels.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601' });
const count = z.int().nonnegative();

const importCountsSchema = z.strictObject({
  rows: count.meta({ description: 'new, changed, same and refused together' }),
  new: count,
  changed: count.meta({ description: 'Of an import also those that were the same already' }),
  same: count,
  refused: count,
  adjusted: count.meta({
    description: 'Of the new and changed: a value was changed to fit, or something follows elsewhere',
  }),
  bytes_read: count,
});

export const staffImportSchema = z
  .strictObject({
    import_id: z.string(),
    name: z.string().meta({ description: 'Of the file' }),
    size_bytes: count,
    format: z.enum(['csv', 'jsonl']),
    state: z.enum(importStates),
    columns: z
      .array(z.strictObject({ name: z.string(), samples: z.array(z.string()), field: z.string().nullable() }))
      .meta({ description: 'Of the file, with its first values and the field that each holds; null: left out' }),
    fields: z
      .array(z.strictObject({ name: z.string(), is_required: z.boolean() }))
      .meta({ description: 'What a column can hold' }),
    replace: z
      .boolean()
      .meta({ description: 'A row describes the whole product: what it does not have gets its default' }),
    check: importCountsSchema,
    import: importCountsSchema,
    message: z.string().meta({ description: 'Why it has ended, or could not be read' }),
    by: z.string().nullable(),
    created_at: instant,
    ended_at: instant.nullable(),
  })
  .meta({ id: 'StaffImport' });
export type StaffImport = z.infer<typeof staffImportSchema>;

export const staffImportsSchema = z.strictObject({
  items: z.array(staffImportSchema.omit({ columns: true, fields: true })),
});
export type StaffImports = z.infer<typeof staffImportsSchema>;

export const importColumnsSchema = z
  .strictObject({
    columns: z
      .record(z.string(), z.string().max(100).nullable())
      .meta({ description: 'By the name of each column the field that it holds; null: it is left out' }),
    replace: z.boolean().default(false),
  })
  .meta({ id: 'ImportColumns' });

const staffImportRowSchema = z.strictObject({
  number: z.int(),
  line: z.int(),
  product_id: z.string(),
  outcome: z.enum(importOutcomes),
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  remarks: z.array(z.strictObject({ field: z.string(), reason: z.string() })),
});
export type StaffImportRow = z.infer<typeof staffImportRowSchema>;
export const staffImportRowsSchema = z.array(staffImportRowSchema);

export const importPhaseSchema = z.enum(importPhases, `must be one of ${importPhases.join(', ')}`);
export const importOutcomeSchema = z.enum(importOutcomes, `must be one of ${importOutcomes.join(', ')}`);
