// Filters by attribute, as an address says them: `gpu_model=A10&gpu_model=L4` for one of several values, `min_gpu_memory=24` and
// `max_gpu_memory=80` for a range of which one end is enough, `interruptible=true` for a tick. What an attribute is, says the
// table of the category (product-attributes.ts).
import { readPartialDate } from '../../text/partial-date.ts';
import type { Category, ProductType } from './product.ts';
import {
  type Attribute,
  type AttributeValue,
  attributesOf,
  findAttribute,
  productAttributes,
} from './product-attributes.ts';

/** A bound is a number, or a date as far as it is written: '2024', '2024-06' or '2024-06-30'. */
export type Bound = number | string;
export type AttributeFilter = { values: string[] } | { min: Bound | null; max: Bound | null };
export type AttributeFilters = Record<string, AttributeFilter>;

/** Values that may be chosen at once, of all attributes, units and providers together. */
export const MOST_CHOSEN = 50;
const LONGEST_VALUE = 500;

/** Gigabytes in addresses and forms; the attribute itself is in bytes. */
export const BYTES_OF_GB = 1e9;

const allAttributes: readonly Attribute[] = Object.values(productAttributes).flat();

/** Every name that an address may have for an attribute of any category; of the wrong ones the API says what is wrong. */
export const attributeQueryNames: readonly string[] = allAttributes.flatMap(({ name }) => [
  name,
  `min_${name}`,
  `max_${name}`,
]);

/** The unit of what people write in an address or a field. */
export function filterUnit(attribute: Attribute): string | undefined {
  return attribute.unit === 'bytes' ? 'GB' : attribute.unit;
}

/** The filters that an address says, and a sentence about each that is not understood. */
export function readAttributeFilters(
  params: URLSearchParams,
  category: Category,
): { filters: AttributeFilters; faults: string[] } {
  const faults = [...misplaced(params, category)];
  const filters: AttributeFilters = {};
  for (const attribute of category === 'all' ? [] : attributesOf(category)) {
    const read = attribute.filter === 'range' ? readRange(params, attribute) : readValues(params, attribute);
    if (typeof read === 'string') faults.push(read);
    else if (read) filters[attribute.name] = read;
  }
  return { filters, faults };
}

/** Texts that are chosen: each once, in one order, so that one choice has one address. */
export function readTexts(given: readonly string[], name: string): { values: string[]; fault: string | null } {
  const values = [...new Set(given.map((text) => text.trim()).filter(Boolean))].sort();
  const fault = values.some((text) => text.length > LONGEST_VALUE || text.includes('\0') || !text.isWellFormed())
    ? `${name} has a value that no product can have`
    : null;
  return { values: fault ? [] : values, fault };
}

/** True where a product's value is one of those that a filter lets through. */
export function createTest(
  filter: AttributeFilter,
  attribute: Attribute,
): (value: AttributeValue | undefined) => boolean {
  if ('values' in filter) {
    const wanted = new Set(filter.values);
    return (value) =>
      value !== undefined &&
      (Array.isArray(value) ? value.some((one) => wanted.has(String(one))) : wanted.has(String(value)));
  }
  if (attribute.kind === 'date') return (value) => typeof value === 'string' && datePasses(filter, value);
  const scale = attribute.unit === 'bytes' ? BYTES_OF_GB : 1;
  const min = filter.min === null ? Number.NEGATIVE_INFINITY : Number(filter.min) * scale;
  const max = filter.max === null ? Number.POSITIVE_INFINITY : Number(filter.max) * scale;
  const isWithin = (number: number | string) => min <= Number(number) && Number(number) <= max;
  return (value) =>
    Array.isArray(value)
      ? value.some(isWithin)
      : (typeof value === 'number' || typeof value === 'string') && isWithin(value);
}

/** A value as addresses and counts have it. */
export function textsOf(value: AttributeValue): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Dates are compared as far as both are written: 2024-06 is within 2024, and neither before nor after it. */
function datePasses({ min, max }: { min: Bound | null; max: Bound | null }, date: string): boolean {
  const from = min === null ? '' : String(min);
  const to = max === null ? '' : String(max);
  const [ofFrom, ofTo] = [Math.min(date.length, from.length), Math.min(date.length, to.length)];
  return date.slice(0, ofFrom) >= from.slice(0, ofFrom) && date.slice(0, ofTo) <= to.slice(0, ofTo);
}

/** Filters that are asked of an attribute that the category does not have, or by the wrong name. */
function* misplaced(params: URLSearchParams, category: Category): Generator<string> {
  for (const name of new Set(params.keys())) {
    if (!params.getAll(name).some((text) => text.trim() !== '')) continue;
    const [, bare = name] = /^(?:min|max)_(.+)$/.exec(name) ?? [];
    const attribute = category === 'all' ? null : (findAttribute(category, bare) ?? findAttribute(category, name));
    if (!attribute) {
      if (allAttributes.some((known) => known.name === bare || known.name === name)) yield elsewhere(bare, category);
    } else if (attribute.filter === 'range' && name === bare) {
      yield `${name} is a range: give min_${name}, max_${name} or both`;
    } else if (attribute.filter !== 'range' && name !== bare) {
      yield `${bare} is no range: give ${bare}=VALUE`;
    }
  }
}

function elsewhere(name: string, category: Category): string {
  const types = (Object.keys(productAttributes) as ProductType[]).filter((type) => findAttribute(type, name));
  if (category === 'all') return `${name} needs category=${types.join(' or ')}`;
  const known = attributesOf(category).map((attribute) => attribute.name);
  return `${name} is no attribute of ${category}; those are ${known.join(', ')}`;
}

function readValues(params: URLSearchParams, attribute: Attribute): AttributeFilter | string | null {
  const { name, filter, kind } = attribute;
  const { values, fault } = readTexts(params.getAll(name), name);
  if (fault) return fault;
  if (values.length === 0) return null;
  if (filter === 'tick') {
    return values.length === 1 && ['true', 'false'].includes(values[0] ?? '')
      ? { values }
      : `${name} is not true or false`;
  }
  if (kind !== 'number' && kind !== 'numbers') return { values };
  const numbers = values.map(readNumber);
  return numbers.some((number) => number === null)
    ? `${name} is not a number from 0 up`
    : { values: [...new Set(numbers)].sort((a, b) => Number(a) - Number(b)).map(String) };
}

function readRange(params: URLSearchParams, attribute: Attribute): AttributeFilter | string | null {
  const { name, kind } = attribute;
  const read = kind === 'date' ? readPartialDate : readNumber;
  // A form has what is typed behind what is chosen: the last one counts.
  const texts = ['min', 'max'].map((end) => params.getAll(`${end}_${name}`).filter(isGiven).at(-1)?.trim() ?? '');
  const [min = null, max = null] = texts.map((text) => (text === '' ? null : read(text)));
  if (texts.some((text, end) => text !== '' && [min, max][end] === null)) {
    const wanted = kind === 'date' ? 'a date such as 2024, 2024-06 or 2024-06-30' : 'a number from 0 up';
    return `${texts[0] !== '' && min === null ? 'min' : 'max'}_${name} is not ${wanted}`;
  }
  if (min === null && max === null) return null;
  return isTurnedRound(min, max) ? `min_${name} is greater than max_${name}` : { min, max };
}

function isGiven(text: string): boolean {
  return text.trim() !== '';
}

function isTurnedRound(min: Bound | null, max: Bound | null): boolean {
  if (min === null || max === null) return false;
  if (typeof min === 'string' && typeof max === 'string') return min.slice(0, max.length) > max;
  return min > max;
}

const thousands = ['', 'k', 'm', 'b', 't'];

/** '24', '1.5', '7B': k, M, B and T are thousands, millions and so on. */
function readNumber(text: string): number | null {
  const [, digits, letter = ''] = /^(\d+(?:\.\d+)?(?:e\+?\d+)?)\s*([kmbt]?)$/i.exec(text) ?? [];
  const number = Number(digits) * 1_000 ** thousands.indexOf(letter.toLowerCase());
  return Number.isFinite(number) ? number : null;
}
