import { printable } from '../../text/printable-text.rules.ts';

export type PriceReading = { ok: true; micros: number; rounded: boolean } | { ok: false; reason: string };

const DECIMALS = 6;
const SMALLEST = '0.000001';
const LARGEST_MICROS = 1_000_000_000_000_000n;
const LARGEST_DIGITS = String(LARGEST_MICROS).length;

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i;

/**
 * A price as whole micro-dollars. It is rounded on its decimal digits, half up, because a binary fraction stands a
 * little beside the number that was written. A number of JSON comes as the shortest text that means it.
 */
export function readPrice(given: unknown): PriceReading {
  if (typeof given !== 'number' && typeof given !== 'string') return refuse('is not a number');
  const text = String(given).trim();
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  if (whole + fraction === '')
    return refuse(/^[+-]?infinity$/i.test(text) ? 'is not a finite number' : notANumber(text));

  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return { ok: true, micros: 0, rounded: false };
  if (sign === '-') return refuse('is negative');

  // The value is `digits` times ten to the power of `shift` micro-dollars; the power may be absurd, so no zeros are
  // written before the length is known to be small.
  const shift = Number(exponent) - fraction.length + DECIMALS;
  const length = digits.length + shift;
  if (length > LARGEST_DIGITS) return refuse('is above the largest price, 1,000,000,000');
  if (length < 0) return tooSmall();

  const kept = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, length);
  const cut = shift >= 0 ? '' : digits.slice(length);
  const micros = BigInt(kept || '0') + (/^[5-9]/.test(cut) ? 1n : 0n);
  if (micros > LARGEST_MICROS) return refuse('is above the largest price, 1,000,000,000');
  if (micros === 0n) return tooSmall();
  return { ok: true, micros: Number(micros), rounded: /[1-9]/.test(cut) };
}

function refuse(reason: string): PriceReading {
  return { ok: false, reason };
}

function tooSmall(): PriceReading {
  return refuse(`would round to 0; the smallest price is ${SMALLEST}`);
}

function notANumber(text: string): string {
  return `is not a number: ${printable(text, 20)}`;
}
