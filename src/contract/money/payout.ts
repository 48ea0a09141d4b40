// Words about payouts: what leaves the marketplace to its sellers. Free of the validator.

/** `failed`: it has not arrived. `returned`: it had, and the bank has sent it back. Both are in the balance again. */
export const payoutStates = ['pending', 'sent', 'paid', 'failed', 'returned'] as const;
export type PayoutState = (typeof payoutStates)[number];

export const payoutMethods = ['bank', 'connect'] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

export const payoutSchedules = ['none', 'weekly', 'monthly'] as const;
export type PayoutSchedule = (typeof payoutSchedules)[number];

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The last day of the month that every month has. */
export const lastPayoutDay = 28;
/** UTC, of payouts by schedule. */
export const payoutHour = 6;

// In dollars.
export const payoutMinimum = { least: 1, usual: 25, most: 100_000 } as const;

export const payoutReasonMinimum = 5;
/** As long as a payment's purpose is. */
export const payoutReasonMaximum = 140;
export const batchMaximum = 500;
/** Most lines of one payout that are answered at once. */
export const payoutLinesMaximum = 500;

/** Groups that the lines of a payout are summed by. Every part of every line is of one of them. */
export const payoutGroups = ['sales', 'refunds', 'fees', 'taxes', 'netting', 'other'] as const;
export type PayoutGroup = (typeof payoutGroups)[number];

export const payoutGroupNames: Record<PayoutGroup, string> = {
  sales: 'Sales',
  refunds: 'Refunds and disputes',
  fees: 'Fees',
  taxes: 'Taxes',
  netting: 'Taken for what was owed',
  other: 'Other',
};

export const payoutStateNames: Record<PayoutState, string> = {
  pending: 'Pending',
  sent: 'Sent',
  paid: 'Paid',
  failed: 'Failed',
  returned: 'Failed after paid',
};

/** Where a bank file stands. `mixed`: some of its payouts have arrived, others have failed or come back. */
export const batchStates = ['unsent', 'sent', 'paid', 'failed', 'mixed'] as const;
export type BatchState = (typeof batchStates)[number];

/** Staff actions on a payout. `take-out`: from an unsent bank file. `retry`: asks the provider again, or pays anew what came back. */
export const payoutSteps = ['hold', 'release', 'take-out', 'paid', 'failed', 'retry'] as const;
export type PayoutStep = (typeof payoutSteps)[number];

/** Where a payout goes to, in words. */
export function destinationText({ method, last4 }: { method: PayoutMethod; last4: string | null }): string {
  if (method === 'connect') return 'your account at Stripe';
  return last4 ? `the bank account ending in ${last4}` : 'the bank account';
}

/** As the bank statement of whoever gets it names it. */
export function payoutReference(shopName: string, payoutId: string): string {
  return `${shopName} ${payoutId}`.slice(0, 140);
}
