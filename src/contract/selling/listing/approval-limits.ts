// Limits of the queue of approvals.

/** In characters: why a product or an application is sent back, or a product hidden. */
export const reasonMaximum = 2_000;
/** Most items of a kind that are counted while they wait for approval. */
export const waitingCounted = 1_000;
