import { z } from '@hono/zod-openapi';
import { line } from '../text/text.schema.ts';

const yesOrNo = z.boolean().exactOptional();

/** A license as somebody accepted it. */
export const acceptedLicenseSchema = z
  .strictObject({
    license_id: z.string(),
    name: z.string(),
    sha256: z.string().nullable().meta({ description: 'Of its text as it was; null where the shop had no copy' }),
  })
  .meta({ id: 'AcceptedLicense' });

/** Answers of a license to each question; one that it leaves open is left out, and never means yes. */
export const licenseFactsSchema = z.strictObject({
  commercial_use: yesOrNo,
  redistribution: yesOrNo,
  derivatives: yesOrNo,
  training: yesOrNo,
  attribution: yesOrNo,
  share_alike: yesOrNo,
  network_copyleft: yesOrNo,
  output_limits: yesOrNo,
  use_restrictions: yesOrNo,
  research_only: yesOrNo,
  acceptance_needed: yesOrNo,
  user_cap: z.union([z.int().positive(), z.literal(false)]).exactOptional(),
  naming_duty: z.union([line().min(1).max(200), z.literal(false)]).exactOptional(),
});

const sentences = z.array(z.string());

/** Meaning of a license in plain words. */
export const plainWords = {
  may: sentences.meta({ description: 'What it allows' }),
  must: sentences.meta({ description: 'What it asks for' }),
  may_not: sentences.meta({ description: 'What it forbids' }),
  not_stated: sentences.meta({ description: 'What it says nothing of: never to be taken as allowed' }),
};

export const licenseSchema = z
  .strictObject({
    license_id: z.string().meta({ example: 'CC-BY-4.0' }),
    name: z.string(),
    url: z.string().nullable().meta({ description: 'Where its author publishes it' }),
    text: z.string().nullable().meta({ description: 'null where the shop has no copy of it' }),
    sha256: z.string().nullable().meta({ description: 'Of the text, in hexadecimal' }),
    ...plainWords,
  })
  .meta({ id: 'License' });

export const licenseTermsSchema = z
  .strictObject({
    license: z.string().meta({ description: 'The expression, as a product has it', example: 'MIT OR Apache-2.0' }),
    alternatives: z
      .array(
        z.strictObject({
          licenses: z.array(
            z.strictObject({
              license_id: z.string(),
              name: z.string(),
              note: z.string().meta({ description: "Such as 'or a later version'; may be empty" }),
            }),
          ),
          ...plainWords,
        }),
      )
      .meta({ description: 'The buyer chooses one of them; all the licenses of one hold together' }),
  })
  .meta({ id: 'LicenseTerms' });
