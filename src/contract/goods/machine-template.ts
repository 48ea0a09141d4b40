/** Templates that a shop offers for one machine. */
export const mostTemplates = 30;
