// When an endpoint that has failed is asked again.

const FIRST_MS = 15_000;
const LONGEST_MS = 10 * 60_000;
/** After a refused key, which may be paid for, or let in, at any time. */
const REFUSED_MS = 60 * 60_000;

type Failure = { reason: 'text' | 'key' | 'away'; retryAfterSeconds: number | null };

export type Patience = ReturnType<typeof createPatience>;

/**
 * After so many failures in a row nothing is asked for a while: twice as long each time. A refused key is one too many at once. What
 * was begun before a pause, and fails in it, says nothing new.
 */
export function createPatience(failuresBefore: number, now: () => number) {
  let failures = 0;
  let until = 0;
  return {
    mayAsk: () => now() >= until,
    recordSuccess() {
      failures = 0;
      until = 0;
    },
    /** Answers whether a pause begins with it. */
    recordFailure({ reason, retryAfterSeconds }: Failure, begunAt: number): boolean {
      if (begunAt < until) return false;
      failures++;
      if (reason === 'key') until = now() + REFUSED_MS;
      else if (failures >= failuresBefore || retryAfterSeconds !== null) {
        const pause = Math.min(FIRST_MS * 2 ** Math.max(0, failures - failuresBefore), LONGEST_MS);
        until = now() + Math.max(pause, Math.min((retryAfterSeconds ?? 0) * 1_000, REFUSED_MS));
      }
      return now() < until;
    },
  };
}
