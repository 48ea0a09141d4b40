// How minutes of machines are counted.

const MINUTE_MS = 60_000;
const WARN_MINUTES = 30;

/** Hours that somebody has of one product, in the order in which they are used. */
type Drawn = { entitlementId: string; minutes: number; grantedAt: Date; expiresAt: Date | null };

/** Every minute that has begun counts, the first at once. */
export function begunMinutes(startedAt: Date, until: Date): number {
  const elapsed = until.getTime() - startedAt.getTime();
  return elapsed < 0 ? 0 : Math.max(1, Math.ceil(elapsed / MINUTE_MS));
}

/** When the minutes that were counted are over. */
export function countedUntil(startedAt: Date, counted: number): Date {
  return new Date(startedAt.getTime() + counted * MINUTE_MS);
}

/** Balances that expire first are used first, and of those the ones bought first; of machines bought together each uses its own. */
export function inOrderOfUse<T extends Omit<Drawn, 'minutes'>>(balances: readonly T[], ownId: string): T[] {
  const last = Number.POSITIVE_INFINITY;
  return balances.toSorted(
    (one, other) =>
      (one.expiresAt?.getTime() ?? last) - (other.expiresAt?.getTime() ?? last) ||
      one.grantedAt.getTime() - other.grantedAt.getTime() ||
      Number(other.entitlementId === ownId) - Number(one.entitlementId === ownId) ||
      (one.entitlementId < other.entitlementId ? -1 : 1),
  );
}

/**
 * Counts a machine until a moment: from which balances its minutes are taken, how many are counted with that, and when it ran out of them;
 * null: it did not. A minute is taken from what had not expired when it began. `entitlementId`: what the machine was started from.
 */
export function drawMinutes(
  { startedAt, counted, entitlementId: ownId }: { startedAt: Date; counted: number; entitlementId: string },
  until: Date,
  balances: readonly Drawn[],
): { draws: Array<{ entitlementId: string; minutes: number }>; counted: number; ranOutAt: Date | null } {
  const due = begunMinutes(startedAt, until);
  const left = inOrderOfUse(balances, ownId).map((balance) => ({ ...balance }));
  const draws: Array<{ entitlementId: string; minutes: number }> = [];
  let at = counted;
  while (at < due) {
    const begins = countedUntil(startedAt, at);
    const from = left.find(({ minutes, expiresAt }) => minutes > 0 && (!expiresAt || expiresAt > begins));
    if (!from) return { draws, counted: at, ranOutAt: begins };
    const beforeExpiry = from.expiresAt
      ? Math.ceil((from.expiresAt.getTime() - begins.getTime()) / MINUTE_MS)
      : Number.POSITIVE_INFINITY;
    const minutes = Math.min(due - at, from.minutes, beforeExpiry);
    from.minutes -= minutes;
    at += minutes;
    draws.push({ entitlementId: from.entitlementId, minutes });
  }
  return { draws, counted: at, ranOutAt: null };
}

export type Outage = { from: Date; to: Date };

/** How many of the minutes that were counted for a machine were touched by an outage: each once, however many speak of it. */
export function minutesInOutages(startedAt: Date, counted: number, outages: readonly Outage[]): number {
  const start = startedAt.getTime();
  const ranges = outages
    .map(({ from, to }) => ({
      first: Math.max(0, Math.floor((from.getTime() - start) / MINUTE_MS)),
      behind: Math.min(counted, Math.ceil((to.getTime() - start) / MINUTE_MS)),
    }))
    .filter(({ first, behind }) => behind > first)
    .sort((one, other) => one.first - other.first);
  let minutes = 0;
  let reached = 0;
  for (const { first, behind } of ranges) {
    minutes += Math.max(0, behind - Math.max(first, reached));
    reached = Math.max(reached, behind);
  }
  return minutes;
}

/** From so few minutes on the buyer is warned: a tenth, or half an hour where that is more, and never more than half of it all. */
export function warnAt(bought: number): number {
  return Math.min(Math.max(Math.ceil(bought / 10), WARN_MINUTES), Math.floor(bought / 2));
}
