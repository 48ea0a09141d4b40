// Invoices and credit notes of orders.
import { getInvoiceForStaff, listInvoicesForStaff } from '#client/money/staff-invoice.ts';
import type { Invoice } from '#contract/money/invoice.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { attempt } from '../../frame/attempt.ts';

/** Resolves with what went wrong, or with nothing. */
export function loadInvoices(orderId: string, show: (invoices: Invoice[]) => void): Promise<string | undefined> {
  return attempt(async (api) => show(await listInvoicesForStaff(api, orderId)));
}

/** Saves it as a file. Resolves with what went wrong, or with nothing. */
export function downloadInvoice(invoice: Invoice): Promise<string | undefined> {
  return attempt(async (api) => saveFile(await getInvoiceForStaff(api, invoice), `${invoice.number}.pdf`));
}
