// Commission on a sale, in cents. Which terms count for a line is decided in api/money/commission/commission-terms.rules.ts.
import { partOf } from '../text/part-of.ts';

/** In cents: of each line, `rate_bp` hundredths of a percent of its amount, and a fixed part. Nothing of what costs nothing, and never more than it costs. */
export function commissionOf(
  baseCents: number,
  { rate_bp, fixed_cents }: { rate_bp: number; fixed_cents: number },
): number {
  return baseCents === 0 ? 0 : Math.min(baseCents, partOf(baseCents, rate_bp, 10_000) + fixed_cents);
}
