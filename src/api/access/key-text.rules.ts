import { createHash } from 'node:crypto';
import { keyStart } from '#contract/selling/seller-key.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Random part of a key: 190 bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const PREFIX_SECRET = 4;
const secretShape = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A key; `draw` draws a whole number below the one that it is given. `start` says what it is a key to: by default, a shop's programs'. */
export function newKeyText(draw: (below: number) => number, start = keyStart): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[draw(ALPHABET.length)]).join('');
  return start + secret + checksum(secret, start);
}

/** True if the text can be a key at all: one that was cut off or mistyped is known without a lookup. */
export function isKeyText(text: string, start = keyStart): boolean {
  if (!text.startsWith(start) || !secretShape.test(text.slice(start.length))) return false;
  const end = text.length - CHECKSUM_LENGTH;
  return checksum(text.slice(start.length, end), start) === text.slice(end);
}

/** Hash under which a key is stored and found. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Enough to know one's keys apart. */
export function keyPrefix(key: string, start = keyStart): string {
  return key.slice(0, start.length + PREFIX_SECRET);
}

function checksum(secret: string, start: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(start).update(secret).digest('hex').slice(0, 16)}`);
  return Array.from({ length: CHECKSUM_LENGTH }, () => {
    const digit = ALPHABET[Number(rest % 62n)];
    rest /= 62n;
    return digit;
  }).join('');
}
