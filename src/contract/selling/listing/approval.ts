// Words about approvals: what waits for a decision of the staff. Free of the validator.
import type { z } from 'zod';
import type {
  approvalKinds,
  approvalListSchema,
  approvalSchema,
  approvalStates,
  approvalSummarySchema,
} from './approval.schema.ts';

export type ApprovalKind = (typeof approvalKinds)[number];
export type ApprovalState = (typeof approvalStates)[number];
export type ApprovalSummary = z.infer<typeof approvalSummarySchema>;
export type ApprovalList = z.infer<typeof approvalListSchema>;
export type Approval = z.infer<typeof approvalSchema>;
export type ApprovalNote = Approval['notes'][number];
