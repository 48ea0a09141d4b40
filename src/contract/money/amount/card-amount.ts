/** The provider takes no smaller and no larger amounts by card; in cents. */
export const smallestCardPayment = 50;
export const largestCardPayment = 99_999_999;

/** Reason why an amount in cents cannot be paid by card at once; null if it can. */
export function cardAmountProblem(cents: number): 'too_small' | 'too_large' | null {
  if (cents < smallestCardPayment) return 'too_small';
  return cents > largestCardPayment ? 'too_large' : null;
}
