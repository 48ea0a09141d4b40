// How prices of many products change, as a person says it. Free of the validator.
import { formatBound } from '../../money/amount/money.ts';
import { readPlainNumber } from '../../text/typed-number.ts';

export type PriceStep = { by: 'percent' | 'amount' | 'set'; value: number; round_to: number };

export const priceWays = {
  lower: { label: 'Lower by percent', unit: 'Percent', by: 'percent', sign: -1 },
  raise: { label: 'Raise by percent', unit: 'Percent', by: 'percent', sign: 1 },
  lowerBy: { label: 'Lower by dollars', unit: 'Dollars', by: 'amount', sign: -1 },
  raiseBy: { label: 'Raise by dollars', unit: 'Dollars', by: 'amount', sign: 1 },
  set: { label: 'Set to dollars', unit: 'Dollars', by: 'set', sign: 1 },
} as const;
type PriceWay = keyof typeof priceWays;

/** By dollars. */
export const roundings = { '0.01': 'a cent', '1.00': 'a dollar', '10.00': 'ten dollars', '0.000001': 'not at all' };
type Rounding = keyof typeof roundings;

export const firstPriceStep = { way: 'lower', round: '0.01' } as const;

/** Null as long as the amount is none. */
export function priceStepOf(way: PriceWay, amount: string, round: Rounding): PriceStep | null {
  const value = readPlainNumber(amount);
  const { by, sign } = priceWays[way];
  return value === null ? null : { by, value: value * sign, round_to: Number(round) };
}

/** 'Lower by 10 percent, rounded to a cent'. */
export function priceStepLabels({ by, value, round_to }: PriceStep): string {
  const amount = Math.abs(value);
  const step =
    by === 'percent' ? `${amount.toLocaleString('en-US', { maximumFractionDigits: 6 })} percent` : formatBound(amount);
  const way = by === 'set' ? `Set to ${step}` : `${value < 0 ? 'Lower' : 'Raise'} by ${step}`;
  const rounding =
    Object.entries(roundings).find(([dollars]) => Number(dollars) === round_to)?.[1] ?? formatBound(round_to);
  return `${way}, ${rounding === roundings['0.000001'] ? 'not rounded' : `rounded to ${rounding}`}`;
}
