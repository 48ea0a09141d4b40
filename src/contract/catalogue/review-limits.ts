// Lengths of a review, in characters.

export const reviewTextMinimum = 8;
export const reviewTextMaximum = 5_000;
