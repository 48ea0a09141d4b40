// The attributes of a product in a catalogue file: an object, typed by the category's table.

import { z } from 'zod';
import { productTypes } from '#contract/catalogue/product/product.schema.ts';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import {
  type Attribute,
  type AttributeKind,
  type AttributeValue,
  type AttributeValues,
  attributesOf,
} from '#contract/catalogue/product/product-attributes.ts';
import { readPartialDate } from '#contract/text/partial-date.ts';
import { type Fault, faultIn, finding, issueOf } from './fault.rules.ts';
import { jsonCell } from './product-lists.rules.ts';

const LONGEST_TEXT = 200;
/** Values of one attribute. */
export const MOST_VALUES = 200;

/** The attributes that a row gives, in the order of the table; null and '' are none. */
export function readAttributes(given: unknown, type: ProductType): { value: AttributeValues } | { fault: Fault } {
  const read = schemas[type].safeParse(given, { reportInput: true });
  if (!read.success) return { fault: faultIn('attributes', read.error) };
  const isGiven = (entry: [string, unknown]): entry is [string, AttributeValue] => (entry[1] ?? null) !== null;
  return { value: Object.fromEntries(Object.entries(read.data).filter(isGiven)) };
}

const wanted: Record<AttributeKind, string> = {
  text: `text of at most ${LONGEST_TEXT} characters in one line`,
  texts: `a text or a list of texts, each of at most ${LONGEST_TEXT} characters in one line`,
  number: 'a number from 0 up',
  numbers: 'a number from 0 up, or a list of them',
  yes_no: 'true or false',
  date: 'a date such as 2024, 2024-06 or 2024-06-30',
};

const yesNo = new Map([
  ['true', true],
  ['false', false],
]);

const readers: Record<AttributeKind, (given: unknown) => AttributeValue | null> = {
  text: readText,
  texts: (given) => readSeveral(given, readText),
  number: readNumber,
  numbers: (given) => readSeveral(given, readNumber),
  yes_no: (given) => yesNo.get(scalarText(given).toLowerCase()) ?? null,
  date: (given) => readPartialDate(scalarText(given)),
};

/** Lists and objects have no text: to make one could fail, or never end. */
function scalarText(given: unknown): string {
  return typeof given === 'object' ? '' : String(given).trim();
}

function readText(given: unknown): string | null {
  if (typeof given !== 'string' || !given.isWellFormed()) return null;
  const text = given.trim();
  return text !== '' && text.length <= LONGEST_TEXT && !/\p{Cc}/u.test(text) ? text : null;
}

function readNumber(given: unknown): number | null {
  if (typeof given === 'string' && given.trim() === '') return null;
  const number = typeof given === 'number' || typeof given === 'string' ? Number(given) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : null;
}

/** One value is a list of one; what comes twice counts once. */
function readSeveral<T extends string | number>(given: unknown, read: (entry: unknown) => T | null): T[] | null {
  const entries = Array.isArray(given) ? given : [given];
  if (entries.length === 0 || entries.length > MOST_VALUES) return null;
  const values = entries.map(read);
  return values.some((value) => value === null) ? null : ([...new Set(values)] as T[]);
}

const attributeSchema = ({ kind }: Attribute) =>
  z.unknown().transform((given, { issues }): AttributeValue | null => {
    if (given === undefined || given === null || given === '') return null;
    const read = readers[kind](given);
    if (read === null) issues.push(issueOf(given, finding('attribute_value', { kind: wanted[kind] })));
    return read;
  });

/** One of each category, of the table. */
const schemas = Object.fromEntries(productTypes.map((type) => [type, attributesSchema(type)])) as Record<
  ProductType,
  ReturnType<typeof attributesSchema>
>;

function attributesSchema(type: ProductType) {
  const attributes = attributesOf(type);
  const known = attributes.map(({ name }) => name);
  return jsonCell({})
    .pipe(
      z
        .custom<object>(isPlainObject, { params: finding('wrong_type', { expected: 'object' }), abort: true })
        .check(({ value, issues }) => {
          const unknown = Object.keys(value).find((name) => !known.includes(name));
          if (unknown !== undefined)
            issues.push(issueOf(value, finding('attribute_unknown', { category: type, known }), [unknown]));
        }),
    )
    .pipe(
      z.object(
        Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeSchema(attribute).optional()])),
      ),
    )
    .check(({ value: { collected_from: from, collected_to: to }, issues }) => {
      if (typeof from === 'string' && typeof to === 'string' && from.slice(0, to.length) > to)
        issues.push(issueOf(from, finding('dates_reversed'), ['collected_from']));
    });
}

function isPlainObject(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
