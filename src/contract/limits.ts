// What people may write, in characters. Forms and the API keep to the same numbers.

export const reviewTextMinimum = 8;
export const reviewTextMaximum = 5_000;
/** The account service keeps to the same two. */
export const emailMaximum = 254;
export const passwordMaximum = 256;
export const usernameMaximum = 80;
export const phoneMaximum = 40;

/** What a telephone number is written with. */
export const phonePattern = /^[\d +().-]*$/;
