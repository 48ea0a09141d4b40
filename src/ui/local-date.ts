const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A day as its reader's calendar has it, such as 'Nov 20, 2026'. */
export function localDate(date: Date): string {
  return days.format(date);
}
