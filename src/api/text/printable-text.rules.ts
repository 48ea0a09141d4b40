const LONGEST = 60;

/**
 * Foreign text as a message may quote it: short, on one line, and without the characters that move a terminal's cursor,
 * colour it or turn the reading direction.
 */
export function printable(text: string, longest = LONGEST): string {
  return shorten(text, longest, (start) => start.replace(/\r\n|[\n\r\p{Zl}\p{Zp}]/gu, '↵').replaceAll('\t', ' '));
}

/** The same where a text is shown as it will be: its lines stay lines. */
export function printableLines(text: string, longest = LONGEST): string {
  return shorten(text, longest, (start) => start.replace(/\r\n|[\r\p{Zl}\p{Zp}]/gu, '\n'));
}

function shorten(text: string, longest: number, breakLines: (start: string) => string): string {
  const safe = breakLines(text.slice(0, longest * 2).toWellFormed()).replace(
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu,
    '\u{FFFD}',
  );
  const characters = [...safe];
  return characters.length > longest || text.length > longest * 2 ? `${characters.slice(0, longest).join('')}…` : safe;
}
