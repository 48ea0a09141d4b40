// The terms of disputes, and how much may be written and attached in one. Free of the validator.

/** Reasons of a buyer to dispute a line. */
export const lineDisputeReasons = ['not_delivered', 'not_as_described', 'unusable'] as const;
export type LineDisputeReason = (typeof lineDisputeReasons)[number];

/** `lost_by_silence`: the seller has not answered in time; `settled`: the money went back without a decision. */
export const lineDisputeStates = ['open', 'answered', 'decided', 'withdrawn', 'lost_by_silence', 'settled'] as const;
export type LineDisputeState = (typeof lineDisputeStates)[number];

/** States of a dispute that the buyer's bank decides. */
export const cardDisputeStates = ['open', 'won', 'lost'] as const;
export type CardDisputeState = (typeof cardDisputeStates)[number];

export const disputeDecisions = ['buyer', 'part', 'seller'] as const;
/** For the buyer fully, in part, or for the seller. */
export type DisputeDecision = (typeof disputeDecisions)[number];

export const disputeSides = ['buyer', 'seller', 'staff'] as const;
export type DisputeSide = (typeof disputeSides)[number];

/** In characters: what somebody writes in a dispute, and why the staff decide as they do. */
export const disputeTextMaximum = 5_000;
export const disputeReasonMaximum = 1_000;
/** Size of one file, in bytes, and how many a side may attach to one dispute. */
export const disputeFileMaximum = 10 * 1024 * 1024;
export const disputeFilesMaximum = 20;
export const disputeFileTypes = 'image/jpeg,image/png,image/webp,image/avif,application/pdf';
