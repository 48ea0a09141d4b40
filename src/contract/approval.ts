// Words about approvals: what waits for a decision of the staff. Free of the validator.

/** An application of a seller, a new product, or a change of one that is on sale. */
export const approvalKinds = ['application', 'product', 'change'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** `withdrawn`: by the seller; `replaced`: by a newer change. */
export const approvalStates = ['waiting', 'approved', 'returned', 'withdrawn', 'replaced'] as const;
export type ApprovalState = (typeof approvalStates)[number];
