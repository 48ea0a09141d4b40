// What of the money that went back is for which line: what the refund names, and of the rest a share in proportion to what is left.

/** Of a line, in cents: what was paid for it, what of that has gone back before, and what this refund says is for it. */
export type RefundedLine = { line: number; paid: number; before: number; named: number };

/**
 * The part of each line of `cents` that have gone back now; below zero they have come back, in proportion to what had gone. The parts sum to
 * `cents` as long as anything was paid.
 */
export function refundParts(lines: readonly RefundedLine[], cents: number): Map<number, number> {
  const sign = cents < 0 ? -1 : 1;
  const room = lines.map(({ paid, before }) => Math.max(0, cents < 0 ? before : paid - before));
  // Of a line that refunds of the whole order have taken from, there is less than it names: the others bear the rest, as they were spared then.
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

/** What a refund or a dispute has taken of a line, in cents; what has failed it has not. */
export type TakenShare = { line: number; state: 'taken' | 'arrived' | 'failed'; cents: number };

/** What is left of what was paid for a line. */
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
