// One order, as the staff see it: no page of a visitor loads it.
import type {
  EventGroup,
  OrderEvent,
  StaffOrder,
  StaffRefundAnswer,
  StaffRefundAsked,
  StaffRefundPreview,
} from '#contract/ordering/staff-order.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const mine = { asUser: true };

export function getStaffOrder(api: ApiClient, orderId: string): Promise<StaffOrder> {
  return api.get(pathOf(orderId), mine);
}

/** What happened to it, newest first: the first page, or that which `next` of a page before leads to. */
export function listOrderEvents(
  api: ApiClient,
  orderId: string,
  group: EventGroup | '',
  next?: string,
): Promise<ListPage<OrderEvent>> {
  return api.list(next ?? `${pathOf(orderId)}/event?${new URLSearchParams(group ? { group } : {})}`, mine);
}

export function previewRefund(api: ApiClient, orderId: string, asked: StaffRefundAsked): Promise<StaffRefundPreview> {
  return api.post(`${pathOf(orderId)}/refund/preview`, asked);
}

export function refundOrder(
  api: ApiClient,
  orderId: string,
  refund: StaffRefundAsked & { reason: string; seen: string },
  requestKey: string,
): Promise<StaffRefundAnswer> {
  return api.post(`${pathOf(orderId)}/refund`, refund, { headers: { 'idempotency-key': requestKey } });
}

export function fulfilOrder(
  api: ApiClient,
  orderId: string,
  all: boolean,
): Promise<{ waits_for: string[]; come_by_themselves: string[] }> {
  return api.post(`${pathOf(orderId)}/fulfil`, { all });
}

export function noteTransfer(api: ApiClient, orderId: string, late: boolean): Promise<StaffOrder> {
  return api.post(`${pathOf(orderId)}/paid`, { late });
}

export function actOnOrder(
  api: ApiClient,
  orderId: string,
  action: 'cancel' | 'accept' | 'receipt',
): Promise<StaffOrder> {
  return api.post(`${pathOf(orderId)}/${action}`, {});
}

export function addOrderNote(api: ApiClient, orderId: string, text: string): Promise<StaffOrder> {
  return api.post(`${pathOf(orderId)}/note`, { text });
}

export function deleteOrderNote(api: ApiClient, orderId: string, noteId: string): Promise<StaffOrder> {
  return api.delete(`${pathOf(orderId)}/note/${encodeURIComponent(noteId)}`);
}

function pathOf(orderId: string): string {
  return `/admin/order/${encodeURIComponent(orderId)}`;
}
