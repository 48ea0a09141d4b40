// Lengths of what a person writes about an account, in characters. Forms, the API and the account service keep to the same.

export const emailMaximum = 254;
export const passwordMaximum = 256;
export const usernameMaximum = 80;
export const phoneMaximum = 40;

/** Characters of a telephone number. */
export const phonePattern = /^[\d +().-]*$/;
