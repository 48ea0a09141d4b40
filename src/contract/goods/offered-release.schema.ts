// API answers to everybody about the files that a product is sold with now.
import { z } from 'zod';
import { selectedOptionSchema } from '../catalogue/product/selected-option.schema.ts';
import { fileFactsSchema, sampleSchema } from './file-format.schema.ts';
import { offeredFileMaximum, offeredReleaseMaximum } from './offered-release.ts';

const offeredFileSchema = z
  .strictObject({
    path: z.string(),
    size_bytes: z.int(),
    sha256: z.string().meta({ description: 'In hexadecimal digits' }),
    media_type: z.string(),
    is_free: z.boolean().meta({ description: 'Whether everybody may have it, without an account' }),
    facts: fileFactsSchema.nullable().meta({ description: 'What it says of itself; of a table, the first columns' }),
    sample: sampleSchema.nullable().meta({ description: 'Its first rows, where its seller shows them' }),
  })
  .meta({ id: 'OfferedFile' });
export type OfferedFile = z.infer<typeof offeredFileSchema>;

const offeredReleaseSchema = z
  .strictObject({
    selected_options: z.array(selectedOptionSchema).nullable().meta({
      description: 'The variant that it is for; null: the product, or all variants without files of their own',
    }),
    version: z.string(),
    published_at: z.iso.datetime(),
    notes: z.string(),
    commit_sha: z.string().meta({ description: 'Names its content, in 40 hexadecimal digits' }),
    file_count: z.int(),
    size_bytes: z.int().meta({ description: 'Of all files' }),
    files: z.array(offeredFileSchema).meta({
      description: `Those that say something of themselves first, then by path; at most ${offeredFileMaximum} in all releases of the answer`,
    }),
  })
  .meta({ id: 'OfferedRelease' });
export type OfferedRelease = z.infer<typeof offeredReleaseSchema>;

export const offeredReleasesSchema = z
  .strictObject({ items: z.array(offeredReleaseSchema).max(offeredReleaseMaximum) })
  .meta({ id: 'OfferedReleases', description: 'Empty where nothing is delivered as files' });
