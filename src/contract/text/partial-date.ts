/** A date as far as it is known, '2024', '2024-06' or '2024-06-30', where that is one; else null. */
export function readPartialDate(text: string): string | null {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return null;
  const day = `${text}-01-01`.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? text : null;
}
