// The provider's limits of what is paid at once, in minor units.

/** Also of one unit and of one refund. */
export const LARGEST_AMOUNT = 99_999_999;
export const LARGEST_QUANTITY = 999_999;

export function totalOf(lines: { unit_amount: number; quantity: number }[]): number {
  return lines.reduce((sum, { unit_amount, quantity }) => sum + unit_amount * quantity, 0);
}
