// Limits of a product and of how many an account saves. A catalogue file, the editor and the API keep to the same.

export const optionsMaximum = 100;
/** In characters. */
export const longestChoice = 50_000;
export const variantsMaximum = 200;
export const picturesMaximum = 10;
/** In characters. */
export const productIdMaximum = 200;
/** Longest delivery that can be promised: 30 days. */
export const longestDeliveryHours = 720;
/** Products that an account can save. */
export const savedMaximum = 200;
