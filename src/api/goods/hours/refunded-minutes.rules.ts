// How the time that a refund takes is shared by the machines of a line.

/**
 * Minutes that each machine gives, of `left` that each has: from those that have most, so that they last equally long. Together they are
 * `asked`, or all that is left.
 */
export function shareMinutes(left: readonly number[], asked: number): number[] {
  const given = left.map(() => 0);
  let rest = Math.min(
    asked,
    left.reduce((sum, minutes) => sum + minutes, 0),
  );
  while (rest > 0) {
    const rests = left.map((minutes, at) => minutes - (given[at] ?? 0));
    const most = Math.max(...rests);
    const next = Math.max(0, ...rests.filter((minutes) => minutes < most));
    const fullest = rests.flatMap((minutes, at) => (minutes === most ? [at] : []));
    const each = Math.min(most - next, Math.max(1, Math.floor(rest / fullest.length)));
    for (const at of fullest) {
      const minutes = Math.min(each, rest);
      given[at] = (given[at] ?? 0) + minutes;
      rest -= minutes;
    }
  }
  return given;
}
