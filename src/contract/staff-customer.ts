// Words about a customer as the staff see them. Free of the validator.
import type { z } from 'zod';
import type { customerDeletionSchema, customerEventsSchema, staffCustomerSchema } from './staff-customer.schema.ts';

export type StaffCustomer = z.infer<typeof staffCustomerSchema>;
export type CustomerEvent = z.infer<typeof customerEventsSchema>[number];
export type CustomerDeletion = z.infer<typeof customerDeletionSchema>;

/** What happens to a customer, by what it is about. */
export const customerEventKinds = ['order', 'review', 'report', 'sign_in', 'mail', 'account'] as const;
