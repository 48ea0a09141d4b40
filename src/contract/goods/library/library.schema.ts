import { z } from 'zod';
import { acceptedLicenseSchema } from '../../catalogue/license.schema.ts';
import { productTypes } from '../../catalogue/product/product.schema.ts';
import { selectedOptionSchema } from '../../catalogue/product/selected-option.schema.ts';
import { libraryHoursSchema, machineSchema } from '../access/hours.schema.ts';
import { libraryAccessSchema } from '../access/provision.schema.ts';
import { publicGoodsSchema, updateRules } from '../goods.schema.ts';
import { ownProductKeysSchema } from '../product-key.schema.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });

/** Status of an entitlement now. 'on_hold': its payment is under review. */
export const standings = ['active', 'on_hold', 'refunded', 'withdrawn', 'expired'] as const;
/** Steps that its owner may want to take first. 'none': nothing of it can be had. */
export const libraryNextSteps = ['download', 'update', 'key', 'access', 'hours', 'hand', 'none'] as const;
/** Most library items whose status is answered at once. */
export const statesAtOnce = 100;
/** Above this things are not counted any more. */
export const countedThings = 1_000;

const releaseFields = {
  release_id: z.string(),
  version: z.string().meta({ example: '1.4.0' }),
  published_at: instant,
};

/** One version of files, as its buyers know it. */
const libraryReleaseSchema = z
  .strictObject({
    ...releaseFields,
    notes: z.string().meta({ description: 'Plain text; may be empty' }),
    file_count: z.int(),
    size_bytes: z.int().meta({ description: 'Of all its files' }),
    commit_sha: z.string().meta({ description: 'Its revision under the addresses of the Hugging Face hub' }),
    has_manifest: z.boolean().meta({ description: 'Whether there is a signed list of its files' }),
    bought: z.boolean().meta({ description: 'It was what was sold when it was bought' }),
  })
  .meta({ id: 'LibraryRelease' });

const libraryFileSchema = z
  .strictObject({
    path: z.string().meta({ description: 'In steps with a slash', example: 'audio/part-01.tar' }),
    size_bytes: z.int(),
    sha256: z.string(),
    media_type: z.string(),
  })
  .meta({ id: 'LibraryFile' });

const entryFields = {
  entitlement_id: z.string(),
  product: z.strictObject({
    id: z.string(),
    name: z.string().meta({ description: 'As it was when it was bought' }),
    type: z.enum(productTypes).nullable().meta({ description: 'Null once it is not in the catalogue' }),
    picture: z.string().nullable().meta({ description: 'As it is shown now; null once it is not in the catalogue' }),
    sold: z.boolean().meta({ description: 'Whether it has a page now' }),
  }),
  seller: z
    .strictObject({ name: z.string(), address: z.string() })
    .nullable()
    .meta({ description: "The shop that sold it; null: the operator's own" }),
  selected_options: z.array(selectedOptionSchema),
  quantity: z.int(),
  because: z.enum(['order', 'free', 'gift']),
  order_id: z.string().nullable(),
  line: z.int().nullable().meta({ description: 'Its number in the order' }),
  machine: machineSchema.exactOptional(),
  granted_at: instant,
  expires_at: instant.nullable(),
  delivered_at: instant.nullable().meta({ description: 'Null: something of it is still owed' }),
  standing: z.enum(standings),
  ended_at: instant.nullable().meta({ description: 'When it was withdrawn, where it was' }),
  ended_reason: z.string().meta({ description: 'Why it was withdrawn; may be empty' }),
  goods: publicGoodsSchema
    .omit({ variants: true })
    .meta({ description: 'What was promised when it was bought; empty where it is delivered by hand' }),
  license: z.string().meta({ description: 'As it was accepted by ordering; empty where there is none' }),
  product_version: z.int().nullable().meta({ description: 'Which approved version of the product was bought' }),
  files: z
    .strictObject({
      bought: z
        .strictObject(releaseFields)
        .nullable()
        .meta({ description: 'What was sold then; null while there is no version yet' }),
      newest: z
        .strictObject({ ...releaseFields, notes: z.string() })
        .nullable()
        .meta({ description: 'The newest version that the buyer has without paying again' }),
      latest: z
        .strictObject({ ...releaseFields, notes: z.string() })
        .nullable()
        .meta({ description: 'The newest version that there is, where the buyer does not have it: it is bought anew' }),
      updates: z.enum(updateRules),
      updates_until: instant.nullable().meta({
        description: 'Until when later versions are free for this buyer; null: without an end, or not at all',
      }),
    })
    .nullable()
    .meta({ description: 'Null where no files were promised' }),
  next: z.enum(libraryNextSteps),
};

export const libraryEntrySchema = z.strictObject(entryFields).meta({ id: 'LibraryEntry' });

const count = z.int().meta({ description: `At most ${countedThings.toLocaleString('en-US')}` });

export const libraryCountsSchema = z
  .strictObject({
    all: count,
    more: z.boolean().meta({ description: 'There are more things than were counted' }),
    files: count,
    keys: count,
    access: count,
    hours: count,
    hand: count,
  })
  .meta({
    id: 'LibraryCounts',
    description: 'Of the newest things that were bought, whatever the list is narrowed to',
  });

export const libraryPageSchema = z
  .strictObject({
    entries: z.array(libraryEntrySchema).meta({ description: 'Newest first' }),
    counts: libraryCountsSchema,
    next_cursor: z.string().nullable().meta({ description: 'As `after` of the next page; null at the end' }),
  })
  .meta({ id: 'LibraryPage' });

export const libraryReleaseFilesSchema = z
  .strictObject({
    release: libraryReleaseSchema,
    files: z.array(libraryFileSchema).meta({ description: 'By path' }),
    next_cursor: z.string().nullable().meta({ description: 'As `after` for the files that follow; null at the end' }),
  })
  .meta({ id: 'LibraryReleaseFiles' });

export const libraryEntryDetailSchema = z
  .strictObject({
    ...entryFields,
    license_texts: z.array(acceptedLicenseSchema).meta({ description: 'Each license of it, as it was accepted' }),
    hub: z
      .strictObject({
        repo: z
          .string()
          .meta({ description: 'Its name for clients of the Hugging Face hub', example: 'saltmarsh/calls' }),
        type: z.enum(['dataset', 'model']),
      })
      .nullable()
      .meta({ description: 'Null where no files were promised' }),
    releases: z.array(libraryReleaseSchema).meta({ description: 'Those that the buyer has, newest first' }),
    newest_files: libraryReleaseFilesSchema
      .omit({ release: true })
      .nullable()
      .meta({ description: 'The first files of the newest of these releases; null where there is none' }),
  })
  .meta({ id: 'LibraryEntryDetail' });

export const libraryStatesSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        entitlement_id: z.string(),
        keys: ownProductKeysSchema.nullable().meta({ description: 'Null where it has none' }),
        access: libraryAccessSchema.nullable().meta({ description: 'Null where nothing is reached by it' }),
        hours: libraryHoursSchema.nullable().meta({ description: 'Null where it has none' }),
      }),
    ),
  })
  .meta({ id: 'LibraryStates' });
