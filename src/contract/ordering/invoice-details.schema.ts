import { z } from 'zod';
import { countryOrNoneSchema } from '../country.schema.ts';
import { checkTaxNumber, taxNumberText, withPlainTaxNumber } from '../tax-number.schema.ts';
import { line, lines } from '../text/text.schema.ts';

const NAME_MAXIMUM = 120;
const ADDRESS_MAXIMUM = 300;

const details = z.object(
  {
    name: line()
      .max(NAME_MAXIMUM, `must be at most ${NAME_MAXIMUM} characters`)
      .meta({ description: 'Of the person or the business' }),
    address: lines()
      .max(ADDRESS_MAXIMUM, `must be at most ${ADDRESS_MAXIMUM} characters`)
      .refine((text) => text.split('\n').length <= 6, 'must be at most 6 lines'),
    country: countryOrNoneSchema.meta({ description: 'ISO 3166-1, or empty. Taxes in later card orders go by it' }),
    tax_number: taxNumberText.meta({ description: 'Of a business, such as a VAT ID', example: 'DE123456789' }),
  },
  'must be an object',
);

export const invoiceDetailsSchema = details.meta({ id: 'InvoiceDetails' });
export const putInvoiceDetailsSchema = details
  .superRefine(checkTaxNumber)
  .overwrite(withPlainTaxNumber)
  .meta({ id: 'PutInvoiceDetails' });
