// Words about the staff: who runs the marketplace. Free of the validator.

/** What a member of the staff is; which may do what stands in api/access/access.rules.ts. */
export const staffRoles = ['admin', 'finance', 'catalogue', 'support'] as const;
export type StaffRole = (typeof staffRoles)[number];
