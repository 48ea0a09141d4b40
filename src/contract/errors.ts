import { z } from 'zod';
import { giftRefusals } from './goods/library/gift.ts';
import { checkRefusals } from './operations/integrity-check.ts';
import { refusalCodes } from './refusal.ts';
import { listingRefusals } from './selling/listing/listing-labels.ts';
import { importRefusals } from './selling/staff-import-labels.ts';
import { ownProductRefusals } from './selling/staff-product/staff-product-labels.ts';

/** Every code an API error can carry. A screen switches over these, never over the message. */
const errorCodes = [
  'bad_request',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const problemSchema = z
  .strictObject({
    code: z.enum(errorCodes),
    message: z.string().meta({ description: 'What is wrong and what to do, for a person' }),
    error: z.string().exactOptional().meta({ description: 'The message once more, where buying clients look for it' }),
    refusal: z
      .enum([
        ...refusalCodes,
        ...listingRefusals,
        ...ownProductRefusals,
        ...importRefusals,
        ...checkRefusals,
        ...giftRefusals,
      ])
      .exactOptional()
      .meta({ description: 'Why exactly, where it is a refusal that is expected' }),
    current: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .meta({ description: 'What there is now, where something else is there than the caller thought' }),
    request_id: z.string().meta({ description: 'Stands on the log lines of this request' }),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
