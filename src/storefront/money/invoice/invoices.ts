// Invoices and credit notes: of an order as its buyer has them, and in the name of a shop.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { getInvoice, getShopInvoice, listInvoices, listSaleInvoices, listShopInvoices } from '#client/money/invoice.ts';
import type { Invoice } from '#contract/money/invoice.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '#ui/loading/use-pages.ts';

export function useInvoices(orderId: string): Loaded<Invoice[]> {
  return useLoaded(() => listInvoices(createBrowserApi(), orderId));
}

export function useSaleInvoices(sellerId: string, orderId: string): Loaded<Invoice[]> {
  return useLoaded(() => listSaleInvoices(createBrowserApi(), sellerId, orderId));
}

export function useShopInvoices(sellerId: string, month: string): Pages<Invoice> {
  return usePages((next) => listShopInvoices(createBrowserApi(), sellerId, { month, next }));
}

/** Saves the document as a file. `sellerId`: as the people of that shop have it. Resolves with why it failed, or nothing. */
export async function downloadInvoice(invoice: Invoice, sellerId: string | null): Promise<string | undefined> {
  const api = createBrowserApi();
  try {
    const file = await (sellerId === null ? getInvoice(api, invoice) : getShopInvoice(api, sellerId, invoice));
    saveFile(file, `${invoice.number}.pdf`);
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
