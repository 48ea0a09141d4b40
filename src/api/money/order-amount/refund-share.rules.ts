// Splits refunded money among lines: the amounts that the refund names, and the rest in proportion to what is left.

/** Amounts of a line, in cents: paid for it, refunded before, and named for it by this refund. */
export type RefundedLine = { line: number; paid: number; before: number; named: number };

/**
 * The part of each line of `cents` that have gone back now; below zero they have come back, in proportion to what had gone. The parts sum to
 * `cents` as long as anything was paid.
 */
export function refundParts(lines: readonly RefundedLine[], cents: number): Map<number, number> {
  const sign = cents < 0 ? -1 : 1;
  const room = lines.map(({ paid, before }) => Math.max(0, cents < 0 ? before : paid - before));
  // Lines that refunds of the whole order have taken from have less than they name: the others bear the rest, as they were spared then.
  const named = lines.map((line, index) => sign * Math.min(line.named, room[index] ?? 0));
  const rest = cents - sum(named);
  const left = room.map((own, index) => own - sign * (named[index] ?? 0));
  // More goes back than was left: a dispute after a refund.
  const weights = sum(left) > 0 ? left : lines.map(({ paid }) => paid);
  const shares = shared(rest, weights);
  return new Map(lines.map(({ line }, index) => [line, (named[index] ?? 0) + (shares[index] ?? 0)]));
}

/** Whole cents that sum to `cents`, in proportion to the weights. */
function shared(cents: number, weights: readonly number[]): number[] {
  const total = sum(weights);
  let weight = 0;
  let given = 0;
  return weights.map((own) => {
    weight += own;
    const upTo = total === 0 ? 0 : Math.round((cents * weight) / total);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** Amount that a refund or a dispute has taken of a line, in cents. One that failed has taken nothing. */
export type TakenShare = { line: number; state: 'taken' | 'arrived' | 'failed'; cents: number };

/** Amount left of what was paid for a line. */
export function leftOfLine(
  line: { line: number; amount_cents: number; discount_cents: number },
  shares: readonly TakenShare[],
): number {
  const taken = shares.filter((share) => share.line === line.line && share.state !== 'failed');
  return Math.max(0, line.amount_cents - line.discount_cents - sum(taken.map(({ cents }) => cents)));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((before, amount) => before + amount, 0);
}
