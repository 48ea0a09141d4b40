import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
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

/** Where transfers go to: an IBAN where there is one, otherwise the number of the account and what finds its bank. */
export const bankSchema = z
  .strictObject({
    holder: z.string().min(1),
    bank: z.string().min(1),
    iban: z
      .string()
      .refine((text) => isValidIBAN(electronicFormatIBAN(text) ?? ''), 'must be an IBAN with the right check digits')
      // In groups of four, however it was written: people type it over.
      .overwrite((text) => friendlyFormatIBAN(text) ?? text)
      .exactOptional(),
    account_number: z.string().min(1).exactOptional(),
    /** Such as a routing number or a sort code. */
    bank_code: z.string().min(1).exactOptional(),
    bic: z.string().refine(isValidBIC, 'must be a BIC').exactOptional(),
  })
  .refine((bank) => (bank.iban === undefined) !== (bank.account_number === undefined), {
    error: 'must have either an iban or an account_number',
  });

export const storeSchema = z.strictObject({
  name: z.string().min(1),
  tagline: z.string(),
  description: z.string(),
  contact: z.strictObject({
    address: z.array(z.string()).min(1),
    email: z.email(),
    telephone: z.string().min(1),
    /** On receipts as it stands here, such as 'VAT ID DE123456789'. */
    tax_number: z.string().min(1).exactOptional(),
  }),
  /** Where a shop takes orders that are paid by transfer. */
  bank: bankSchema.exactOptional(),
  copyright: z.strictObject({ year: z.int(), holder: z.string() }),
  design_credits: z.string(),
  rental_providers: z.array(rentalProviderSchema),
});
