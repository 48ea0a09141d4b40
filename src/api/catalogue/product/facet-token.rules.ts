// Tokens of a product, which filters by attribute look for in the index. A filter asks for any of some tokens; a range asks for the steps
// that it touches, and its exact bounds are compared afterwards.
import type { ProductType } from '#contract/catalogue/product/product.ts';
import {
  type Attribute,
  type AttributeValues,
  attributesOf,
  findAttribute,
} from '#contract/catalogue/product/product-attributes.ts';
import { type AttributeFilters, type Bound, BYTES_OF_GB, textsOf } from '#contract/catalogue/product/product-filter.ts';
import { regionNamed, regionsIn } from '../region/regions.rules.ts';

/** Numbers are put on steps of one digit: 2,400,000 is on 2e6. What is beyond is on the last one. */
const LAST_POWER = 18;

/** Dates are put on the steps of their years. */
const years = { first: 1900, last: 2100 };

export function facetTokens(type: ProductType, attributes: AttributeValues): string[] {
  // Without an array for each attribute: an import asks this of every row.
  const tokens: string[] = [];
  for (const attribute of attributesOf(type)) {
    const value = attributes[attribute.name];
    if (value === undefined) continue;
    const tokenOf = attribute.filter === 'range' ? stepToken : valueToken;
    for (const text of textsOf(value)) {
      add(tokens, tokenOf(attribute, text));
      if (attribute.isPlace) for (const code of regionsIn(text)) add(tokens, placeToken(attribute, code));
    }
  }
  return tokens;
}

function add(tokens: string[], token: string) {
  if (!tokens.includes(token)) tokens.push(token);
}

/** For each filter the tokens of which a product has to have one. */
export function wantedTokens(type: ProductType, filters: AttributeFilters): string[][] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const attribute = findAttribute(type, name);
    if (!attribute) return [];
    if ('values' in filter) return [filter.values.flatMap((value) => wantedValue(attribute, value))];
    const scale = attribute.unit === 'bytes' ? BYTES_OF_GB : 1;
    const isDate = attribute.kind === 'date';
    const steps = isDate ? yearsBetween(filter.min, filter.max) : stepsBetween(filter.min, filter.max, scale);
    return [steps.map((step) => `${name}~${step}`)];
  });
}

/** A region is asked for by its code, and as it is written. */
function wantedValue(attribute: Attribute, value: string): string[] {
  const code = attribute.isPlace ? regionNamed(value) : null;
  return [valueToken(attribute, value), ...(code === null ? [] : [placeToken(attribute, code)])];
}

/** '@' stands in no name of an attribute: a place is no value that a seller writes. */
function placeToken({ name }: Attribute, code: string): string {
  return `${name}@${code}`;
}

function valueToken({ name }: Attribute, text: string): string {
  return `${name}=${text}`;
}

function stepToken({ name, kind }: Attribute, text: string): string {
  return `${name}~${kind === 'date' ? yearOf(text) : stepOf(Number(text))}`;
}

/** '0' of less than 1; otherwise the first digit and the power: '2e6'. */
function stepOf(number: number): string {
  if (number < 1) return '0';
  if (number >= 10 ** (LAST_POWER + 1)) return `9e${LAST_POWER}`;
  const text = number.toExponential();
  return `${text[0]}e${text.slice(text.indexOf('+') + 1)}`;
}

function stepsBetween(min: Bound | null, max: Bound | null, scale: number): string[] {
  const steps = ['0'];
  for (let power = 0; power <= LAST_POWER; power++)
    for (let digit = 1; digit <= 9; digit++) steps.push(`${digit}e${power}`);
  const first = min === null ? 0 : steps.indexOf(stepOf(Number(min) * scale));
  const last = max === null ? steps.length - 1 : steps.indexOf(stepOf(Number(max) * scale));
  return steps.slice(first, last + 1);
}

function yearOf(date: Bound): number {
  return Math.min(Math.max(Number(String(date).slice(0, 4)), years.first), years.last);
}

function yearsBetween(min: Bound | null, max: Bound | null): number[] {
  const first = min === null ? years.first : yearOf(min);
  const last = max === null ? years.last : yearOf(max);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
