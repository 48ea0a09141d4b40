// Whom invoices of the customer's card orders are made out to.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import { taxNumberProblem } from '#contract/tax-number.ts';

export function loadInvoiceDetails(): Promise<InvoiceDetails> {
  return createBrowserApi().get('/invoice-details', { asUser: true });
}

export function checkInvoiceDetails({ tax_number, country }: InvoiceDetails): Partial<InvoiceDetails> {
  const problem = taxNumberProblem(tax_number, country);
  return problem === null ? {} : { tax_number: problem };
}

/** Resolves with what went wrong, in words, or nothing. */
export async function saveInvoiceDetails(details: InvoiceDetails): Promise<string | undefined> {
  try {
    await createBrowserApi().put('/invoice-details', { body: details });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
