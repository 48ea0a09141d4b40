// Words about disputes: of one line of an order between its buyer and its seller, or of a whole payment at the card's bank. Free of the validator.
import type { z } from 'zod';
import type {
  disputableLineSchema,
  disputeDecisionSchema,
  disputeListItemSchema,
  disputePageSchema,
  openedDisputeSchema,
  orderDisputesSchema,
} from './dispute.schema.ts';
import type { LineDisputeReason } from './dispute-terms.ts';

export type DisputePage = z.infer<typeof disputePageSchema>;
export type Dispute = DisputePage['dispute'];
export type DisputeMoment = DisputePage['times'][number];
export type DisputeMessage = DisputePage['messages'][number];
export type DisputeListItem = z.infer<typeof disputeListItemSchema>;
export type OrderDisputes = z.infer<typeof orderDisputesSchema>;
export type DisputableLine = z.infer<typeof disputableLineSchema>;
export type OpenedDispute = z.input<typeof openedDisputeSchema>;
export type GivenDecision = z.input<typeof disputeDecisionSchema>;

export const disputeReasonLabels: Record<LineDisputeReason, string> = {
  not_delivered: 'It was not delivered',
  not_as_described: 'It is not as described',
  unusable: 'It cannot be used',
};

/** Reason of the bank or the provider, in plain words. */
export function reasonLabels(reason: string): string {
  if (reason in disputeReasonLabels) return disputeReasonLabels[reason as LineDisputeReason];
  const plain = reason.replaceAll('_', ' ').trim();
  return plain ? plain.charAt(0).toUpperCase() + plain.slice(1) : 'No reason was told';
}

export function disputesPath(sellerAddress?: string): string {
  return sellerAddress ? `/profile/disputes?${new URLSearchParams({ seller: sellerAddress })}` : '/profile/disputes';
}

export function disputePath(disputeId: string): string {
  return `/profile/disputes/${encodeURIComponent(disputeId)}`;
}

export function staffDisputePath(disputeId: string): string {
  return `/admin/disputes/${encodeURIComponent(disputeId)}`;
}
