import type { ApprovalKind } from '#contract/selling/listing/approval.ts';
import { type Message, msg } from '#language/message.ts';

/** Names for one of a kind, and for several of them. */
export const approvalKinds: Record<ApprovalKind, { one: Message; many: Message }> = {
  application: { one: msg('Application'), many: msg('Applications') },
  product: { one: msg('New product'), many: msg('New products') },
  change: { one: msg('Change'), many: msg('Changes') },
};

/** The kind that an address names; null for none, or one that there is not. */
export function readApprovalKind(text: string | null): ApprovalKind | null {
  return text !== null && Object.hasOwn(approvalKinds, text) ? (text as ApprovalKind) : null;
}
