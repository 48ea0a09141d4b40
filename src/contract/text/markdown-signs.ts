// Markdown is cheap to write and can be expensive to read: each sign may begin or end something. How many of them are read is bounded,
// alike on the server and in browsers.

/** Most signs of one text. An ordinary description of the greatest length has some 2,700. */
export const MOST_MARKDOWN_SIGNS = 3_000;

/** ASCII punctuation that Markdown gives a meaning, and the ends of lines. */
const sign = /[*_~`\\[\]()<>!:@.&|#+\n-]/g;

/** The end of a link is looked for from each of its beginnings to the end of the paragraph: it counts as so many signs. */
const WEIGHT_OF_BRACKET = 4;

/** Quotes and lists inside one another, from the beginning of a line: each level is read again for every line. */
const deep = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){13}/m;

/** How much of a text is read as Markdown, in UTF-16 units: whole lines. What comes after is shown as it was written. */
export function markdownLength(text: string): number {
  const nested = deep.exec(text)?.index ?? text.length;
  let count = 0;
  for (const { 0: found, index } of text.matchAll(sign)) {
    if (index >= nested) return nested;
    count += found === '[' ? WEIGHT_OF_BRACKET : 1;
    if (count > MOST_MARKDOWN_SIGNS) return text.lastIndexOf('\n', index - 1) + 1;
  }
  return nested;
}
