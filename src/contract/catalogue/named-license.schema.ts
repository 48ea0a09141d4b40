// Named licenses as a file and the staff bring them, and as the staff read them. The browser takes the types of it alone.
import { z } from 'zod';
import { line } from '../text/text.schema.ts';
import { licenseFactsSchema, plainWords } from './license.schema.ts';
import { licenseIdPattern, licenseNameMaximum, licenseTextMaximum } from './named-license.ts';

const content = {
  name: line().min(1).max(licenseNameMaximum),
  // As its author has written it, with carriage returns and form feeds: an order knows it by its hash.
  text: z.string().trim().min(1).max(licenseTextMaximum).refine(isStorable, 'has a character that cannot be stored'),
  facts: licenseFactsSchema.default({}),
};

export const namedLicenseSchema = z.strictObject({
  license_id: z.string().regex(licenseIdPattern, 'is not like LicenseRef-Our-Terms'),
  ...content,
});
export type NamedLicense = z.infer<typeof namedLicenseSchema>;

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export const putLicenseSchema = z
  .strictObject(
    {
      ...content,
      mark: z
        .string()
        .max(400)
        .nullable()
        .meta({ description: 'Of the license that was read: another one is not changed; null: it is a new one' }),
    },
    'must be an object',
  )
  .meta({ id: 'PutLicense' });
export type PutLicense = z.input<typeof putLicenseSchema>;

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const sha256 = z.string().meta({ description: 'Of a text, in hexadecimal' });

const rowSchema = z.strictObject({
  license_id: z.string().meta({ example: 'LicenseRef-Our-Terms' }),
  name: z.string(),
  sha256: sha256.meta({ description: 'Of its text as it is now, in hexadecimal' }),
  products: z.int().min(0).meta({ description: 'How many products have it, alone or among others' }),
  updated_at: instant,
});
export type NamedLicenseRow = z.infer<typeof rowSchema>;

export const namedLicensesSchema = z
  .strictObject({ items: z.array(rowSchema).meta({ description: 'By id' }) })
  .meta({ id: 'NamedLicenses' });
export type NamedLicenses = z.infer<typeof namedLicensesSchema>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const staffLicenseSchema = z
  .strictObject({
    ...rowSchema.shape,
    text: z.string(),
    facts: licenseFactsSchema,
    ...plainWords,
    mark: z.string().meta({ description: 'To be sent with a change: it is refused where somebody else came first' }),
    texts_before: z
      .array(sha256)
      .meta({ description: 'The texts that it had before; /licenses/{id}?sha256= shows each' }),
    history: z
      .array(
        z.strictObject({
          at: instant,
          action: z.string().meta({ example: 'license.changed' }),
          by: z.string().meta({ description: 'Who did it, as far as that is known' }),
          changes: z.record(z.string(), z.strictObject({ before: value, after: value })),
        }),
      )
      .meta({ description: 'From the audit log, the newest 50, newest first' }),
  })
  .meta({ id: 'StaffLicense' });
export type StaffLicense = z.infer<typeof staffLicenseSchema>;
