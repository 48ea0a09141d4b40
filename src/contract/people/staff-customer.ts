// Words about a customer as the staff see them. Free of the validator.

/** Events of a customer, by what they are about. */
export const customerEventKinds = ['order', 'review', 'report', 'sign_in', 'mail', 'account'] as const;
