import { Marked } from 'marked';

/**
 * docs/operations.md as HTML: headings have the ids that GitHub gives them, links to other files of the project are text. The file is the
 * shop's own and nobody else's text, so that nothing in it has to be taken out.
 */
export function renderGuide(markdown: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${headingId(text)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return /^(#|https:)/.test(href) ? `<a href="${href}">${text}</a>` : text;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

/** As GitHub makes them: small letters, words joined by hyphens. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
