// Days as a person's calendar has them: when they begin, in a time zone of the IANA's list.

const QUARTER_MS = 15 * 60_000;

export type Zone = {
  /** The day that it is there, such as '2026-11-20'. */
  dayOf: (instant: Date) => string;
  /** When a day begins there; where its midnight is skipped, the first moment after it, and where there are two, the first of them. */
  startOf: (day: string) => Date;
};

/** Names alone: an offset such as +05:37 has no quarters of an hour in common with the figures. */
const named = /^[A-Za-z][A-Za-z0-9_+/-]{0,60}$/;

/** Null for a name that nobody knows. */
export function zoneOf(name: string): Zone | null {
  if (!named.test(name)) return null;
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', ...parts });
  } catch {
    return null;
  }
  const dayOf = (instant: Date) => new Date(readClock(clock, instant)).toISOString().slice(0, 10);

  function startOf(day: string): Date {
    const midnight = Date.parse(day);
    let at = midnight;
    // The second time for a clock that was changed in between.
    for (let time = 0; time < 2; time++) at = midnight - (readClock(clock, new Date(at)) - at);
    while (dayOf(new Date(at)) < day) at += QUARTER_MS;
    while (dayOf(new Date(at - QUARTER_MS)) >= day) at -= QUARTER_MS;
    return new Date(at);
  }

  return { dayOf, startOf };
}

const parts = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** Reads the clock, as if it was that of UTC. */
function readClock(clock: Intl.DateTimeFormat, instant: Date): number {
  const shown = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The end of the quarter of an hour that it is. */
export function quarterAfter(instant: Date): Date {
  return new Date((Math.floor(instant.getTime() / QUARTER_MS) + 1) * QUARTER_MS);
}
