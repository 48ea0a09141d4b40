// In the reader's own words, hours and time zone. The server knows none of these: only for what is loaded in the browser.
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time as its reader's clock and calendar have it, such as 'Nov 20, 2026, 9:30 AM'. */
export function LocalTime({ instant }: { instant: string | Date }) {
  const date = new Date(instant);
  return <time dateTime={date.toISOString()}>{moments.format(date)}</time>;
}
