const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** '4 December 2026, 09:30 UTC': for a mail, which does not know its reader's clock. */
export function momentText(date: Date): string {
  return `${days.format(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}
