/** The part of `whole` that `part` is of `of`, rounded to whole cents; all of it where there is nothing to divide by. */
export function partOf(whole: number, part: number, of: number): number {
  if (of === 0) return whole;
  // Products of cents may be larger than a number holds exactly.
  const exact = BigInt(whole) * BigInt(part) * 2n + BigInt(of);
  return Number(exact / (BigInt(of) * 2n));
}
