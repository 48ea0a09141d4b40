// Bounds of the operator's own vocabulary of the search. Free of the validator.

/** Characters and words of a synonym, on each side. */
export const phraseMaximum = 60;
export const phraseWordsMaximum = 4;
export const synonymsMaximum = 2_000;
/** More meanings of the same words the search would not look up. */
export const meaningsMaximum = 4;
export const keptWordsMaximum = 2_000;
export const pinnedQueryMaximum = 100;
export const pinnedQueriesMaximum = 500;
export const pinsMaximum = 5;
/** Searches without result that are kept, and those that are shown, the most frequent first. */
export const missesMaximum = 10_000;
export const missesShown = 100;
