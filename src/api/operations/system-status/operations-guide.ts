import MarkdownIt from 'markdown-it';

/**
 * docs/operations.md as HTML: headings have the ids that GitHub gives them, links to other files of the project are text. The file is the
 * shop's own and nobody else's text, so that nothing in it has to be taken out.
 */
export function renderGuide(markdown: string): string {
  const reader = new MarkdownIt({ html: true });
  const { rules } = reader.renderer;
  rules.heading_open = (tokens, at) => {
    const id = headingId(tokens[at + 1]?.content ?? '');
    return `<${tokens[at]?.tag} id="${id}" tabindex="-1">`;
  };
  rules.link_open = (tokens, at, options, _, renderer) => {
    const [opens, closes] = [tokens[at], tokens.slice(at).find(({ type }) => type === 'link_close')];
    const isText = !/^(#|https:)/.test(String(opens?.attrGet('href')));
    for (const token of [opens, closes]) if (token) token.hidden = isText;
    return renderer.renderToken(tokens, at, options);
  };
  return reader.render(markdown);
}

/** As GitHub makes them: small letters, words joined by hyphens. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
