// Invoices and credit notes of orders.
import type { Invoice } from '#contract/money/invoice.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { attempt } from '../../frame/attempt.ts';

/** Resolves with what went wrong, or with nothing. */
export function loadInvoices(orderId: string, show: (invoices: Invoice[]) => void): Promise<string | undefined> {
  return attempt(async (api) =>
    show((await api.get('/admin/order/{orderId}/invoice', { params: { path: { orderId } }, asUser: true })).items),
  );
}

/** Saves it as a file. Resolves with what went wrong, or with nothing. */
export function downloadInvoice(invoice: Invoice): Promise<string | undefined> {
  return attempt(async (api) =>
    saveFile(
      await api.getFile('/admin/order/{orderId}/invoice/{invoiceId}/pdf', {
        params: { path: { orderId: invoice.order_id, invoiceId: invoice.invoice_id } },
      }),
      `${invoice.number}.pdf`,
    ),
  );
}
