// Facts that files say of themselves, as the API answers and keeps them.
import { z } from 'zod';
import { columnTypes, modelFormats, mostColumns, sampleLimits, tableFormats } from './file-format.ts';

const columnSchema = z
  .strictObject({
    name: z.string(),
    type: z.enum(columnTypes),
    items: z.enum(columnTypes).exactOptional().meta({ description: 'What a list has in it' }),
  })
  .meta({ id: 'Column' });

const tableFactsSchema = z
  .strictObject({
    kind: z.literal('table'),
    format: z.enum(tableFormats),
    compressed: z.literal('gzip').nullable(),
    columns: z
      .array(columnSchema)
      .max(mostColumns)
      .meta({ description: `The first ${mostColumns}` }),
    column_count: z.int(),
    rows: z.int().nullable().meta({ description: 'Null: the whole was not read' }),
    header: z.boolean().meta({ description: 'Whether the names of the columns stand in the file' }),
    delimiter: z.string().nullable(),
  })
  .meta({ id: 'TableFacts' });

const modelFactsSchema = z
  .strictObject({
    kind: z.literal('model'),
    format: z.enum(modelFormats),
    name: z.string().nullable(),
    architecture: z.string().nullable(),
    quantization: z.string().nullable(),
    context_length: z.number().nullable().meta({ description: 'Tokens' }),
    license: z.string().nullable(),
    parameters: z.number(),
    tensors: z.int(),
    dtypes: z.array(z.strictObject({ dtype: z.string(), tensors: z.int() })),
    metadata: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  })
  .meta({ id: 'ModelFacts' });

export const fileFactsSchema = z
  .discriminatedUnion('kind', [tableFactsSchema, modelFactsSchema])
  .meta({ id: 'FileFacts', description: 'What the file says of itself' });

export const sampleSchema = z
  .strictObject({
    columns: z.array(columnSchema).max(sampleLimits.columns),
    rows: z.array(z.array(z.string())).max(sampleLimits.rows),
    truncated: z.boolean().meta({ description: 'Whether there are more rows, more columns or longer cells' }),
  })
  .meta({ id: 'Sample', description: 'The first rows of a table' });
