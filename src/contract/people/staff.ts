// Words about the staff: who runs the marketplace. Free of the validator.

/** Roles of the staff; which may do what stands in api/access/access.rules.ts. */
export const staffRoles = ['admin', 'finance', 'catalogue', 'support'] as const;
export type StaffRole = (typeof staffRoles)[number];

export function isStaffRole(text: string | undefined): text is StaffRole {
  return (staffRoles as readonly (string | undefined)[]).includes(text);
}

/** Actions of the staff; which role may do what, says api/access/access.rules.ts. */
export const staffActions = [
  'readOverview',
  'decideApprovals',
  'readSellers',
  'suspendSellers',
  'manageSellers',
  'readFigures',
  'readSales',
  'handleSales',
  'deliverSales',
  'refundSales',
  'readInvoices',
  'readDisputes',
  'decideDisputes',
  'readProducts',
  'manageProducts',
  'hideProducts',
  'readCustomers',
  'manageCustomers',
  'deleteCustomers',
  'giveOfShops',
  'readReviews',
  'hideReviews',
  'readCoupons',
  'manageCoupons',
  'readReports',
  'decideReports',
  'readAudit',
  'readFinance',
  'manageFinance',
  'manageStaff',
  'readPayouts',
  'managePayouts',
  'readState',
  'manageState',
] as const;
export type StaffAction = (typeof staffActions)[number];

/** Length of the reason for which a shop is suspended, in characters: its owners read it in an email. */
export const suspensionReasonMinimum = 5;
export const suspensionReasonMaximum = 600;

/** The cookie by which a browser says that somebody of the staff has signed in there: a hint to the server which page to send, and no right. */
export const staffHint = 'hearth_staff';
