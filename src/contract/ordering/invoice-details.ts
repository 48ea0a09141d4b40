import type { z } from 'zod';
import type { invoiceDetailsSchema } from './invoice-details.schema.ts';

/** Whom invoices of somebody's card orders are made out to. A text that was not given is empty. */
export type InvoiceDetails = z.infer<typeof invoiceDetailsSchema>;

export const noInvoiceDetails: InvoiceDetails = { name: '', address: '', country: '', tax_number: '' };
