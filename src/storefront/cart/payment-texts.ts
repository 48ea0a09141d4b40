import { noAnswerText } from '#client/connection.ts';

/** The browser did not leave: what was ordered stays to be paid, and the cart as it is. */
export const redirectFailure = 'Failed to redirect to checkout. Please try again.';

/** Nothing answered on the way to the payment. */
export function notReached(): string {
  return `Payment process failed: ${noAnswerText()} Nothing was charged; please try again.`;
}
