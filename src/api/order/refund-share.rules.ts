// What of the money that went back is for which line, where nobody has said so: in proportion to what the lines cost.
import type { StoredLine, StoredOrder } from './order.rules.ts';

/** What was paid for a line, in cents. */
export function netCents({
  amount_cents,
  discount_cents,
}: Pick<StoredLine, 'amount_cents' | 'discount_cents'>): number {
  return amount_cents - discount_cents;
}

/**
 * The part of each line, in cents, of `refundedCents` that have gone back of the order in all. The parts sum to it; what a later
 * refund adds is the difference to the parts of before.
 */
export function refundShares({ lines }: Pick<StoredOrder, 'lines'>, refundedCents: number): Map<number, number> {
  const total = lines.reduce((sum, line) => sum + netCents(line), 0);
  const shares = new Map<number, number>();
  let cost = 0;
  let given = 0;
  for (const line of lines) {
    cost += netCents(line);
    const upTo = total === 0 ? 0 : Math.round((refundedCents * cost) / total);
    shares.set(line.line, upTo - given);
    given = upTo;
  }
  return shares;
}
