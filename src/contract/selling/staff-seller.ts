// Words about what the staff do with shops. Free of the validator.

/** Outcomes of a product that is handed to a shop. */
export const adoptOutcomes = ['adopted', 'had', 'unknown', 'foreign'] as const;
export type AdoptOutcome = (typeof adoptOutcomes)[number];

/** So many products are handed over at once. */
export const adoptMaximum = 200;
