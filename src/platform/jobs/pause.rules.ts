const FIRST_MS = 30_000;
const LONGEST_MS = 6 * 60 * 60_000;

/** After so many failed attempts in a row: half a minute, one, two, up to six hours. */
export function pauseAfter(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS));
}
