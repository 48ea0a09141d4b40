const BYTES = 16;

/** Thirty-two hexadecimal digits that nobody can guess; also where a page is not on https, and has no randomUUID. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
