// Numbers as somebody types them. Free of the validator.

/**
 * '1,250.50' as '1250.50': commas are read between groups of three digits alone. '12,50' is how others write 12.50, and never 1,250: null,
 * as for all that is no number of this form, or below 0.
 */
export function plainDigits(text: string): string | null {
  const trimmed = text.trim();
  return /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d*)?$/.test(trimmed) ? trimmed.replaceAll(',', '') : null;
}

/** Null where it is none, or has more decimals. */
export function readPlainNumber(text: string, decimals = 6): number | null {
  const plain = plainDigits(text);
  if (plain === null || !/^\d{1,10}(\.|$)/.test(plain)) return null;
  return (plain.split('.')[1]?.length ?? 0) > decimals ? null : Number(plain);
}

/** Minutes of hours that were typed ('12', '1.5'); 0 where nothing was, null where it is no number of hours. */
export function readMinutes(text: string): number | null {
  if (text.trim() === '') return 0;
  const hours = readPlainNumber(text.trim(), 2);
  const minutes = hours === null ? 0 : Math.round(hours * 60);
  return minutes > 0 && minutes <= 100_000_000 ? minutes : null;
}

/** An amount in dollars; null where it is none. */
export function readCents(text: string): number | null {
  const dollars = readPlainNumber(text.trim().replace(/^\$/, ''), 2);
  return dollars === null || dollars >= 1e9 ? null : Math.round(dollars * 100);
}
