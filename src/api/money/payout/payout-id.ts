import { randomInt } from 'node:crypto';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** Short enough to be read out from a bank statement, and not to be guessed: 49 bits. */
export function newPayoutId(prefix: 'PO' | 'PB'): string {
  return `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}
