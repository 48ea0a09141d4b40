// Schemas of prices, sales and stock.

import { longestDeliveryHours } from '#contract/catalogue/product/product-limits.ts';
import { fromMicros, greatestPrice } from '#contract/money/amount/money.ts';
import { printable } from '../../text/printable-text.rules.ts';
import { type Finding, finding } from './fault.rules.ts';
import { isAbsent, readBy } from './texts.rules.ts';

type PriceReading = { ok: true; micros: number; rounded: boolean } | { ok: false; fault: Finding };

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
  if (typeof given !== 'number' && typeof given !== 'string')
    return refuse(finding('wrong_type', { expected: 'number' }));
  const text = String(given).trim();
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  if (whole + fraction === '')
    return refuse(
      /^[+-]?infinity$/i.test(text) ? finding('not_finite') : finding('not_number', { given: printable(text, 20) }),
    );

  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return { ok: true, micros: 0, rounded: false };
  if (sign === '-') return refuse(finding('negative'));

  // The value is `digits` times ten to the power of `shift` micro-dollars; the power may be absurd, so no zeros are
  // written before the length is known to be small.
  const shift = Number(exponent) - fraction.length + DECIMALS;
  const length = digits.length + shift;
  if (length > LARGEST_DIGITS) return refuse(tooLarge);
  if (length < 0) return refuse(tooSmall);

  const kept = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, length);
  const cut = shift >= 0 ? '' : digits.slice(length);
  const micros = BigInt(kept || '0') + (/^[5-9]/.test(cut) ? 1n : 0n);
  if (micros > LARGEST_MICROS) return refuse(tooLarge);
  if (micros === 0n) return refuse(tooSmall);
  return { ok: true, micros: Number(micros), rounded: /[1-9]/.test(cut) };
}

function refuse(fault: Finding): PriceReading {
  return { ok: false, fault };
}

const tooSmall = finding('price_rounds_to_zero', { least: SMALLEST });
const tooLarge = finding('price_too_large', { most: greatestPrice });

/** Dollars that a price is rounded to; null where it is stored as given. */
export function roundedPrice(given: unknown, micros: number | null): string | null {
  if (micros === null || given === fromMicros(micros)) return null;
  const reading = isAbsent(given) ? null : readPrice(given);
  if (!reading?.ok || !reading.rounded) return null;
  return String(Number((reading.micros / 1_000_000).toFixed(DECIMALS)));
}

/** A price, in micro-dollars. */
const priceOf = (given: unknown) => {
  const reading = readPrice(given);
  return reading.ok ? { value: reading.micros } : { fault: reading.fault };
};

export const price = readBy((given) => (isAbsent(given) ? { fault: finding('missing') } : priceOf(given)));

export const salePrice = readBy((given) => (isAbsent(given) ? { value: null } : priceOf(given)));

export const onSale = readBy((given) => {
  if (isAbsent(given)) return { value: false };
  const word = typeof given === 'object' ? '' : String(given).trim().toLowerCase();
  if (word === 'true' || word === '1') return { value: true };
  if (word === 'false' || word === '0') return { value: false };
  return { fault: finding('wrong_type', { expected: 'boolean' }) };
});

/** Promised hours until the delivery; null: none are. */
export const deliveryHours = readBy((given) => {
  const reading = wholeNumber(given);
  if ('fault' in reading || reading.value === null) return reading;
  if (reading.value < 1) return { fault: finding('below_least', { least: 1 }) };
  return reading.value > longestDeliveryHours
    ? { fault: finding('above_most', { most: longestDeliveryHours }) }
    : reading;
});

/** Whole number from 0 up; null where nothing is given. */
function wholeNumber(given: unknown): { value: number | null } | { fault: Finding } {
  if (isAbsent(given)) return { value: null };
  const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return { fault: finding('wrong_type', { expected: 'number' }) };
  if (/^-.*[1-9]/.test(text)) return { fault: finding('negative') };
  if (typeof given === 'number' && given > Number.MAX_SAFE_INTEGER) return { fault: finding('too_large') };
  const whole = /^-?(\d+)(?:\.0+)?$/.exec(text)?.[1];
  if (whole === undefined) return { fault: finding('wrong_type', { expected: 'whole_number' }) };
  const units = Number(whole);
  return Number.isSafeInteger(units) ? { value: units } : { fault: finding('too_large') };
}

export const stock = readBy(wholeNumber);
