const LONGEST = 60;

/**
 * Foreign text as a message may quote it: short, on one line, and without the characters that move a terminal's cursor,
 * colour it or turn the reading direction.
 */
export function printable(text: string, longest = LONGEST): string {
  const safe = text
    .slice(0, longest * 2)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\u{FFFD}');
  const characters = [...safe];
  return characters.length > longest || text.length > longest * 2 ? `${characters.slice(0, longest).join('')}…` : safe;
}
