/** A folded name longer than this may not fit into the database's index of names, whose entries end at 2,704 bytes. */
export const LONGEST_FOLDED_BYTES = 2_500;

/** A name or keyword as searches compare it: case, width and composed or decomposed accents do not matter. */
export function foldName(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Characters that PostgreSQL cannot hold as text. What has one is in no table, so it needs no query. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The same text with U+FFFD for what PostgreSQL cannot hold. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}');
}

/** The pattern of `LIKE` for 'contains these very characters': % and _ match only themselves. */
export function containsPattern(keyword: string): string {
  return `%${foldName(keyword).replace(/[\\%_]/g, '\\$&')}%`;
}
