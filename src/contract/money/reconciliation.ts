// Words about the reconciliation with the payment provider. Free of the validator.

export const providerTransactionStates = ['matched', 'different', 'unmatched', 'closed'] as const;
export type ProviderTransactionState = (typeof providerTransactionStates)[number];

/** Why a transaction of the provider needs no posting, or has it. */
export const explanations = ['posting', 'held', 'under_way', 'offset', 'within'] as const;
export type Explanation = (typeof explanations)[number];

/** Filters of the staff; `open` is what nobody has explained yet. */
export const reconciliationFilters = ['open', 'closed', 'matched', 'all'] as const;
export type ReconciliationFilter = (typeof reconciliationFilters)[number];

/** A posting of ours that the provider has had so many days for is missing there. */
export const missingAfterDays = 3;

export const closeReasonMinimum = 5;
export const closeReasonMaximum = 500;

/** Parts of the difference between the provider's balance and ours. */
export const balanceParts = [
  'open',
  'closed',
  'held',
  'under_way',
  'offset',
  'within',
  'missing',
  'recent',
  'not_fetched',
] as const;
export type BalancePart = (typeof balanceParts)[number];

/** In sentences for people: on the page of the staff, and in the terminal. */
export const explanationNames: Record<Explanation, string> = {
  posting: 'Matches its transfer',
  held: 'Held for a dispute',
  under_way: 'Refund under way',
  offset: 'Went and came back',
  within: 'Moved within the provider',
};

export const balancePartNames: Record<BalancePart, string> = {
  open: 'Open on this list',
  closed: 'Closed by the staff',
  held: 'Taken for disputes that are open',
  under_way: 'Refunds that are under way',
  offset: 'Went and came back',
  within: 'Kept back by the provider',
  missing: 'Missing at the provider',
  recent: 'Ours of the last days, not there yet',
  not_fetched: 'Not fetched yet',
};

/** 'payment_refund' as a person reads it: 'Payment refund'. */
export function transactionTypeName(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
