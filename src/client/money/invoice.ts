import type { Invoice } from '#contract/money/invoice.ts';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const mine = { asUser: true };

/** Invoices and credit notes of one of the customer's orders, oldest first. */
export async function listInvoices(api: ApiClient, orderId: string): Promise<Invoice[]> {
  const { items } = await api.get<{ items: Invoice[] }>(`/order/${encodeURIComponent(orderId)}/invoice`, mine);
  return items;
}

export function getInvoice(api: ApiClient, { order_id, invoice_id }: Invoice): Promise<Blob> {
  return api.getFile(`/order/${encodeURIComponent(order_id)}/invoice/${encodeURIComponent(invoice_id)}/pdf`);
}

/** Those in the name of a shop that were issued in a month, newest first, or what `next` of a page before leads to. */
export function listShopInvoices(
  api: ApiClient,
  sellerId: string,
  { month, next }: { month: string; next?: string | undefined },
): Promise<ListPage<Invoice>> {
  return api.list(next ?? `${shopPath(sellerId)}/invoice?${new URLSearchParams({ month })}`, mine);
}

/** Those of one order that are in the name of a shop. */
export async function listSaleInvoices(api: ApiClient, sellerId: string, orderId: string): Promise<Invoice[]> {
  const path = `${shopPath(sellerId)}/order/${encodeURIComponent(orderId)}/invoice`;
  const { items } = await api.get<{ items: Invoice[] }>(path, mine);
  return items;
}

export function getShopInvoice(api: ApiClient, sellerId: string, { invoice_id }: Invoice): Promise<Blob> {
  return api.getFile(`${shopPath(sellerId)}/invoice/${encodeURIComponent(invoice_id)}/pdf`);
}

/** Whom invoices of the customer's card orders are made out to. */
export function getInvoiceDetails(api: ApiClient): Promise<InvoiceDetails> {
  return api.get('/invoice-details', mine);
}

export function saveInvoiceDetails(api: ApiClient, details: InvoiceDetails): Promise<InvoiceDetails> {
  return api.put('/invoice-details', details);
}

function shopPath(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}`;
}
