/** A name or keyword as searches compare it: case, width and composed or decomposed accents do not matter. */
export function foldName(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Characters that PostgreSQL cannot hold as text. What has one is in no table, so it needs no query. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The pattern of `LIKE` for 'contains these very characters': % and _ match only themselves. */
export function containsPattern(keyword: string): string {
  return `%${foldName(keyword).replace(/[\\%_]/g, '\\$&')}%`;
}

const EXCERPT = 240;

/** A description as a card shows it: the first lines as plain text, without Markdown's signs, cut at a word. */
export function excerpt(description: string): string {
  const plain = description
    .slice(0, EXCERPT * 4)
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= EXCERPT) return plain;
  const cut = plain.slice(0, EXCERPT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), EXCERPT - 40)).trimEnd()}…`;
}
