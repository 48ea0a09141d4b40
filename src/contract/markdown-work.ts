// Markdown is cheap to write and can be dear to read: at some signs a reader looks through the rest of the paragraph for where
// they end. What reading a text may cost is counted, alike on the server and in browsers.

/**
 * Characters that may be looked through while one text is read: fifty times those of the longest description. What people
 * write needs a tenth of it.
 */
export const markdownWork = 1_000_000;

const dear = /[*_~`\\[!<]|^[\t >]*(?:[>+-]|\d{1,9}[.)])/gm;

/** Whether a text has so many signs that reading all of them may cost more. Told from the signs alone, without reading. */
export function mayExceedMarkdownWork(text: string): boolean {
  // A sign's end is looked for in its paragraph.
  const paragraphs = text.split(/\n[\t ]*\n/);
  return paragraphs.reduce((sum, part) => sum + (part.match(dear)?.length ?? 0) * part.length, 0) > markdownWork;
}
