// Words about invoices. Free of the validator.

export const invoiceKinds = ['invoice', 'credit_note', 'cancellation'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

export const invoiceTitles: Record<InvoiceKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  cancellation: 'Cancellation',
};

/** In whose name: of the operator all, or of each shop what it has sold. */
export type InvoiceIssuers = 'operator' | 'seller';

/** 'Invoice INV-2026-000001'. */
export function invoiceName({ kind, number }: { kind: InvoiceKind; number: string }): string {
  return `${invoiceTitles[kind]} ${number}`;
}
