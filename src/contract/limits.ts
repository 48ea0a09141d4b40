// Limits of what people may write and order at once. Forms and the API keep to the same numbers. How long and how much one
// customer may hold is api/ordering/order/order-limits.rules.ts; what can be paid by card is card-amount.ts.

// In characters.
export const reviewTextMinimum = 8;
export const reviewTextMaximum = 5_000;
/** The account service keeps to the same two. */
export const emailMaximum = 254;
export const passwordMaximum = 256;
export const usernameMaximum = 80;
export const phoneMaximum = 40;

/** Characters of a telephone number. */
export const phonePattern = /^[\d +().-]*$/;

/** So many of one product can be ordered at once, and so many different ones. */
export const quantityMaximum = 10_000;
export const linesMaximum = 100;
/** Characters that are taken as the code of a coupon; the longest code has fewer. */
export const couponTypedMaximum = 64;
/** Limits of a product; a catalogue file keeps to them too. */
export const optionsMaximum = 100;
export const longestChoice = 50_000;
export const variantsMaximum = 200;
export const picturesMaximum = 10;
/** In characters. */
export const productIdMaximum = 200;

/** So many products an account can save. */
export const savedMaximum = 200;

/** In characters: why a product or an application is sent back, or a product hidden. */
export const reasonMaximum = 2_000;
/** Most items of a kind that are counted while they wait for approval. */
export const waitingCounted = 1_000;
/** Messages between a buyer and a shop, and why one of them reports the other. In characters. */
export const messageMaximum = 5_000;
export const reportReasonMaximum = 1_000;

/** Orders placed are counted within this time. */
export const PLACING_SECONDS = 10 * 60;
export const AT_ONCE_RETRY_SECONDS = 5;
