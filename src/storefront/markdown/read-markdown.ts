import MarkdownIt, { type Token } from 'markdown-it';
import { markdownLength } from '#contract/text/markdown-signs.ts';

/** A token of markdown-it, and what stands in it. */
export type MarkdownNode = { token: Token; inside: MarkdownNode[] };

// Tags are shown as text. Pictures are links: a browser would ask for them elsewhere, for each visitor.
const options = { html: false, linkify: true };
const forShops = new MarkdownIt('default', options).disable('image');
const forSellers = new MarkdownIt('default', options).disable(['image', 'table']);
for (const { linkify } of [forShops, forSellers])
  linkify.add('www.', {
    validate: (text, at, self) => self.testSchemaAt(`//${text.slice(at - 4)}`, '//', 2) - 4,
    normalize: (found) => {
      found.url = `http://${found.url}`;
    },
  });

/** The Markdown of a text as a tree, and the rest of it that has too many signs to be read. Tables are the shop's alone. */
export function readMarkdown(text: string, by: 'seller' | 'shop'): { nodes: MarkdownNode[]; rest: string } {
  const length = markdownLength(text);
  const reader = by === 'shop' ? forShops : forSellers;
  return { nodes: treeOf(reader.parse(text.slice(0, length), {})), rest: text.slice(length) };
}

/** `nesting` of a token is 1 where it opens and -1 where it closes what stands between. */
function treeOf(tokens: Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node = { token, inside: token.type === 'inline' ? treeOf(token.children ?? []) : [] };
    open.at(-1)?.push(node);
    if (token.nesting > 0) open.push(node.inside);
  }
  return root;
}
