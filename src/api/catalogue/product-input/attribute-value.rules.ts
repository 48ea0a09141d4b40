// The attributes of a product in a catalogue file: an object, typed by the category's table.

import type { ProductType } from '#contract/catalogue/product/product.ts';
import {
  type Attribute,
  type AttributeKind,
  type AttributeValue,
  type AttributeValues,
  attributesOf,
  findAttribute,
} from '#contract/catalogue/product/product-attributes.ts';
import { readPartialDate } from '#contract/text/partial-date.ts';
import { printable } from '../../text/printable-text.rules.ts';
import { parseJsonCell } from './json-cell.rules.ts';

type ReadAttributes = { ok: true; attributes: AttributeValues } | { ok: false; reason: string };

const LONGEST_TEXT = 200;
/** Of one attribute. */
export const MOST_VALUES = 200;

/** The attributes that a row gives, in the order of the table; null and '' are none. The reason names the field. */
export function readAttributes(given: unknown, type: ProductType): ReadAttributes {
  const value = parseJsonCell(given, {});
  if (value === undefined) return refuse('attributes is not JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('attributes is not an object');
  const entries = new Map(Object.entries(value));
  for (const name of entries.keys()) {
    if (!findAttribute(type, name)) return refuse(unknownAttribute(name, type));
  }
  const attributes: AttributeValues = {};
  for (const attribute of attributesOf(type)) {
    const entry: unknown = entries.get(attribute.name) ?? null;
    if (entry === null || entry === '') continue;
    const read = readValue(attribute, entry);
    if (read === null) return refuse(`attributes.${attribute.name} is not ${wanted[attribute.kind]}`);
    attributes[attribute.name] = read;
  }
  const { collected_from: from, collected_to: to } = attributes;
  if (typeof from === 'string' && typeof to === 'string' && from.slice(0, to.length) > to)
    return refuse('attributes.collected_from is after attributes.collected_to');
  return { ok: true, attributes };
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

function readValue(attribute: Attribute, given: unknown): AttributeValue | null {
  return readers[attribute.kind](given);
}

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

function unknownAttribute(name: string, type: ProductType): string {
  const known = attributesOf(type)
    .map((attribute) => attribute.name)
    .join(', ');
  return `attributes.${printable(name, 40)} is not known; those of ${type} are ${known}`;
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
