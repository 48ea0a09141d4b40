// Invoices of orders, as the staff see them: no page of a visitor loads it.
import type { Invoice } from '#contract/money/invoice.ts';
import type { ApiClient } from '../api/api-client.ts';

export async function listInvoicesForStaff(api: ApiClient, orderId: string): Promise<Invoice[]> {
  const { items } = await api.get<{ items: Invoice[] }>(path(orderId), { asUser: true });
  return items;
}

export function getInvoiceForStaff(api: ApiClient, { order_id, invoice_id }: Invoice): Promise<Blob> {
  return api.getFile(`${path(order_id)}/${encodeURIComponent(invoice_id)}/pdf`);
}

function path(orderId: string): string {
  return `/admin/order/${encodeURIComponent(orderId)}/invoice`;
}
