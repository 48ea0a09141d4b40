import { cutText } from './cut-text.ts';

/** Characters of a description that a card in a list can show. */
export const cardLength = 160;

/**
 * A description as a card or a search engine shows it: its beginning as plain text, without Markdown's signs, cut at
 * a word to at most `length` characters.
 */
export function excerpt(description: string, length: number): string {
  const plain = cutText(description, length * 4)
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= length) return plain;
  const cut = cutText(plain, length - 1);
  const word = cut.lastIndexOf(' ');
  return `${(word >= length - 40 ? cut.slice(0, word) : cutText(cut, length - 40)).trimEnd()}…`;
}
