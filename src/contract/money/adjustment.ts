// Words about movements by hand. Free of the validator.

export const handWays = [
  'correction',
  'goodwill',
  'write_off',
  'hold_back',
  'give_back',
  'tax_paid',
  'profit_drawn',
] as const;
export type HandWay = (typeof handWays)[number];
