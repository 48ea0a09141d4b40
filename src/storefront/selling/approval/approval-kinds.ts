import type { ApprovalKind } from '#contract/selling/listing/approval.ts';

/** Names for one of a kind, and for several of them. */
export const approvalKinds: Record<ApprovalKind, { one: string; many: string }> = {
  application: { one: 'Application', many: 'Applications' },
  product: { one: 'New product', many: 'New products' },
  change: { one: 'Change', many: 'Changes' },
};

/** The kind that an address names; null for none, or one that there is not. */
export function readApprovalKind(text: string | null): ApprovalKind | null {
  return text !== null && Object.hasOwn(approvalKinds, text) ? (text as ApprovalKind) : null;
}
