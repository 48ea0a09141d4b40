/** Characters of a description that a card in a list can show. */
export const cardLength = 160;

/**
 * A description as a card or a search engine shows it: its beginning as plain text, without Markdown's signs, cut at
 * a word to at most `length` characters.
 */
export function excerpt(description: string, length: number): string {
  const plain = description
    .slice(0, length * 4)
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= length) return plain;
  const cut = plain.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length - 40)).trimEnd()}…`.toWellFormed();
}
