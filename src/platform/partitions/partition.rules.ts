// Months that a table is divided into. Their bounds are those of UTC.

/** A table of rows that are never changed, and the time that divides them; it stays a plain table until an operator divides it. */
export type DividedTable = { schema: string; name: string; by: string };

/** `until` is the first moment after it. */
export type Month = { name: string; from: Date; until: Date };

/** Partitions are made for so many months after this one. */
const MONTHS_AHEAD = 3;
/** The first partition ends no earlier: the command has so long to come to its end. */
const MONTHS_OF_FIRST = 2;
/** Before its end, a bound that an interrupted command has left is taken away: rows after it would be refused. */
const FORGET_BOUND_DAYS = 7;

/** Beginning of the month that is so many after that of `time`. */
export function monthAfter(time: Date, months: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months));
}

/** End of the partition that a plain table becomes. */
export function endOfFirst(now: Date): Date {
  return monthAfter(now, MONTHS_OF_FIRST);
}

export function mustForgetBound(end: Date, now: Date): boolean {
  return end.getTime() - now.getTime() < FORGET_BOUND_DAYS * 86_400_000;
}

/** End of the last month that there should be now. */
export function endOfMonths(now: Date): Date {
  return monthAfter(now, MONTHS_AHEAD + 1);
}

export function monthName(table: string, from: Date): string {
  return `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** Whole months from one bound to another. */
export function monthsBetween(table: string, from: Date, until: Date): Month[] {
  const months: Month[] = [];
  for (let at = from; at < until; ) {
    const end = monthAfter(at, 1);
    months.push({ name: monthName(table, at), from: at, until: end });
    at = end;
  }
  return months;
}
