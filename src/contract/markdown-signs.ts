// Markdown is cheap to write and can be expensive to read: each sign may begin or end something. How many of them are read is bounded,
// alike on the server and in browsers.

/** Of one text. Ordinary descriptions of the greatest length have up to 2,500. */
export const MOST_MARKDOWN_SIGNS = 3_000;

/** ASCII punctuation that Markdown gives a meaning, and the ends of lines. */
const sign = /[*_~`\\[\]()<>!:@.&|#+\n-]/g;

/** How much of a text is read as Markdown, in UTF-16 units: whole lines. What comes after is shown as it was written. */
export function markdownLength(text: string): number {
  let count = 0;
  for (const { index } of text.matchAll(sign))
    if (++count > MOST_MARKDOWN_SIGNS) return text.lastIndexOf('\n', index - 1) + 1;
  return text.length;
}
