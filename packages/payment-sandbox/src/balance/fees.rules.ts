// Fees that the provider charges on payments.

/** Fee on every payment: hundredths of a percent, and minor units beside them. */
export type ProcessingFee = { basisPoints: number; fixed: number };

/** The provider's own price of a card in the United States. */
export const usualFee: ProcessingFee = { basisPoints: 290, fixed: 30 };

/** Fee on every dispute that takes money back, won or not. */
export const DISPUTE_FEE = 1_500;

export function feeOf(amount: number, { basisPoints, fixed }: ProcessingFee): number {
  return Math.min(amount, Math.round((amount * basisPoints) / 10_000) + fixed);
}
