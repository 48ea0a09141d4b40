import { isOwnPicture } from '#contract/catalogue/picture.ts';
import { productTypes } from '#contract/catalogue/product/product.schema.ts';
import { type Product, reservedProductId } from '#contract/catalogue/product/product.ts';
import { defaultVariant } from '#contract/catalogue/product/variant.ts';
import { gpusOf } from '#contract/goods/access/machine.ts';
import { cardLength, excerpt } from '#contract/text/excerpt.ts';
import { MOST_MARKDOWN_SIGNS, markdownLength } from '#contract/text/markdown-signs.ts';
import {
  type FileField,
  fileFields,
  requiredFileFields,
  type StoredProduct,
} from '../../schema/product-columns.rules.ts';
import { printable } from '../../text/printable-text.rules.ts';
import { foldName, LONGEST_FOLDED_BYTES } from '../../text/search-text.rules.ts';
import { LONGEST_LICENSE, readLicense } from '../license/license-expression.rules.ts';
import { readGoods } from '../product/goods.rules.ts';
import { readAttributes } from './attribute-value.rules.ts';
import { attributeColumns } from './derived-columns.rules.ts';
import { parseJsonCell } from './json-cell.rules.ts';
import { type PriceReading, readPrice } from './price-text.rules.ts';
import { readOptions, readSpecs } from './product-lists.rules.ts';
import { attributesOfSpecs } from './specs/attributes-of-specs.rules.ts';
import { readVariants } from './variant-list.rules.ts';

const optionalFields = fileFields.filter((field) => !requiredFileFields.some((required) => required === field));

/** One thing about one field; the reason is a sentence that starts with the field's name. */
export type Remark = { field: string; reason: string };

/**
 * `absent` are the fields that the row does not have at all: in `product` they stand with their defaults, but for attributes
 * `fromSpecs`, which were read from specifications.
 */
export type RowReading =
  | { ok: true; product: StoredProduct; absent: FileField[]; fromSpecs: boolean; changes: Remark[] }
  | { ok: false; faults: Remark[] };

const LONGEST_ID = 200;
const LONGEST_NAME = 500;
export const LONGEST_DESCRIPTION = 20_000;
const LONGEST_READ_DESCRIPTION = 1_000_000;
const LONGEST_IMAGE = 2_000;
const LONGEST_UNIT = 100;
const LONGEST_PROVIDER = 500;

type Reading<T> = { value: T; changed?: string | undefined } | { fault: string };

/**
 * Judges one row of a catalogue file, whose values are those of JSON or the texts of a table's cells. Every fault of
 * the row is named, not only the first one. What concerns several fields is judged as far as the row has them all; the
 * rest is left to `mergeRow`, which knows the product.
 */
export function readProductRow(values: Readonly<Record<string, unknown>>): RowReading {
  const faults: Remark[] = [];
  const changes: Remark[] = [];

  function take<T>(field: FileField, reading: Reading<T>, fallback: T): T {
    if ('fault' in reading) {
      faults.push({ field, reason: reading.fault });
      return fallback;
    }
    if (reading.changed) changes.push({ field, reason: reading.changed });
    return reading.value;
  }

  const product: StoredProduct = {
    product_id: take('product_id', productId(values.product_id), ''),
    product_name: take('product_name', productName(values.product_name), ''),
    name_folded: '',
    excerpt: '',
    product_type: take('product_type', productType(values.product_type), 'data'),
    description: take('description', description(values.description), ''),
    product_img: take('product_img', productImg(values.product_img), ''),
    price_micros: take<number | null>('price', price('price', values.price), null) ?? 0,
    on_sale: take('on_sale', onSale(values.on_sale), false),
    sale_price_micros: take('sale_price', salePrice(values.sale_price), null),
    stock: take('stock', stock(values.stock), null),
    price_unit: take('price_unit', optionalLine('price_unit', values.price_unit, LONGEST_UNIT), ''),
    provider: take('provider', optionalLine('provider', values.provider, LONGEST_PROVIDER), ''),
    options: take('options', list(readOptions(values.options)), []),
    specs: take('specs', list(readSpecs(values.specs)), []),
    attributes: {},
    facets: [],
    gpu_memory_mb: null,
    least_gpus: null,
    variants: [],
    default_options: null,
    default_gpus: null,
    license: take('license', license(values.license), ''),
    goods: take('goods', goods(values.goods), {}),
  };
  // They are judged by what stands beside them, as far as that is right.
  if (!faults.some(({ field }) => field === 'product_type'))
    product.attributes = take('attributes', attributes(values.attributes, product.product_type), {});
  if (!faults.some(({ field }) => ['options', 'price', 'on_sale', 'sale_price'].includes(field)))
    product.variants = take('variants', variants(values, product), []);
  product.default_options = defaultOptions(product.variants);
  product.default_gpus = gpusOf(product.default_options);
  product.name_folded = foldName(product.product_name);
  product.excerpt = excerpt(product.description, cardLength);
  const absent = optionalFields.filter((field) => !Object.hasOwn(values, field));
  const isPriced = !faults.some(({ field }) => ['price', 'on_sale', 'sale_price'].includes(field));
  const hasSale = !absent.includes('on_sale') && !absent.includes('sale_price');
  const sale = isPriced && hasSale ? saleFault(product) : null;
  if (sale) faults.push({ field: 'sale_price', reason: sale });
  if (faults.length > 0) return { ok: false, faults };
  const fromSpecs = absent.includes('attributes') && takeAttributesOfSpecs(product);
  Object.assign(product, attributeColumns(product));
  return { ok: true, product, absent, fromSpecs, changes };
}

/** What is wrong with the price of a sale, or null. */
export function saleFault(
  product: Pick<StoredProduct, 'on_sale' | 'sale_price_micros' | 'price_micros'>,
): string | null {
  const { on_sale, sale_price_micros: sale, price_micros: full } = product;
  if (on_sale && sale === null) return 'sale_price is missing although on_sale is true';
  if (on_sale && sale === full) return 'sale_price is equal to price; on sale it must be below it';
  return sale !== null && sale > full ? 'sale_price is above price' : null;
}

function productId(given: unknown): Reading<string> {
  if (isAbsent(given)) return { fault: 'product_id is missing' };
  if (typeof given !== 'string') return { fault: 'product_id is not text' };
  const id = given.trim();
  const fault = textFault('product_id', id, LONGEST_ID);
  if (fault) return { fault };
  // An id is a segment of the product's address, and proxies read these characters in their own ways.
  if (/[/?#%\\]/.test(id)) return { fault: 'product_id contains one of the characters / ? # % \\' };
  if (['.', '..', reservedProductId].includes(id)) return { fault: `product_id may not be ${id}` };
  return { value: id };
}

function productName(given: unknown): Reading<string> {
  if (given === undefined || given === null || given === '') return { fault: 'product_name is missing' };
  if (typeof given === 'string' && given.trim() === '') return { fault: 'product_name is empty' };
  const name = line('product_name', given, LONGEST_NAME);
  if ('fault' in name) return name;
  const foldedBytes = new TextEncoder().encode(foldName(name.value)).length;
  return foldedBytes > LONGEST_FOLDED_BYTES ? { fault: 'product_name is too long to be searched' } : name;
}

function productType(given: unknown): Reading<Product['product_type']> {
  if (isAbsent(given)) return { fault: 'product_type is missing' };
  const word = typeof given === 'string' ? given.trim().toLowerCase() : null;
  const type = productTypes.find((known) => known === word);
  return type ? { value: type } : { fault: `product_type is not one of ${productTypes.join(', ')}` };
}

/** Text of several lines. The control characters from 80 to 9F are what broken quotation marks leave behind. */
function description(given: unknown): Reading<string> {
  if (given === undefined || given === null) return { value: '' };
  if (typeof given !== 'string') return { fault: 'description is not text' };
  if (given.length > LONGEST_READ_DESCRIPTION) {
    return { fault: `description is longer than ${grouped(LONGEST_READ_DESCRIPTION)} characters` };
  }
  if (!given.isWellFormed()) return { fault: 'description is not valid Unicode' };
  const text = given.replace(/[\u0080-\u009f]/g, '').replace(/^\ufeff+/, '');
  if (/[^\P{Cc}\n\r\t]/u.test(text)) return { fault: 'description contains a control character' };
  const kept = firstCharacters(text, LONGEST_DESCRIPTION);
  const changes = [];
  if (text.length < given.length) changes.push('characters that cannot be seen are left out');
  if (kept.length < text.length) {
    changes.push(`it is cut to ${grouped(LONGEST_DESCRIPTION)} of ${grouped(countCharacters(text))} characters`);
  }
  if (markdownLength(kept) < kept.length)
    changes.push(
      `its end is shown as it was written, without Markdown: it has more than ${grouped(MOST_MARKDOWN_SIGNS)} signs, or lists in lists in lists`,
    );
  return { value: kept, changed: changes.length > 0 ? `description: ${changes.join(', ')}` : undefined };
}

/**
 * An image's address, or '' where there is none: the shop then shows art of its own. What a browser would run, or would
 * look for on this shop's own disk, turns the row down; a word or an emoji is only left out.
 */
export function productImg(given: unknown): Reading<string> {
  if (isAbsent(given)) return { value: '' };
  if (typeof given !== 'string') return { fault: 'product_img is not text' };
  const address = given.trim();
  // Of a listing, or of an export of this shop.
  if (isOwnPicture(address)) return { value: address };
  const fault = textFault('product_img', address, LONGEST_IMAGE);
  if (fault) return { fault };
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(address)?.[1]?.toLowerCase();
  if (/^https?$/.test(scheme ?? '')) {
    const valid = /^https?:\/\//i.test(address) && URL.canParse(address);
    return valid ? { value: address } : { fault: 'product_img is not a valid address' };
  }
  const runs = ['javascript', 'vbscript', 'data', 'file'].includes(scheme ?? '');
  if (runs || (!scheme && /[/\\]/.test(address))) return { fault: 'product_img is not an http or https address' };
  return { value: '', changed: `product_img is left out, as it is no http or https address: ${printable(address)}` };
}

function price(field: 'price' | 'sale_price', given: unknown): Reading<number> {
  if (isAbsent(given)) return { fault: `${field} is missing` };
  const reading: PriceReading = readPrice(given);
  if (!reading.ok) return { fault: `${field} ${reading.reason}` };
  if (!reading.rounded) return { value: reading.micros };
  const rounded = String(Number((reading.micros / 1_000_000).toFixed(6)));
  return { value: reading.micros, changed: `${field} ${printable(String(given).trim(), 40)} is rounded to ${rounded}` };
}

function salePrice(given: unknown): Reading<number | null> {
  return isAbsent(given) ? { value: null } : price('sale_price', given);
}

function onSale(given: unknown): Reading<boolean> {
  if (isAbsent(given)) return { value: false };
  const word = typeof given === 'object' ? '' : String(given).trim().toLowerCase();
  if (word === 'true' || word === '1') return { value: true };
  return word === 'false' || word === '0' ? { value: false } : { fault: 'on_sale is not true or false' };
}

function stock(given: unknown): Reading<number | null> {
  if (isAbsent(given)) return { value: null };
  const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return { fault: 'stock is not a number' };
  if (/^-.*[1-9]/.test(text)) return { fault: 'stock is negative' };
  if (typeof given === 'number' && given > Number.MAX_SAFE_INTEGER) return { fault: 'stock is too large' };
  const whole = /^-?(\d+)(?:\.0+)?$/.exec(text)?.[1];
  if (whole === undefined) return { fault: 'stock is not a whole number' };
  const units = Number(whole);
  return Number.isSafeInteger(units) ? { value: units } : { fault: 'stock is too large' };
}

function optionalLine(field: FileField, given: unknown, longest: number): Reading<string> {
  return given === undefined || given === null ? { value: '' } : line(field, given, longest);
}

/**
 * Text of one line, stored as given but for two leftovers: line breaks and tabs become a space, or nothing at its ends,
 * and a byte order mark in front goes, as the embedded database does not give it out again.
 */
function line(field: FileField, given: unknown, longest: number): Reading<string> {
  if (typeof given !== 'string') return { fault: `${field} is not text` };
  // A text that is too long in any case is not searched first.
  const tidied = given.length <= longest * 4 && /^\ufeff|[\r\n\t]/.test(given);
  const text = tidied ? (/[^\ufeff\r\n\t](?:.*[^\r\n\t])?/s.exec(given)?.[0] ?? '').replace(/[\r\n\t]+/g, ' ') : given;
  const fault = textFault(field, text, longest);
  if (fault) return { fault };
  return { value: text, changed: tidied ? `${field}: line breaks or a byte order mark are left out` : undefined };
}

function attributes(given: unknown, type: Product['product_type']): Reading<StoredProduct['attributes']> {
  const reading = readAttributes(given, type);
  return reading.ok ? { value: reading.attributes } : { fault: reading.reason };
}

function license(given: unknown): Reading<string> {
  const text = optionalLine('license', given, LONGEST_LICENSE);
  if ('fault' in text) return text;
  const reading = readLicense(text.value);
  if (!reading.ok) return { fault: reading.reason };
  const isWritten = reading.license === text.value.trim();
  return {
    value: reading.license,
    changed: isWritten ? text.changed : `license ${printable(text.value, 40)} is written ${reading.license}`,
  };
}

function goods(given: unknown): Reading<StoredProduct['goods']> {
  const reading = readGoods(parseJsonCell(given, {}));
  return reading.ok ? { value: reading.goods } : { fault: reading.reason };
}

/** Whether there are any. */
function takeAttributesOfSpecs(product: StoredProduct): boolean {
  product.attributes = attributesOfSpecs(product);
  return Object.keys(product.attributes).length > 0;
}

function variants(
  values: Readonly<Record<string, unknown>>,
  product: StoredProduct,
): Reading<StoredProduct['variants']> {
  if (!isAbsent(values.variants) && !Object.hasOwn(values, 'options'))
    return { fault: 'variants is there without options; give both in one row' };
  const reading = readVariants(values.variants, product.options, product);
  return reading.ok ? { value: reading.value } : { fault: reading.reason };
}

/** Null where there are no variants, empty where none of them is the default. */
function defaultOptions(list: StoredProduct['variants']): StoredProduct['default_options'] {
  return list.length === 0 ? null : (defaultVariant({ variants: list })?.selected_options ?? []);
}

function list<T>(reading: { ok: true; list: T[] } | { ok: false; reason: string }): Reading<T[]> {
  return reading.ok ? { value: reading.list } : { fault: reading.reason };
}

/** What is wrong with a text of one line, or null. */
function textFault(field: FileField, text: string, longest: number): string | null {
  if (firstCharacters(text, longest).length < text.length)
    return `${field} is longer than ${grouped(longest)} characters`;
  if (!text.isWellFormed()) return `${field} is not valid Unicode`;
  return /\p{Cc}/u.test(text) ? `${field} contains a control character` : null;
}

function isAbsent(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
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

function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
