/** Without what is easily taken for something else. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_LETTERS = 6;
const LONGEST_NAME = 48;

/** The id of a new product: what can be read of its name, and letters that nobody else has; `random` are bytes. */
export function newProductId(name: string, random: Uint8Array): string {
  const ending = Array.from(random.subarray(0, RANDOM_LETTERS), (byte) => letters[byte % letters.length]).join('');
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME);
  return `${/[^-](?:.*[^-])?/.exec(words)?.[0] ?? 'product'}-${ending}`;
}
