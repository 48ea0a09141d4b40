// Commission on a sale: how much it is, and how sellers and the staff see it. Which terms count for a line is decided in
// api/money/commission/commission-terms.rules.ts. Free of the validator.
import { partOf } from '../text/part-of.ts';

/** In cents: of each line, `rate_bp` hundredths of a percent of its amount, and a fixed part. Nothing of what costs nothing, and never more than it costs. */
export function commissionOf(
  baseCents: number,
  { rate_bp, fixed_cents }: { rate_bp: number; fixed_cents: number },
): number {
  return baseCents === 0 ? 0 : Math.min(baseCents, partOf(baseCents, rate_bp, 10_000) + fixed_cents);
}

/** '8.5 % and $0.30', '8 %', '$1.00'. */
export function commissionText({ percent, fixed }: { percent: number; fixed: number }): string {
  const parts = [
    ...(percent > 0 || fixed === 0 ? [`${percent} %`] : []),
    ...(fixed > 0 ? [`$${fixed.toFixed(2)}`] : []),
  ];
  return parts.join(' and ');
}

/** 'Everybody, 8 % and $0.30'; the amounts once where the rule is named after them. */
export function namedCommissionText(name: string, fee: { percent: number; fixed: number }): string {
  const text = commissionText(fee);
  return name.includes(text) ? name : `${name}, ${text}`;
}

/** '14 days', '36 hours', 'at once'. */
export function holdingText(hours: number): string {
  if (hours === 0) return 'at once';
  const [number, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
