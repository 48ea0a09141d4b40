// Schemas of fields that are text: from what a row gives to what is stored.

import { z } from 'zod';
import { isOwnPicture } from '#contract/catalogue/picture.ts';
import { productTypes } from '#contract/catalogue/product/product.schema.ts';
import { reservedProductId } from '#contract/catalogue/product/product.ts';
import { foldName, LONGEST_FOLDED_BYTES } from '../../text/search-text.rules.ts';
import { LONGEST_LICENSE, readLicense } from '../license/license-expression.rules.ts';
import { type Finding, finding, issueOf } from './fault.rules.ts';

const LONGEST_ID = 200;
const LONGEST_NAME = 500;
export const LONGEST_DESCRIPTION = 20_000;
const LONGEST_READ_DESCRIPTION = 1_000_000;
const LONGEST_IMAGE = 2_000;
const LONGEST_UNIT = 100;
const LONGEST_PROVIDER = 500;

/** Control characters that are neither a line's end nor a tab; a table or a page has no use for them. */
const unwantedControl = /[^\P{Cc}\n\r\t]/u;

/** Nothing is given: a cell that is empty says so too. */
export function isAbsent(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
}

/** A schema whose value a function reads from what is given. */
export function readBy<T>(read: (given: unknown) => { value: T } | { fault: Finding }) {
  return z.unknown().transform((given, { issues }) => {
    const reading = read(given);
    if ('value' in reading) return reading.value;
    issues.push(issueOf(given, reading.fault));
    return z.NEVER;
  });
}

/** A text without its control characters and line breaks, of at most so many characters. */
const oneLine =
  (longest: number) =>
  ({ value, issues }: z.core.ParsePayload<string>) => {
    const found = oneLineFault(value, longest);
    if (found) issues.push(issueOf(value, found));
  };

function oneLineFault(text: string, longest: number): Finding | null {
  if (firstCharacters(text, longest).length < text.length) return finding('too_long', { most: longest });
  if (!text.isWellFormed()) return finding('not_unicode');
  return /\p{Cc}/u.test(text) ? finding('control_character') : null;
}

/**
 * Text of one line, stored as given but for two leftovers: line breaks and tabs become a space, or nothing at its ends,
 * and a byte order mark in front goes, as the embedded database does not give it out again.
 */
const line = (longest: number) =>
  z
    .string()
    .transform((given) => (isUntidy(given, longest) ? tidied(given) : given))
    .check(oneLine(longest));

/** A text that is too long in any case is not searched first. */
const isUntidy = (given: string, longest: number) => given.length <= longest * 4 && /^\ufeff|[\r\n\t]/.test(given);
const tidied = (given: string) =>
  (/[^\ufeff\r\n\t](?:.*[^\r\n\t])?/s.exec(given)?.[0] ?? '').replace(/[\r\n\t]+/g, ' ');

const optionalLine = (longest: number) =>
  line(longest)
    .nullish()
    .transform((text) => text ?? '');

// An id is a segment of the product's address, and proxies read these characters in their own ways.
const reserved = '/ ? # % \\';

export const productId = z
  .unknown()
  .transform((given) => (isAbsent(given) ? undefined : given))
  .pipe(
    z
      .string()
      .trim()
      .check(oneLine(LONGEST_ID), ({ value, issues }) => {
        if (/[/?#%\\]/.test(value))
          issues.push(issueOf(value, finding('reserved_characters', { characters: reserved })));
        if (['.', '..', reservedProductId].includes(value))
          issues.push(issueOf(value, finding('reserved_id', { id: value })));
      }),
  );

export const productName = z
  .unknown()
  .transform((given) => (given === '' ? undefined : given))
  .pipe(
    z
      .string()
      .refine((given) => given.trim() !== '', { params: finding('empty'), abort: true })
      .pipe(line(LONGEST_NAME))
      .refine((name) => new TextEncoder().encode(foldName(name)).length <= LONGEST_FOLDED_BYTES, {
        params: finding('name_unsearchable'),
      }),
  );

export const productType = readBy((given) => {
  if (isAbsent(given)) return { fault: finding('missing') };
  const word = typeof given === 'string' ? given.trim().toLowerCase() : null;
  const type = productTypes.find((known) => known === word);
  return type ? { value: type } : { fault: finding('not_one_of', { allowed: productTypes }) };
});

/** Text of several lines, cut where it is too long. */
export const description = z
  .string()
  .max(LONGEST_READ_DESCRIPTION, { abort: true })
  .check(({ value, issues }) => {
    if (!value.isWellFormed()) issues.push(issueOf(value, finding('not_unicode')));
    else if (unwantedControl.test(seen(value))) issues.push(issueOf(value, finding('control_character')));
  })
  .transform((given) => firstCharacters(seen(given), LONGEST_DESCRIPTION))
  .nullish()
  .transform((text) => text ?? '');

/** The control characters from 80 to 9F are what broken quotation marks leave behind. */
export function seen(given: string): string {
  return given.replace(/[\u0080-\u009f]/g, '').replace(/^\ufeff+/, '');
}

/**
 * An image's address, or '' where there is none: the shop then shows art of its own. What a browser would run, or would
 * look for on this shop's own disk, turns the row down; a word or an emoji is only left out.
 */
export const productImg = readBy((given) => {
  if (isAbsent(given)) return { value: '' };
  if (typeof given !== 'string') return { fault: finding('wrong_type', { expected: 'text' }) };
  const read = readImage(given.trim());
  return typeof read === 'string' ? { value: read } : { fault: read };
});

function readImage(address: string): string | Finding {
  // It is of a listing, or of an export of this shop.
  if (isOwnPicture(address)) return address;
  const fault = oneLineFault(address, LONGEST_IMAGE);
  if (fault) return fault;
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(address)?.[1]?.toLowerCase();
  if (/^https?$/.test(scheme ?? '')) {
    const isValid = /^https?:\/\//i.test(address) && URL.canParse(address);
    return isValid ? address : finding('invalid_address');
  }
  const runs = ['javascript', 'vbscript', 'data', 'file'].includes(scheme ?? '');
  return runs || (!scheme && /[/\\]/.test(address)) ? finding('not_web_address') : '';
}

export const priceUnit = optionalLine(LONGEST_UNIT);
export const provider = optionalLine(LONGEST_PROVIDER);

export const license = optionalLine(LONGEST_LICENSE).transform((text, { issues }) => {
  const reading = readLicense(text);
  if (reading.ok) return reading.license;
  issues.push(issueOf(text, reading.fault));
  return z.NEVER;
});

/** A text of an option or a specification. */
export const entryText = ({ mayBeEmpty = false } = {}) =>
  z.string().check(({ value, issues }) => {
    const fault = entryFault(value, mayBeEmpty);
    if (fault) issues.push(issueOf(value, fault));
  });

const LONGEST_ENTRY = 50_000;

function entryFault(text: string, mayBeEmpty: boolean): Finding | null {
  if (!mayBeEmpty && text.trim() === '') return finding('empty');
  if (text.length > LONGEST_ENTRY) return finding('too_long', { most: LONGEST_ENTRY });
  if (!text.isWellFormed()) return finding('not_unicode');
  return unwantedControl.test(text) ? finding('control_character') : null;
}

/** The first characters of a text, whole ones: an emoji of two code units counts once and is never cut apart. */
function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (let characters = 0; characters < most && end < text.length; characters++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
