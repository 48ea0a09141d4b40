// The keys that the shop signs goods with, as they are published.
import { z } from 'zod';

const publishedKeySchema = z
  .strictObject({
    kid: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'SHA-256 of the PEM text, as signatures name it' }),
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    alg: z.literal('ES256'),
    use: z.literal('sig'),
    purpose: z
      .enum(['manifest', 'token'])
      .meta({ description: 'What it signs: manifests of releases, or license tokens' }),
    pem: z.string().meta({ description: 'The same key as PEM' }),
    valid_from: z.iso.datetime(),
    valid_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when another key signs; what this one has signed stays good. Null: it signs' }),
    retired_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when nothing that it signed is to be relied on. Null: it is' }),
  })
  .meta({ id: 'PublishedKey' });
export type PublishedKey = z.infer<typeof publishedKeySchema>;

export const publishedKeysSchema = z.strictObject({ keys: z.array(publishedKeySchema) }).meta({ id: 'PublishedKeys' });
export type PublishedKeys = z.infer<typeof publishedKeysSchema>;
