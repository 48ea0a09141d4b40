// Markdown is cheap to write and can be dear to read: each sign may begin or end something. How many of them are read is bounded,
// alike on the server and in browsers.

/** Of one text. People need some 1,000 for the longest description; what comes after is shown as it was written. */
export const MOST_MARKDOWN_SIGNS = 4_000;
/** Signs that a line, a quote and an item of a list count as: each costs as much as two within a paragraph. */
export const SIGNS_OF_BLOCK = 2;

const signs = new Uint8Array(128);
for (const sign of '*_~`\\[]<!:@.\n') signs[sign.charCodeAt(0)] = 1;

/** Whether a reader of Markdown stops at the character of that code. */
export function isMarkdownSign(code: number): boolean {
  return signs[code] === 1;
}

/** How many characters of a text a reader of Markdown stops at. */
export function countMarkdownSigns(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (isMarkdownSign(text.charCodeAt(at))) count++;
  return count;
}

/** Whether a text may have more signs than are read. Told without reading it: some that look like signs are none. */
export function mayExceedMarkdownSigns(text: string): boolean {
  const blocks = text.split('\n').reduce((sum, line) => sum + 1 + countMarkers(line), 0);
  return countMarkdownSigns(text) + blocks * SIGNS_OF_BLOCK > MOST_MARKDOWN_SIGNS;
}

/** Signs of lists and quotes that a line may begin with. */
function countMarkers(line: string): number {
  return /^[\s>*+\-\d.)]*/.exec(line)?.[0].match(/[>*+\-.)](?=[\s>])/g)?.length ?? 0;
}
