import type {
  DisputeListItem,
  DisputePage,
  GivenDecision,
  OpenedDispute,
  OrderDisputes,
} from '#contract/ordering/dispute.ts';
import type { ApiClient } from '../api/api-client.ts';

const mine = { asUser: true };
/** The most that are told at once. */
const LISTED = 100;

export function getOrderDisputes(api: ApiClient, orderId: string): Promise<OrderDisputes> {
  return api.get(ofOrder(orderId), mine);
}

export function openDispute(api: ApiClient, orderId: string, opened: OpenedDispute): Promise<DisputePage> {
  return api.post(ofOrder(orderId), opened);
}

/** Of the shop with this id, or, with null, the user's own as a buyer. */
export function listDisputes(api: ApiClient, sellerId: string | null): Promise<DisputeListItem[]> {
  const path = sellerId === null ? '/dispute' : `/seller/${encodeURIComponent(sellerId)}/dispute`;
  return api.get(`${path}?limit=${LISTED}`, mine);
}

export function getDispute(api: ApiClient, disputeId: string): Promise<DisputePage> {
  return api.get(one(disputeId), mine);
}

export function writeInDispute(api: ApiClient, disputeId: string, text: string): Promise<DisputePage> {
  return api.post(`${one(disputeId)}/message`, { text });
}

export function attachToDispute(api: ApiClient, disputeId: string, file: File): Promise<DisputePage> {
  return api.postFile(`${one(disputeId)}/file?${new URLSearchParams({ name: file.name })}`, file);
}

export function getDisputeFile(api: ApiClient, disputeId: string, fileId: string): Promise<Blob> {
  return api.getFile(`${one(disputeId)}/file/${encodeURIComponent(fileId)}`);
}

export function withdrawDispute(api: ApiClient, disputeId: string): Promise<DisputePage> {
  return api.post(`${one(disputeId)}/withdraw`, {});
}

export function decideDispute(api: ApiClient, disputeId: string, decision: GivenDecision): Promise<DisputePage> {
  return api.post(`/admin/dispute/${encodeURIComponent(disputeId)}/decide`, decision);
}

function ofOrder(orderId: string): string {
  return `/order/${encodeURIComponent(orderId)}/dispute`;
}

function one(disputeId: string): string {
  return `/dispute/${encodeURIComponent(disputeId)}`;
}
