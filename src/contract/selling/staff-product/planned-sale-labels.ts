// Words about sales that begin and end by themselves. Free of the validator.

export const plannedSaleStates = ['planned', 'running', 'ended', 'cancelled', 'refused', 'missed'] as const;
export type PlannedSaleState = (typeof plannedSaleStates)[number];

/** Below it a price is a gift, or a slip. */
export const salePercentMaximum = 95;
