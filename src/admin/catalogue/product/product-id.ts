const LONGEST = 60;

/** An id that a name suggests: 'Größe & Klang 2.0' -> 'grosse-klang-2-0'. */
export function idOfName(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST);
  return /[^-](?:.*[^-])?/.exec(words)?.[0] ?? '';
}
