// API requests and answers about releases.
import { z } from 'zod';
import { line, lines } from '../text/text.schema.ts';
import {
  fileSamples,
  fileStates,
  pathMaximum,
  releaseNotesMaximum,
  releaseStates,
  versionLabelMaximum,
} from './release.ts';

const VERSION = /^[0-9A-Za-z][0-9A-Za-z._+-]*$/;

const version = line()
  .min(1, 'must be given, such as 1.0.0')
  .max(versionLabelMaximum, `must be at most ${versionLabelMaximum} characters`)
  .regex(VERSION, 'must be letters, digits and . _ + - only, such as 1.2.0')
  .meta({ description: 'As buyers know it, such as 1.2.0; each release of a product has its own' });
const notes = lines()
  .max(releaseNotesMaximum, `must be at most ${releaseNotesMaximum} characters`)
  .meta({ description: 'What is new' });
/** The rules of paths are told by the API with the path (file-path.rules.ts). */
const path = z
  .string('must be text')
  .max(pathMaximum * 2, `must be at most ${pathMaximum} characters`)
  .meta({ description: "Where the file lies for buyers: steps with '/' between them, such as data/train.parquet" });
const sample = z
  .enum(fileSamples, `must be one of ${fileSamples.join(', ')}`)
  .meta({ description: 'What everybody may see of it: nothing, its first rows, or the whole file' });

export const newReleaseSchema = z
  .strictObject({
    version,
    notes: notes.default(''),
    edition: z
      .string('must be text')
      .max(2_000)
      .refine((given) => !given.includes('\0') && given.isWellFormed(), 'must be valid text')
      .default('')
      .meta({ description: 'Empty for the product as a whole; otherwise the key of the variant that it is for' }),
  })
  .meta({ id: 'NewRelease' });
export type NewRelease = z.input<typeof newReleaseSchema>;

export const putReleaseSchema = z.strictObject({ version, notes }).meta({ id: 'PutRelease' });
export type PutRelease = z.infer<typeof putReleaseSchema>;

export const putReleaseFileSchema = z
  .strictObject({
    path,
    sample: sample.default('none'),
    object_id: z
      .string('must be text')
      .max(64)
      .exactOptional()
      .meta({ description: 'Of a file of an earlier release that is taken over; left out: the file is there already' }),
  })
  .meta({ id: 'PutReleaseFile' });
export type PutReleaseFile = z.input<typeof putReleaseFileSchema>;

const releaseFileSchema = z
  .strictObject({
    path: z.string(),
    object_id: z.string().meta({ description: 'Of its bytes; the last step of its upload address' }),
    size_bytes: z.int(),
    sha256: z.string().nullable().meta({ description: 'In hexadecimal digits; null until the shop has it' }),
    media_type: z.string(),
    sample,
    state: z.enum(fileStates).meta({ description: 'uploading, checking (hashed and scanned), ready, or refused' }),
    reason: z.string().nullable().meta({ description: 'Why the scanner refused it' }),
    facts: z.unknown().meta({ description: 'What it says of itself, once the release is complete' }),
    rows: z.unknown().meta({ description: 'Its first rows, where they are shown' }),
  })
  .meta({ id: 'ReleaseFile' });
export type ReleaseFile = z.infer<typeof releaseFileSchema>;

const head = {
  release_id: z.string(),
  product_id: z.string(),
  edition: z.string(),
  version: z.string(),
  notes: z.string(),
  state: z.enum(releaseStates),
  commit_sha: z.string().nullable().meta({ description: 'Names its content, once it is complete' }),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  published_at: z.iso.datetime().nullable().meta({ description: 'When it was approved as what buyers get' }),
};

const releaseSummarySchema = z
  .strictObject({ ...head, files: z.int(), size_bytes: z.int() })
  .meta({ id: 'ReleaseSummary' });
export type ReleaseSummary = z.infer<typeof releaseSummarySchema>;

export const releaseListSchema = z
  .strictObject({ items: z.array(releaseSummarySchema) })
  .meta({ id: 'ReleaseList', description: 'Newest first' });
export type ReleaseList = z.infer<typeof releaseListSchema>;

export const releaseSchema = z
  .strictObject({
    ...head,
    files: z.array(releaseFileSchema).meta({ description: 'By path' }),
    missing: z
      .array(z.string())
      .meta({ description: 'What keeps a draft from being completed, in sentences; empty: nothing' }),
  })
  .meta({ id: 'Release' });
export type Release = z.infer<typeof releaseSchema>;
