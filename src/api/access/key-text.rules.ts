import { createHash } from 'node:crypto';
import { keyStart } from '#contract/seller-key.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of what is drawn by lot: 190 bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = keyStart.length + 4;
const shape = new RegExp(`^${keyStart}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A key; `draw` draws a whole number below the one that it is given. */
export function newKeyText(draw: (below: number) => number): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[draw(ALPHABET.length)]).join('');
  return keyStart + secret + checksum(secret);
}

/** Whether the text can be a key at all: one that was cut off or mistyped is known without asking anybody. */
export function isKeyText(text: string): boolean {
  if (!shape.test(text)) return false;
  const end = text.length - CHECKSUM_LENGTH;
  return checksum(text.slice(keyStart.length, end)) === text.slice(end);
}

/** What a key is stored and found by. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Enough to know one's keys apart. */
export function keyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

function checksum(secret: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(keyStart).update(secret).digest('hex').slice(0, 16)}`);
  return Array.from({ length: CHECKSUM_LENGTH }, () => {
    const digit = ALPHABET[Number(rest % 62n)];
    rest /= 62n;
    return digit;
  }).join('');
}
