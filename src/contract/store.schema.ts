import { z } from 'zod';

const link = z.url({ protocol: /^https?$/ });

/** A network of GPU owners that is paid in its own token: no cart, links to the exchanges that trade the token. */
const networkProvider = z.strictObject({
  kind: z.literal('network'),
  provider: z.string().min(1),
  label: z.string().min(1),
  guide_url: link,
  rent_url: link,
  availability_url: link,
  token: z.string().min(1),
  exchanges: z.array(z.strictObject({ name: z.string().min(1), url: link })).min(1),
});

/** A provider with a search page of its own, which opens with the chosen model, count and region filled in. */
const searchProvider = z.strictObject({
  kind: z.literal('search'),
  provider: z.string().min(1),
  label: z.string().min(1),
  guide_url: link,
  search_url: link,
  model_prefix: z.string(),
});

export const rentalProviderSchema = z.discriminatedUnion('kind', [networkProvider, searchProvider]);

export const storeSchema = z.strictObject({
  name: z.string().min(1),
  tagline: z.string(),
  description: z.string(),
  contact: z.strictObject({
    address: z.array(z.string()).min(1),
    email: z.email(),
    telephone: z.string().min(1),
  }),
  copyright: z.strictObject({ year: z.int(), holder: z.string() }),
  design_credits: z.string(),
  rental_providers: z.array(rentalProviderSchema),
});
