const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A time as its reader's clock and calendar have it, such as 'Nov 20, 2026, 9:30 AM'. */
export function Moment({ instant }: { instant: string }) {
  return <time dateTime={instant}>{moments.format(new Date(instant))}</time>;
}
