import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';
import { productTypes } from './catalogue/product/product.schema.ts';
import { countrySchema } from './country.schema.ts';

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

/** Tax rate of a price, where and while. Days are of UTC, the first and the last included. */
export const taxRateSchema = z
  .strictObject({
    /** The buyer's; '*' is every country that has no rate of its own. */
    country: z.union([z.literal('*'), countrySchema], "must be the code of a country, such as DE, or '*'"),
    category: z.enum(productTypes).exactOptional(),
    /** Such as 'VAT'. */
    name: z.string().trim().min(1).max(20),
    percent: z
      .number()
      .min(0)
      .max(100)
      .refine((percent) => Math.abs(percent * 1_000 - Math.round(percent * 1_000)) < 1e-6, {
        error: 'must have three decimals at most',
      }),
    from: z.iso.date().exactOptional(),
    until: z.iso.date().exactOptional(),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    error: 'must not end before it begins',
    path: ['until'],
  });

/** Taxes that prices contain. */
export const storeTaxSchema = z.strictObject({
  /** Whose rates are taken where nobody knows the buyer's country. */
  home_country: countrySchema,
  rates: z
    .array(taxRateSchema)
    .min(1)
    .superRefine((rates, context) => {
      for (const [index, rate] of rates.entries()) {
        const other = rates.slice(0, index).findIndex((before) => isOfSameDay(before, rate));
        if (other >= 0)
          context.addIssue({
            code: 'custom',
            path: [index],
            message: `is for the same country, category and days as the rate at ${other}`,
          });
      }
    }),
});

function isOfSameDay(one: z.infer<typeof taxRateSchema>, other: z.infer<typeof taxRateSchema>): boolean {
  return (
    one.country === other.country &&
    one.category === other.category &&
    (one.from ?? '') <= (other.until ?? '9999') &&
    (other.from ?? '') <= (one.until ?? '9999')
  );
}

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
  /** None: no tax is reckoned, and none is shown anywhere. */
  tax: storeTaxSchema.exactOptional(),
  copyright: z.strictObject({ year: z.int(), holder: z.string() }),
  design_credits: z.string(),
  rental_providers: z.array(rentalProviderSchema),
});
