// Words about a customer as the staff see them. Free of the validator.

/** What happens to a customer, by what it is about. */
export const customerEventKinds = ['order', 'review', 'report', 'sign_in', 'mail', 'account'] as const;
