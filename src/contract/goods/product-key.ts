// Words about keys of products, such as the license keys of a program. Free of the validator.

/** `revoked`: the money went back, and whoever has it is not to use it any more. */
export const productKeyStates = ['free', 'given', 'revoked'] as const;
export type ProductKeyState = (typeof productKeyStates)[number];

/** So many keys can be loaded by one request, and so many bytes it may have. */
export const productKeysAtOnce = 10_000;
export const productKeysMaximumBytes = 1024 * 1024;
/** In characters. */
export const productKeyLongest = 500;
/** So many free ones a product, or a variant with keys of its own, may have. */
export const freeProductKeysMaximum = 100_000;

/** Its seller is told when there are no more left than this. `lastBatch`: how many were loaded last. */
export function lowMark(lastBatch: number): number {
  return Math.max(5, Math.ceil(lastBatch / 10));
}

/** Enough of a key to know it by, such as `QK-7F3A-••••-91D2`, and too little to use it. */
export function maskKey(key: string): string {
  const characters = [...key];
  const shown = Math.min(7, Math.floor(characters.length / 4));
  if (shown === 0) return '••••';
  const end = Math.min(4, shown);
  return `${characters.slice(0, shown).join('')}••••${characters.slice(-end).join('')}`;
}
