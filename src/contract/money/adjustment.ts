// Kinds of adjustments. Free of the validator.

export const adjustmentWays = [
  'correction',
  'goodwill',
  'write_off',
  'hold_back',
  'give_back',
  'tax_paid',
  'profit_drawn',
] as const;
export type AdjustmentWay = (typeof adjustmentWays)[number];
