// Invoices and credit notes: of an order as its buyer has them, and in the name of a shop.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { selected, useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { Invoice } from '#contract/money/invoice.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export function useInvoices(orderId: string): Loaded<Invoice[]> {
  return selected(useApi('/order/{id}/invoice', { params: { path: { id: orderId } } }), ({ items }) => items);
}

export function useSaleInvoices(sellerId: string, orderId: string): Loaded<Invoice[]> {
  const params = { path: { sellerId, orderId } };
  return selected(useApi('/seller/{sellerId}/order/{orderId}/invoice', { params }), ({ items }) => items);
}

export function useShopInvoices(sellerId: string, month: string): Pages<Invoice> {
  return useApiPages('/seller/{sellerId}/invoice', { params: { path: { sellerId }, query: { month } } });
}

/** Saves the document as a file. `sellerId`: as the people of that shop have it. Resolves with why it failed, or nothing. */
export async function downloadInvoice(invoice: Invoice, sellerId: string | null): Promise<string | undefined> {
  const api = createBrowserApi();
  try {
    const file = await (sellerId === null
      ? api.getFile('/order/{id}/invoice/{invoiceId}/pdf', {
          params: { path: { id: invoice.order_id, invoiceId: invoice.invoice_id } },
        })
      : api.getFile('/seller/{sellerId}/invoice/{invoiceId}/pdf', {
          params: { path: { sellerId, invoiceId: invoice.invoice_id } },
        }));
    saveFile(file, `${invoice.number}.pdf`);
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
