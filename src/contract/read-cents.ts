/** An amount as somebody types it, in dollars; null where it is none. */
export function readCents(text: string): number | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}
